  int n;
  constexpr int f1() { return n; }
//                            ^ note 2689 | variable n
//                            ^ note 2689 | variable n
//                            ^ note 2689 | variable n
//                            ^ note 2689 | variable n
//                            ^ note 2689 | variable n
//                            ^ note 2689 | variable n
//                            ^ note 2689 | variable n
  constexpr int g1(int x) { if (x) return f1(); return 0; }
//                                          ^ note 2693
//                                          ^ note 2693
//                                          ^ note 2693
//                                          ^ note 2693
//                                          ^ note 2693
//                                          ^ note 2693
//                                          ^ note 2693
  constexpr int c1 = g1(1) + 2;
//                   ^ 28
  constexpr int c2 = 2 + g1(1);
//                   ^ 28
  constexpr int c3 = (g1(1));
//                   ^ 28
  constexpr int c4{g1(1)};
//                ^ 28
  constexpr int c5(g1(1));
//                 ^ 28
  constexpr int c6 = {g1(1)};
//                   ^ 28
  constexpr double c7 = g1(1);
//                      ^ 28
  int h(int);
  constexpr int c8 = h(1);
//                   ^ 28
//                   ^ note 2703 | function h
  struct S { int m; constexpr S(int x) : m(x) {} constexpr int get() const { return m; } int bad() const; constexpr operator int() const { return n; } };
//                                                                                                                                                ^ note 2689 | variable n
  constexpr int c9 = S(1).bad();
//                   ^ 28
//                        ^ note 2703 | function S::bad
  constexpr S s(1);
  constexpr int c10 = s.bad();
//                    ^ 28
//                      ^ note 2703 | function S::bad
  constexpr int c11 = s;
//                    ^ 28
  constexpr int c12 = S(n).get();
//                    ^ 28
//                      ^ note 2689 | variable n
  constexpr S s2(n);
//               ^ 28
//               ^ note 2689 | variable n
  constexpr S s3{n};
//              ^ 28
//               ^ note 2689 | variable n
  constexpr S s4 = S(n);
//                 ^ 28
//                   ^ note 2689 | variable n
  constexpr S s5 = {n};
//                 ^ 28
//                  ^ note 2689 | variable n
  struct T { int a; T(int); };
  int arr[3];
  constexpr int c14 = arr[1];
//                    ^ 28
//                       ^ note 2701
  constexpr int c15 = *arr;
//                    ^ 28
//                    ^ note 2701
  struct Q { int q; } qq;
  constexpr int c16 = qq.q;
//                    ^ 28
//                      ^ note 2701
  constexpr int *p = &arr[1];
  constexpr int c17 = *p;
//                    ^ 28
//                    ^ note 2701
  const double d = 1.5; const float fl = 2.5f;
  constexpr int c18 = (int)d;
  const S cs(3);
  constexpr int c19 = cs.m;
  constexpr int c20 = cs.get();
  constexpr const char *t = "abc";
  constexpr char c21 = t[3];
  constexpr char c22 = "abc"[7];
//                     ^ 28
//                          ^ note 2692 | 7 | 4
  constexpr bool c23 = t == "abc";
  constexpr int f24(int x) { while (x > 0) { --x; if (x == 3) return n; } return 0; }
//                                                                   ^ note 2689 | variable n
  constexpr int c24 = f24(5);
//                    ^ 28
  constexpr int f25(const S &s) { return s.bad(); }
//                                         ^ note 2703 | function S::bad
  constexpr int c25 = f25(S(1));
//                    ^ 28
  constexpr int f26(int i) { int a[3] = {1,2,3}; int *p = a; p += i; return *p; }
//                                                             ^ note 2692 | 4 | 3
//                                                             ^ note 2735
//                                                                          ^ note 2699 | 3
  constexpr int c26 = f26(3);
//                    ^ 28
  constexpr int c27 = f26(4);
//                    ^ 28
  constexpr int c28 = f26(-2);
//                    ^ 28
  constexpr int f29() { int x; x = 3; return x; }
//                          ^ 2662
  auto lam = [](int x) { return x * 2; };
  constexpr int c30 = lam(2);
  constexpr auto lam2 = [](int x) { return x * 2; };
  constexpr int c31 = lam2(1 / f29());
//                    ^ 28
//                             ^ note 2703 | function f29
  const int ci = h(2);
  constexpr int c32 = ci;
//                    ^ 28
//                    ^ note 2689 | variable ci
  static int st = 2;
  constexpr int c33 = st++;
//                    ^ 28
//                      ^ note 2701
  constexpr int c34 = (st = 2);
//                    ^ 28
//                        ^ note 2701
  constexpr int f35(int &r) { r = 2; return r; }
//                              ^ note 2701
  constexpr int c35 = f35(st);
//                    ^ 28
  int *gp;
  constexpr int c36 = *gp;
//                    ^ 28
//                     ^ note 2689 | variable gp
  constexpr bool c37 = gp;
//                     ^ 28
//                     ^ note 2689 | variable gp
  constexpr bool c38 = gp == nullptr;
//                     ^ 28
//                     ^ note 2689 | variable gp
