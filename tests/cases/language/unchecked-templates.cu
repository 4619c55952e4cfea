// flags: -std=c++17
// about: the same of templates, specializations and friends
void h(); __device__ int x; inline void ih() {}
#pragma nv_exec_check_disable
template <class T> __host__ __device__ void g(T) { h(); ih(); x = 1; }
template <> __host__ __device__ void g<int>(int) { h(); ih(); }
#pragma nv_exec_check_disable
template <class T> __host__ __device__ void f(T);
template <class T> __host__ __device__ void f(T) { h(); ih(); }
void use() { g(1); g('a'); f(1); }
struct F {
#pragma nv_exec_check_disable
public:
  __host__ __device__ void m() { h(); ih(); }
#pragma nv_exec_check_disable
  F() = default;
  __host__ __device__ void n() { h(); ih(); }
#pragma nv_exec_check_disable
  friend __host__ __device__ void fr(F) { h(); ih(); }
};
void use2(F f) { fr(f); f.m(); f.n(); }
