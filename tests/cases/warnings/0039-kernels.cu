// about: 39 in device code
__constant__ int table = 1 / 0;
__device__ int d(int x) { return x / 0; }
__global__ void k(int *p, float *f, int n) {
    int i = threadIdx.x / 0;
    p[i] = n % 0;
    f[i] = f[i] / 0;
    f[i] /= 0.0f;
    p[threadIdx.x % 0] = 1;
    if (n / 0) return;
}
