// flags: -std=c++17
// about: templates whose parameters differ in a variable template alone
#include <type_traits>
template <class T, std::enable_if_t<std::is_integral_v<T>, int> = 0> __device__ T f(T x) { return x; } template <class T, std::enable_if_t<std::is_floating_point_v<T>, int> = 0> T f(T x) { return x; } template <class T> __host__ __device__ T disp(T x) { if constexpr (std::is_integral_v<T>) return f(x); else return f(x); } __global__ void k(int *p, float *q) { *p = f(*p); *q = f(*q); disp(1); disp(1.f); } void h() { f(1); f(1.f); disp(1); disp(2.f); }
