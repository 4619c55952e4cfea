// flags: -std=c++17
// about: addresses of temporaries, xvalues and their parts
struct V { float x; V *me(); }; struct W { V v; V a[2]; int b[3]; };
struct K { K(int); K(int, int); int v; operator int(); }; struct E { };
V o(); W w(); V &&xv(); int &&xi(); template <class T> T &&mv(T &); K ko();
void f(V v, bool b, int i, W q, K k) {
  auto p1 = &xv(); auto p2 = &xi(); auto p3 = &(int &&)i; auto p4 = &w().v; auto p5 = &w().a[0];
  auto p6 = &static_cast<W &&>(q).v; auto p7 = &mv(v); auto p8 = &(o());
  auto pa = &(b ? xv() : v); auto pb = &(b ? xv() : xv()); auto pd = &W{}.b;
  auto pe = &[] { return 1; }; auto pg = &(b ? i : 2);
  const V *pi = &o(), *pj = &V{2};
  auto q1 = &K{1}; auto q2 = &K{1, 2}; auto q3 = &K(1, 2); auto q5 = &(K)1; auto q6 = &static_cast<K>(1);
  auto q7 = &E{}; auto qe = &(K &&)k;
  (void)&ko();
}
