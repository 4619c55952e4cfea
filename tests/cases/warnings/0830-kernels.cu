// about: 830 in device code
#include <cstddef>
struct A { __device__ A(); __device__ void *operator new(std::size_t, int); };
struct B { __host__ __device__ B(); __host__ __device__ void *operator new(std::size_t, int); __host__ __device__ void operator delete(void *, int); };
__global__ void k() { new (1) A; new (1) B; }
void use() { new (1) B; }
