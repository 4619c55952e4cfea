// about: launches that are written wrongly
#include <cstdio>

__global__ void scale(float *data, float factor, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] *= factor;
}

__global__ void report() { printf("%d\n", threadIdx.x); }

struct Config { int blocks, threads; };

int main() {
    float *data;
    int n = 256;
    Config config = {8, 32};
    dim3 grid(4, 4), block;
    cudaMalloc(&data, n * sizeof(float));
    scale<<<grid, block>>>(data, 2.0f);
    scale<<<config.blocks, config.thread>>>(data, 2.0f, n);
    scale<<<config, 32>>>(data, 2.0f, n);
    scale<<<grid, block, data>>>(data, 2.0f, n);
    scale<<<1, 32>>>(&data, 2.0f, n);
    scale<<<1, 32>>>(data, "2", n);
    scale<<<1, 32>>>(data, 2.0f, &n);
    scale<<<1, 32>>>(*data, 2.0f, n);
    report<<<1, 32>>>(n);
    int done = report<<<1, 1>>>();
    scales<<<1, 32>>>(data, 2.0f, n);
    n<<<1, 1>>>();
    cudaDeviceSynchronise();
    return done;
}
