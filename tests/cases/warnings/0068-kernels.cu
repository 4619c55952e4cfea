// about: 68 in kernels and calls of built-in functions
__global__ void k(unsigned *out, unsigned n) {
    unsigned i = threadIdx.x - 1;
    unsigned mask = -1;
    out[i] = -1;
    out[-1] = n;
    atomicAdd(out, -1);
    __shfl_sync(-1, 3, 0);
    __syncwarp(-1);
    if (n == -1) out[0] = mask;
}
void use(unsigned *p) { k<<<1, 32>>>(p, -1); k<<<-1, 32>>>(p, 1); cudaMemset(p, -1, -1); }
