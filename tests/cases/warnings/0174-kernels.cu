// about: 174 in kernels
__global__ void k(int *p, int n) {
    int i = threadIdx.x;
    threadIdx.x;
    i < n;
    p[i];
    p[i] == 1;
    if (i < n) p[i] + 1;
    __syncthreads;
    i = n, i;
}
void launch(int *p) { k; k<<<1, 1>>>(p, 1); k<<<1, 1>>>(p, 1), 2; }
