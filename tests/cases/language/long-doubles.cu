// flags: -std=c++17 --extended-lambda
// about: long double in device code
typedef long double ld;
__global__ void k(int *o) { ld a = 1; const long double c = 3; static long double e; double long f = 3; auto h = static_cast<long double>(3); new long double; typedef long double loc; using loc2 = long double; loc l; struct in { long double m; long double mf(long double p) { return p; } __device__ long double mg() { long double q = 1; return q; } }; for (long double i = 0; i < 3; ++i) {} auto lam = [](long double p) -> long double { long double r = p; return r; }; lam(2); extern void fn(long double); (void)(long double (*)(int))0; __shared__ long double sh; }
template <class T> struct ct { T v; __device__ void m() { long double a = 1; } __device__ long double n(long double x = 3); };
void host() { auto l = [] __device__ () { long double z = 1; }; long double z = sizeof(long double); }
__device__ void d() { ct<int>().m(); ct<char>().m(); nope(); }
struct cs { int x = (long double)3; __device__ cs() : x((long double)4) {} };
