// about: 852 in templates, lambdas, kernels
template <class T> struct P { T *p; void inc() { p++; } T &at(int i) { return p[i]; } };
struct I;
template <class T> struct D;
template <class T> void fixed(I *p, T) { p++; }
__global__ void k(I *p, int n) { p[n]; p + threadIdx.x; }
__device__ void d(I *p) { p++; }
void use(P<I> a, P<int> b, D<int> *e) {
    a.inc();
    b.inc();
    e++;
    [](I *p) { p++; }(a.p);
    fixed(a.p, 1);
}
