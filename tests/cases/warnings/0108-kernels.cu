// about: 108 in device code
struct __align__(8) S { int a : 1; int b : 31; };
__device__ struct { int flag : 1; } state;
__global__ void k(S s) { struct L { int m : 1; } l; l.m = 0; s.a = l.m; state.flag = 1; }
