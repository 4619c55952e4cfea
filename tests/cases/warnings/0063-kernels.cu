// about: 63 in device code
__constant__ int table = 1 << 32;
__device__ int d(int x) { return x << 32; }
__global__ void k(unsigned *p, unsigned long long *q, int n) {
    int i = threadIdx.x << 32;
    p[i] = 1u << 32;
    q[i] = 1 << 40;
    q[i] = 1ull << 64;
    p[i] <<= 33;
    p[threadIdx.x >> 32] = n;
}
