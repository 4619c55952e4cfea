// about: 69 in kernels and device code
__constant__ unsigned char table = 300;
__device__ short value = 70000;
__global__ void k(unsigned char *out, short n) {
    out[0] = 256;
    out[threadIdx.x] = 1000;
    n = 100000;
    __shared__ char s[4];
    s[0] = 333;
}
void use(unsigned char *p) { k<<<1, 1>>>(p, 99999); }
