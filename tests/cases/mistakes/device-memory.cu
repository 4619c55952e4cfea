// about: runtime calls of a first program
#include <cstdio>
#include <cstdlib>

__device__ float table[16];
__constant__ int limits[4];

int main() {
    float *host = malloc(16 * sizeof(float));
    int *ints = (float *)malloc(64);
    float *device;
    cudaMalloc(device, 64);
    cudaMemcpy(device, host, 64);
    cudaMemcpy(device, host, 64, cudaMemcpyHostToDevise);
    cudaMemcpy(device, host, cudaMemcpyHostToDevice, 64);
    cudaMemcpyToSymbol(table, host);
    cudaFree(&device, 1);
    cudaError_t error = cudaMalloc((void **)&device);
    int code = cudaGetLastErrors();
    printf("%s\n", cudaGetErrorString(code));
    dim3 grid = {1, 2, 3, 4};
    dim3 block("3");
    cudaEvent_t start;
    cudaEventCreate(start);
    cudaStream_t stream = 3;
    return error == cudaSucces;
}
