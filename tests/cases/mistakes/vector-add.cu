// about: a first kernel: misspelt names
#include <cstdio>

__global__ void add(const float *a, const float *b, float *c, int n) {
    int i = blockidx.x * blockDim.x + threadIdx.x;
    if (i < N) {
        c[i] = a[i] + b[j];
    }
}

int main() {
    int n = 1024;
    float *a, *b, *c;
    cudaMallocManged(&a, n * sizeof(float));
    cudaMalloc(&b, size);
    cudaMalloc(&c, n * sizeof(flaot));
    add<<<grid, 256>>>(a, b, c, n);
    cudaDeviceSyncronize();
    print("%f\n", c[0]);
    return 0;
}
