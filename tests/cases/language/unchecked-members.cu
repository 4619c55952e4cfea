// flags: -std=c++17
// about: the same in front of members
__device__ void d(); void h(); struct D { __device__ void operator()() const; __device__ void m(); };
struct S {
#pragma nv_exec_check_disable
  __host__ __device__ void a() { d(); h(); }
#pragma hd_warning_disable
  __host__ __device__ void b() { d(); h(); }
#pragma nv_exec_check_disable
  template <class T> __host__ __device__ void c(T) { d(); h(); }
#pragma hd_warning_disable
  template <class T> __host__ __device__ void e(T) { d(); h(); }
#pragma nv_exec_check_disable
  __host__ __device__ S() { d(); h(); }
#pragma nv_exec_check_disable
  __host__ __device__ ~S() { d(); h(); }
#pragma nv_exec_check_disable
  __host__ __device__ void later();
};
__host__ __device__ void S::later() { d(); h(); }
void use() { S s; s.c(1); s.e(1); }
template <class T> struct TS {
#pragma nv_exec_check_disable
  __host__ __device__ void a() { d(); h(); }
#pragma hd_warning_disable
  __host__ __device__ void b() { d(); h(); }
#pragma nv_exec_check_disable
  __host__ __device__ void later();
  __host__ __device__ void later2();
};
template <class T> __host__ __device__ void TS<T>::later() { d(); h(); }
#pragma nv_exec_check_disable
template <class T> __host__ __device__ void TS<T>::later2() { d(); h(); }
void use2() { TS<int> s; s.a(); s.b(); s.later(); s.later2(); }
template struct TS<char>;
