// flags: -std=c++17
// about: template arguments that are not constant
template<int N> __global__ void k(int *p) { *p = N; }
template<typename T, int N> __global__ void k2(T *p) { *p = N; }
template<int N, typename T> void hf(T *p) { *p = N; } template<int N> struct V { int a[N]; static int sf() { return 0; } template<int M> void mm(); };
int rt(); int gl, g; const int cg = rt(); const int cc = 4;
void launch(int n, int *p) {
  k<n><<<1, 1>>>(p);
  k2<int, n><<<1, 1>>>(p);
  int bs = 256;
  k<bs><<<1, bs>>>(p);
  hf<n>(p);
  hf<bs>(p);
  hf<gl>(p);
  hf<cg>(p);
  hf<cc>(p);
  hf<rt()>(p);
  const int cn = n; hf<cn>(p);
  const int c4 = 4; hf<c4>(p); k<c4><<<1, 1>>>(p);
  for (int i = 0; i < 4; ++i) k<i><<<1, 1>>>(p);
}
template<class T> void tl(int n, T *p) { k<n><<<1, 1>>>((int *)p); hf<n>(p); hf<n>(&n); V<n> v; }
template<int N> struct I { static int x; }; template<class T> struct W {};
struct In : I<g> { }; struct In2 { I<g> m; }; struct In3 { I<g> f(); void h(I<g>); I<g> *p; static I<g> s; typedef I<g> T; };
int sz = sizeof(I<g>); int v = I<g>::x; W<I<g>> wi;
void types(int p) { new I<p>; V<p>::sf(); V<4> w; w.mm<p>(); }
void lambdas(int n) { auto l = [=] { hf<n>(&n); }; auto m = [&](int p) { hf<n>(&p); hf<p>(&p); const int q = p; hf<q>(&p); }; auto g = [](auto x, int y) { hf<y>(&y); const int z = 3; hf<z>(&y); }; g(1, 2); }
