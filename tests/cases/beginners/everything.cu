// about: a first program with many small mistakes
#include <cstdio>
#include <cstdlib>
#define N 1024

__global__ void vecAdd(float *a, float *b, float *c, int n) {
    int id = blockIdx.x * blockdim.x + threadIdx.x;
    if (id < n) c[id] = a[id] + b;
}

void init(float *data, int size) {
    for (int i = 0; i < size; ++i) data = i;
    return 0;
}

float *allocate(int n) {
    float *p;
    if (cudaMalloc(&p, n) != cudaSuccess) return -1;
    return &p;
}

int check(cudaError_t error) {
    if (error) printf("%s\n", cudaGetErrorString());
    return error == cudaErrorMemory;
}

int main(int argc, char *argv[]) {
    float h_a[N], *d_a, *d_b;
    int n = argv[1];
    int m = atoi(argv);
    init(h_a);
    init(d_a, d_b);
    d_a = allocate();
    check(cudaMalloc(d_b, N * sizeof(float)));
    check(3);
    cudaMemcpy(d_a, h_a, N, cudaMemcpyHosttoDevice);
    vecAdd<<<N / 256, 256>>>(d_a, d_b, N);
    vecAdd<<<N / 256, 256>>>(d_a, d_b, h_c, N);
    h_a = d_a;
    for (int i = 0; i < N; i++) if (h_a[i] =! 1) printf("%f\n", h_a(i));
    cudaFree(d_a, d_b);
    free(h_c);
    return;
}
