// flags: -std=c++17 --extended-lambda
// about: initializers and extern declarations of shared variables in templates
template <class T> __global__ void k(T *o) { __shared__ T a = T(); __shared__ int b{3}; __shared__ T c; o[0] = a + b + c; }
void h() { k<int><<<1, 1>>>(0); k<double><<<1, 1>>>(0); }
template <class T> void host(T *o) { __shared__ T a = T(); }
void h2() { host<int>(0); }
template <class T> __host__ __device__ void hd(T *o) { if constexpr (sizeof(T) > 4) { __shared__ T a(T(2)); } else { __shared__ T d{}; } }
void h3() { hd<int>(0); hd<double>(0); }
template <class T> struct s { __device__ void f() { static __shared__ T e = 1; extern __shared__ T dyn[]; } template <class U> __device__ void g() { __shared__ U q = 1; for (__shared__ int i = 0; i < 3; ++i) {} } };
__global__ void kk() { s<int>().f(); s<char>().g<long>(); auto l = [](auto x) { __shared__ int z = 3; return x; }; l(2); l('c'); s<long>().f(); }
template <class T> __global__ void outer() { auto l = [](int x) { __shared__ T z = 3; return x; }; l(2); struct in { __device__ void m() { __shared__ T z = 4; } }; in().m(); }
void h4() { outer<int><<<1, 1>>>(); }
template <class T> __device__ void dd() { __shared__ struct { int x = 3; } w; __shared__ T v[2] = {1, 2}; extern __shared__ T dyn[]; dyn[0] = v[1]; }
__global__ void k5() { dd<int>(); dd<float>(); dd<int>(); }
template <> __device__ void dd<long>() { __shared__ int vv = 3; extern __shared__ int dyn[]; }
__global__ void k6() { extern __shared__ long dyn[]; dyn[0] = 1; extern __shared__ int other[]; other[1] = 2; }
template <int N, class T> __device__ T *dy() { extern __shared__ T other[]; return other; }
template <int N, class T> __device__ T *dz() { extern __shared__ __align__(16) T zz[]; return zz; }
__global__ void k7() { dy<1, int>(); dy<2, long>(); dz<1, int>(); dz<2, int>(); dz<3, unsigned>(); dz<4, int>(); dz<5, unsigned>(); }
