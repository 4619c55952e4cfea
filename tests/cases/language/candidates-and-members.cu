// flags: -std=c++17
// about: which parameter of a template does not fit, notes behind template arguments, names of members
template <class T> struct A { T t; }; struct B { };
template <class T> void p1(T *a, B b); void p1(int);
template <class T> void p2(T **a, B b); void p2(int);
template <class T> void p3(T &a, B b); void p3(int);
template <class T> void p5(A<T> a, B b); void p5(int);
template <class T> void p9(T B::*a, B b); void p9(int);
template <class T> void q1(T a, T c, B b); void q1(int);
void f(int i, int *p, int **pp, A<int> a, A<int> *ap) {
  p1(i, i); p1(p, i); p1(a, i); p1(3, i); p1("a", i);
  p2(i, i); p2(p, i); p2(pp, i); p2(&p, i); p2((void **)&p, i);
  p3(i, i); p3(3, i);
  p5(i, i); p5(a, i); p5(ap, i);
  p9(i, i); q1(i, p, i); q1(i, i, i);
}
template <class T> T q(T); template <class T> T q(); int q(int, int);
template <class T> T r(T, T); int r(int, int, int);
struct S { template <class T> T m(T, T); int m(int); };
void g(S s) { q<int, int>(3); q<>(1, 2, 3); r<>(3); r<int>(3); r<3>(1, 2); s.m<>(1); s.m<int>(1); s.m<int, int>(1, 2); r<int>("a", 2); }
template <class T> struct V { T a; template <class U> U as(int); template <class U> U num(); };
void h(V<int> v, V<int> *p) { v.as<int>(); p->as<int>(); v.template as<int>(); v.num(); p->V::num<char>(3); v.as<int>(1, 2); }
void k() { auto rec = [&](int n) { return rec(n); }; auto rec2 = [&] { rec2(); }; }
struct CM { const int c; }; struct RM { int &r; RM(); }; struct PL { int a; };
void l(CM cm, RM rm, PL pl) { cm = 3; rm = 3; pl = 3; }
struct R { int a; union { struct { int *p; } lin; struct { void *q; int w; } pitch2D; } res; struct { int z; } un; };
typedef struct { int k; } T;
void m(R r, R *p, T t) { r.res.pitch2.q = 0; p->res.linn.p = 0; r.res.lin.x = 0; r.un.y = 3; t.m = 3; }
template <class I> struct ni { }; template <class T> struct AI { typedef T *pointer; typedef ni<pointer> iterator; iterator begin(); };
struct a1; void n(AI<a1> &a) { a.begin().x; }
