/* Included where size_t is declared: the built-in types as the host compiler is to see them. */
struct uint3 { unsigned x, y, z; };
struct int2 { int x, y; };
struct float2 { float x, y; };
struct float4 { float x, y, z, w; };
struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
};
typedef struct CUstream_st *cudaStream_t;
enum cudaError { cudaSuccess };
typedef enum cudaError cudaError_t;
#define __specialization_static
