// about: 2464 in kernels and runtime calls
__global__ void k(char *p) { char *q = "device"; p[0] = q[0]; }
__device__ char *d() { return "d"; }
void use(char *p) { k<<<1, 1>>>("text"); k<<<1, 1>>>(p); cudaMemcpy(p, "abc", 3, cudaMemcpyHostToDevice); }
__constant__ char *name = "constant";
