// flags: -std=c++17
// about: Local classes that name variables, places of definitions, deduced results, names in signatures, specializations twice
int g(int n) { int kk = 3; struct L { int mm() { return n; } static int sm() { return kk; } int ok() { return sizeof(n); } }; return 0; }
int g9(int n) { struct L { L(int x) : v(n) {} int v; }; struct M { int operator()(int i) const { return i * n; } }; return M()(3); }
__device__ int ga(int n) { struct Cmp { __device__ bool operator()(int a, int b) const { return a < n; } }; return Cmp()(1, 2); }
int g6(int n) { static int s = 3; const int c = 4; struct L { int x() { return s + c; } int *p() { return &n; } }; return 0; }

class C { static void f(); static void f2(); void g(int); void g(float); C(int); static int s; struct N; static const int k = 3; public: C(); };
void C::f() {}
void C::g(int) {}
C::C(int) {}
struct C::N {};
int C::s;
const int C::k;
void use(C *c) { C::f(); C::f2(); c->g(1); c->g(1.0f); C x(1); C::N n; C::s; }
void C::f2() {}

auto miss1(int x) { if (x) return 1; }
decltype(auto) miss2(int x) { while (x) return 1; }
struct S { auto m(int x) { if (x) return 1; } };
template <class T> auto t1(T x) { if (x) return 1; }
int inst = t1(3);
auto a3() { }

namespace q { int z; }
auto fn(int x) -> q::nothing { return x; }
auto fn2(int x) -> nope0 { return x; }
void lambdas() {
  auto a = [](int x) -> q::nothing { return x; };
  auto b = [](q::nothing2 x) { return 1; };
  auto c = [](int x) -> nope { return x; };
  auto d = [](nope2 x) { return 1; };
}

template <class T> int size(T);
template <> int size(double) { return 8; }
template <> int size(double) { return 9; }
template <> int size<float>(float) { return 1; }
template <> inline int size(float) { return 1; }
template <class T> struct B { void f(); int g() { return 1; } template <class U> void h(U); };
template <> void B<int>::f() { }
template <> void B<int>::f() { }
template <> int B<char>::g() { return 2; }
template <> int B<char>::g() { return 3; }
template <class T> void gap(T a = 0, int b) {}
template <class T> struct Gap { void m(int a = 0, T b); };
template <class T, class... U> void packed(T a = 0, U... rest) {}

enum class Axis : unsigned char { x, y };
enum class Axis { w };
namespace ns { template <typename T> void emb(const T *e, int beam); }
namespace ns { template <typename T> void emb(const T *e, int beam) {} template void emb<float>(const float *e, double beam); }
