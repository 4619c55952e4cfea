// flags: -std=c++17
// about: __grid_constant__ on members; outputs of inline assembly
struct task { int n; };
struct r1 { __device__ void step(const __grid_constant__ task t); template <class T> void a(const __grid_constant__ T t) {} template <class T> void b(const __grid_constant__ int t); };
__device__ void r1::step(const __grid_constant__ task t) { }
template <class T> void r1::b(const __grid_constant__ int t) {}
struct r2 { __device__ void step(const task t); friend void fr(const __grid_constant__ int t); r2(const __grid_constant__ int); };
__device__ void r2::step(const __grid_constant__ task t) { }
r2::r2(const __grid_constant__ int) {}
template <class T> struct r3 { template <class U> void a(const __grid_constant__ U t); void b(const T x); void c(const __grid_constant__ T x); };
template <class T> template <class U> void r3<T>::a(const __grid_constant__ U t) {}
template <class T> void r3<T>::b(const __grid_constant__ T x) {}
template <class T> void r3<T>::c(const T x) {}
__device__ void as(const int c, int n, float f) { asm("" : "=r"(7)); asm("" : "+r"(n + 1)); asm("" : "=r"(c)); asm("" : [t] "=f"(n), [u] "=r"(f)); }
