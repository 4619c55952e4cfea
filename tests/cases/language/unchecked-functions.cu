// flags: -std=c++17
// about: pragmas that leave the calls of functions and templates unchecked
__device__ void d(); void h(); template <class T> __device__ void td(T); struct D { __device__ void operator()() const; __device__ void m(); };
#pragma nv_exec_check_disable
void a() { d(); }
#pragma nv_exec_check_disable
__host__ __device__ void b() { d(); h(); }
#pragma hd_warning_disable
void c() { d(); }
#pragma hd_warning_disable
__host__ __device__ void e() { d(); h(); }
#pragma nv_exec_check_disable
template <class T> __host__ __device__ void f(T t) { d(); h(); td(1); td(t); }
#pragma hd_warning_disable
template <class T> __host__ __device__ void g(T t) { d(); h(); td(1); td(t); }
#pragma nv_exec_check_disable
template <class T> void i(T t) { d(); h(); td(1); td(t); }
void use() { f(1); g(1); i(1); }
template void f<char>(char); template void g<char>(char);
