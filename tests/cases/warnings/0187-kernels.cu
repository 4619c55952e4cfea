// about: 187 in kernels
__global__ void k(int *p, int n) {
    int i = threadIdx.x;
    if (i = n) p[i] = 1;
    if (i = blockDim.x) p[i] = 2;
    if (p[i] = 0) return;
    while (n = i) n--;
    for (int j = 0; j = n; j++) p[j] = 3;
}
