// about: 2809 in device code and of the runtime
[[nodiscard]] __device__ int d();
[[nodiscard]] __host__ __device__ int hd();
struct [[nodiscard]] Error { int code; };
Error check(cudaError_t e);
__global__ void k(int *p) { d(); hd(); p[0] = d(); (void)d(); }
void use(int *p) { hd(); check(cudaMalloc(&p, 4)); cudaFree(p); k<<<1, 1>>>(p); }
