  int &f1() { int x; return x; }
//                          ^ 836
  int &f2() { int x = 1; return (x); }
//                              ^ 836
  struct S { int m; int a[2]; };
  int &f3() { S s{}; return s.m; }
//                          ^ 836
  int &f4() { S s{}; return s.a[1]; }
//                          ^ 836
  int *f5() { int a[2] = {}; return a; }
//                                  ^ 1056
  int *f6() { int a[2] = {}; return &a[1]; }
//                                  ^ 1056
  int *f7() { int a[2] = {}; return a + 1; }
//                                  ^ 1056
  int *f8(int p) { return &p; }
//                        ^ 1056
  int &f9(int p) { return p; }
//                        ^ 836
  const int &f10() { return 1; }
//                          ^ 430
  int &f11(int &p) { return p; }
  int *f12() { static int x; return &x; }
  int &&f13() { int x = 1; return (int &&)x; }
//                                ^ 836
  int *f14() { int x = 1; int *p = &x; return p; }
  const S &f15() { S s{}; return s; }
//                               ^ 836
  const S &f16() { return S{}; }
//                        ^ 430
  int *f17(bool b) { int x = 1, y = 2; return b ? &x : &y; }
  auto f18 = []() -> int & { int x = 1; return x; };
//                                             ^ 836
  const int &f19(int x) { return x + 1; }
//                               ^ 430
  const long &f20() { int x = 1; return x; }
//                                      ^ 430
  void *f23() { int x = 1; return &x; }
//                                ^ 1056
  int a[2]; int b[2][3];
  int *p1 = a + 3; int *p2 = a - 1; int *p3 = &a[2]; int *p4 = &a[3]; int q1 = a[2]; int q2 = a[-1]; int *p5 = a + 2; int *p6 = b[2]; int *p7 = b[0] + 4; int *p8 = 3 + a;
//            ^ 170
//                             ^ 170
//                                                                                                                                                                    ^ 170
  void fn(int *p) { int l[4]; int *z = l + 5; z = &l[4]; z = &l[5]; l[4] = 1; l[5] = 2; z = l - 1; p[-1] = 1; const int k = 7; l[k] = 1; *(l + 9) = 1; }
//                                       ^ 170
//                                                                                            ^ 170
//                                                                                                                                           ^ 170
  constexpr int c[2] = {1, 2}; constexpr int d = c[2]; constexpr int e = c[3]; constexpr const int *cp = &c[2]; constexpr const int *cp2 = &c[3];
//                                               ^ 28
//                                                ^ note 2699 | 2
//                                                                       ^ 28
//                                                                        ^ note 2692 | 3 | 2
//                                                                                                                                         ^ 28
//                                                                                                                                           ^ note 2692 | 3 | 2
  constexpr int vf(const void *q) { return *(const int *)q; } constexpr int vv = vf(&x); constexpr long ll = (long)&x; constexpr int *np = (int *)0; constexpr int *np1 = (int *)16; constexpr int *np2 = reinterpret_cast<int *>(0);
//                                                                                   ^ 20 | x
//                                                                                                                  ^ 20 | x
