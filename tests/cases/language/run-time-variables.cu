// flags: -std=c++17
// about: variables, references and this where a constant is required
struct S { int x; int y[3]; constexpr int g() const { return x; } constexpr int h() const { return 1; } static const int k = 3; 
  void m() const { static_assert(x == 1); static_assert(this->x == 1); static_assert(g() == 1); static_assert(h() == 1); static_assert(k == 3);
    int a[1]; static_assert(y[0] == 1); static_assert(this != nullptr); constexpr int z = x; constexpr int w = h(); constexpr const S *p = this; } };
int gi; S gs; const S gcs{1}; constexpr S ks{1}; extern const int ei; const int rt = gi; int &gr = gi; extern int &er; const S &csr = gs; int *const gp = &gi;
void f(int n) {
  int i = 3; static int si; int &sr = gi; int &ssr = si; const int &cr = 5; const int &cr2 = i; int *const cp = &gi; int *const cp2 = &i; S &lr = gs; const S &tr = S{1};
  int &&rr = 3;
  static_assert(&sr == &gi);
  static_assert(&ssr != nullptr);
  static_assert(cr == 5);
  static_assert(cr2 == 5);
  static_assert(cp == &gi);
  static_assert(cp2 != nullptr);
  static_assert(lr.x == 1);
  static_assert(lr.h() == 1);
  static_assert(tr.x == 1);
  static_assert(tr.h() == 1);
  static_assert(rr == 1);
  static_assert(sr == 1);
  static_assert(gr == 1);
  static_assert(er == 1);
  static_assert(csr.x == 1);
  static_assert(gs.x == 1);
  static_assert(gs.g() == 1);
  static_assert(gcs.x == 1);
  static_assert(gcs.g() == 1);
  static_assert(ks.x == 1);
  static_assert(gi == 1);
  static_assert(ei == 1);
  static_assert(rt == 1);
  static_assert(*gp == 1);
  static_assert(si == 1);
  constexpr int a = n;
  constexpr int b = lr.x;
  constexpr int c{n};
  constexpr int d(gs.x);
  
  constexpr const S &e2 = gs;
  constexpr int *e3 = &i;
  constexpr int *e4 = &si;
  constexpr int &e5 = i;
  constexpr const int &e6 = 3;
  constexpr int e9[] = {1, n};
  constexpr int e10 = (n, 1);
  constexpr int e11 = n ? 1 : 2;
  constexpr int e12 = true ? 1 : n;
  constexpr bool e13 = n || true;
  constexpr bool e14 = true || n;
  
  switch (n) { case 1: break; case gi: break; }
  const int cn = n; constexpr int e15 = cn;
  auto l = [=] { constexpr int q = n; return q; };
  auto l2 = [&] { constexpr int q = i; return q; };
}
