/* Stands in for cuda_runtime.h: the words of CUDA and what host text refers to, in a form that front ends read in no
   time. What the toolkit's headers mark as built in is marked here too. */
typedef unsigned long size_t;
#define __CUDACC__ 1
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((managed))
#define __grid_constant__ __attribute__((grid_constant))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __cluster_dims__(...) __attribute__((cluster_dims(__VA_ARGS__)))
#define __maxnreg__(...) __attribute__((maxnreg(__VA_ARGS__)))
#define __block_size__(...) __attribute__((__block_size__(__VA_ARGS__)))
#define __nv_pure__ __attribute__((nv_pure))
#define __device_builtin__ __attribute__((device_builtin))
#define __cudart_builtin__ __attribute__((cudart_builtin))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __tag_hidden__
#define NULL __null
extern "C" void exit(int) throw() __attribute__((noreturn)); extern "C" void free(void*) throw();
struct __device_builtin__ uint3 { unsigned x,y,z; };
struct __device_builtin__ int2 { int x,y; }; struct __device_builtin__ float2 { float x,y; }; struct __device_builtin__ float4 { float x,y,z,w; };
struct __device_builtin__ dim3 { unsigned x,y,z; constexpr dim3(unsigned a=1,unsigned b=1,unsigned c=1):x(a),y(b),z(c){} };
typedef __device_builtin__ struct CUstream_st *cudaStream_t;
enum __device_builtin__ cudaError { cudaSuccess };
typedef __device_builtin__ enum cudaError cudaError_t;
extern const uint3 __device_builtin__ threadIdx; extern const uint3 __device_builtin__ blockIdx; extern const dim3 __device_builtin__ blockDim; extern const dim3 __device_builtin__ gridDim; extern const int __device_builtin__ warpSize;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
extern "C" unsigned __cudaPushCallConfiguration(dim3 g, dim3 b, size_t s = 0, struct CUstream_st *st = 0);
extern "C" cudaError_t cudaLaunchKernel(const void*, dim3, dim3, void**, size_t, cudaStream_t);
template<class T> cudaError_t cudaLaunchKernel(const T*, dim3, dim3, void**, size_t = 0, cudaStream_t = 0);
extern "C" int printf(const char *, ...);
extern "C" cudaError_t cudaDeviceSynchronize(void); 
extern "C" __device__ cudaError_t cudaGetParameterBufferV2(void *, dim3, dim3, unsigned);
extern "C" __device__ void *cudaGetParameterBuffer(size_t, size_t); extern "C" __device__ unsigned cudaLaunchDevice(void*,void*,dim3,dim3,unsigned,cudaStream_t);
#ifdef __CUDACC_EXTENDED_LAMBDA__
#include <functional>
#include <utility>
struct __device_builtin__ __nv_lambda_preheader_injection { };
#endif
