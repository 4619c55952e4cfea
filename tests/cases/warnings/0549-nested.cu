// about: 549 in templates, lambdas, kernels
template <class T> T t() { T x; T y = x; return y; }
template <class T> int u() { int x; return x + 1; }
struct S { int f() { int x; return x; } static int g() { int y; { int z = y; return z; } } };
__global__ void k(int *p) { int i; p[i] = 1; float s; s += p[0]; int j = threadIdx.x; p[j] = s; }
__device__ int d() { int x; return x; }
int use() {
    auto l = [] { int x; return x; };
    { int a; { int b = a; (void)b; } }
    return l() + t<int>() + u<int>();
}
