// about: members of the built-in variables
__global__ void fill(int *out) {
    int x = threadIdx.w;
    int y = blockIdx.width;
    int z = blockDim.X;
    int i = threadIdx + blockIdx.x;
    out[threadIdx] = x + y + z + i;
    gridDim.x = 3;
    threadIdx.x++;
}
