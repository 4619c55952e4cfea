// about: 940 in device code
__device__ int a(int x) { if (x) return 1; }
__host__ __device__ int b() { }
__device__ int c() { __trap(); }
__global__ void k(int *p) { p[0] = a(1); }
__device__ float d(float x) { if (x > 0) return x; if (x <= 0) return -x; }
__device__ int e(int x) { switch (x) { case 0: return 1; case 1: return 2; } }
__device__ int f(int x) { assert: x++; }
int g(int x) { if (x) { return 1; } else { } }
