// about: names of the runtime that are misspelt
#include <cstdio>

int main() {
    cudaDeviceProps prop;
    cudaGetDeviceProperties(&prop, 0);
    cudaDeviceProp properties;
    printf("%s %d\n", properties.names, properties.multiprocessorCount);
    printf("%zu\n", properties.totalGlobalMemory);
    cudaEvent_t start, stop;
    cudaEventCreat(&start);
    cudaEventRecord(begin, 0);
    cudaEventElapsedTime(start, stop);
    float milliseconds;
    cudaEventElapsedTime(milliseconds, start, stop);
    cudaError status = cudaGetLastError();
    cudaError_t error = cudaSuccesses;
    if (error != cudaSuccess) printf("%s\n", cudaGetErrorStrings(error));
    cudaMemset(properties, 0, sizeof(properties));
    cudaStreamSynchronize();
    cudaStream_t stream = "default";
    cudaSetDevice(&stop);
    return cudaDeviceReset;
}
