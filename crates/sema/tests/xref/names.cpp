namespace N { int v; void f(int); void f(char); typedef int T; struct S { T m; S(); static int q; enum E { a }; void g(){ m = a; } }; }
int N::S::q = 3;
template<class T> struct A { T t; void h(T x){ t = x; } };
A<int> ai;
void N::f(int k) { v = k; S s; s.m++; s.g(); int *p = &v; f('c'); ::N::f(2); for (int i = 0; i < k; ++i) { T z = i; (void)z; } auto l = [k](int y){ return y + k; }; l(1); }
using N::f; namespace M = N; M::T gt;
extern "C" void cf(int a);
struct Z; Z *zp; enum EE { e1, e2 = e1 };
int main(int argc, char **) { f(argc); zp = 0; EE e = e2; return e; }
struct Base { int inherited; static int count; void method(int); void method(double); };
struct Derived : Base { int own; Base *link; int get() { return own + inherited + link->inherited + this->own; } };
typedef struct Tagged { int t; } Tagged;
int Base::count = 1;
void Base::method(int v) { count += v; }
int uses(Derived d, Derived *p, Tagged *t) { d.method(1); p->link->method(2.0); { int d = 3; p->own = d; } return t->t + d.get() + Derived::count; }
int overloaded(int); int overloaded(char, int b = 2); int call_it() { return overloaded('x', 1) + overloaded(5); }
namespace outer { inline namespace v1 { int hidden; } namespace { int unnamed; } } int get_hidden() { using namespace outer; return hidden + outer::unnamed + outer::v1::hidden; }
int shadow(int x) { for (int x = 0; x < 2; ++x) { if (int x = 1) return x; } try { return x; } catch (int x) { return x; } }
struct dim3 { unsigned x, y, z; dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1); dim3(const int *); }; extern "C" unsigned __cudaPushCallConfiguration(dim3, dim3, unsigned long = 0, void * = 0);
__attribute__((global)) void kernel(int); void launches(unsigned n, dim3 d) { kernel<<<(n + 255) / 256, d>>>(n); kernel<<<2, n>>>(1); }
struct Object { Object(); Object(int); Object(int, char); ~Object(); }; Object global_object; void objects(int n) { Object a; Object b(n); Object c(1, 'c'); Object list[2]; Object copy(a); }
template<class T> T pi = 3; template<> int pi<int> = 4; double area(int r) { return pi<double> * r + pi<int>; }
int closures(int n) { auto add = [n](int x) { return x + n; }; return add(1) + [] { return 2; }(); }
int jumps(int n) { again: if (n-- > 0) goto again; return n; }
constexpr int threads = 32; __attribute__((global)) void __attribute__((launch_bounds(threads))) bounded() {}
