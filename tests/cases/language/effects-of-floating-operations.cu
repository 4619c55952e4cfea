// flags: -std=c++17
// about: statements without effect: floating operations of host code count as one; members
void f(double d, double e, float g, int i, bool b) {
 d + e;
 d == e;
 d < 1.0;
 -d;
 d;
 d * 2;
 i / i;
 g + g;
 (int)d;
 (float)d;
 !d;
 d && b;
 d ? 1 : 2;
 i + 1;
 1.0 + 2.0;
 (double)i;
 i == g;
 d, e;
 b ? d : e;
 i + (int)d;
 +d;
 1.5;
 g == g ? i : 2;
 __builtin_sqrt(d);
}
__device__ void a(double d, int i) { d + 1; (int)d; d == 2; i + 1; }
__host__ __device__ void b(double d, int i) { d + 1; (int)d; d == 2; i + 1; }
__global__ void c(double d, int i) { d + 1; (int)d; d == 2; i + 1; }
void e(double d, int i) { d + 1; (int)d; d == 2; i + 1; }
constexpr void g(double d, int i) { d + 1; (int)d; d == 2; i + 1; }
template <class T> __device__ void h(double d, T i) { d + 1; (int)d; d == 2; i + 1; }
void k() { auto l = [](double d) { d + 1; d == 2; }; struct B { void m(double d) { d + 1; } }; }
__device__ void m() { auto l = [](double d) { d + 1; d == 2; }; struct B { void m(double d) { d + 1; } }; }
struct S { double x; __device__ void f() { x + 1; x == 2; } void g() { x + 1; x == 2; } };
struct P { double x; int i; volatile int v; static int t; int a[2]; int &r; const int c = 2;
 void g() { x + 1; i; i + 1; this->i; v; t; a[1]; r; c; a[0] + 1; r + 1; i == 2; (long)i; } };
struct T { int i; P *p; T *n; int k() { i; n->i; n->n->i; (*n).i; return 1; } };
