// about: shared memory
__global__ void reduce(const int *in, int *out, int n) {
    __shared__ int cache[n];
    extern __shared__ float buffer[];
    __shared__ int tile[16][16];
    int i = threadIdx.x;
    cache[i] = in;
    tile[i] = in[i];
    tile[i][i][i] = 1;
    buffer = in;
    __syncthread();
    __syncthreads(1, 2);
    for (int stride = blockDim / 2; stride > 0; stride /= 2) {
        if (i < stride) cache[i] += cache[i + strde];
    }
    if (i = 0) out = cache[0];
    out[blockIdx] = tile[0];
    *out = atomicAdd(out);
    atomicAdd(*out, 1);
    int *p = tile;
    int sum = cache + tile;
}
