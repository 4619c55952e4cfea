  union U { int a; float b; };
  constexpr int f1() { U u{1}; return (int)u.b; }
//                                          ^ note 2694 | U::b | U::a
//                                          ^ note 2694 | U::b | U::a
  constexpr int c1 = f1();
//                   ^ 28
  constexpr int f2(int x) { return f1() + x; }
//                                   ^ note 2693
  constexpr int f3(int x) { return 1 + f2(x); }
//                                       ^ note 2693
  constexpr int c3 = f3(2);
//                   ^ 28
  constexpr int c4 = 2147483647 + 1;
//                              ^ 61
  constexpr int c5 = 1 / 0;
//                     ^ 39
  constexpr int f6(int a) { return -a; }
//                                 ^ note 2707 | int
  constexpr int c6 = f6(-2147483647-1);
//                   ^ 28
  constexpr int f7(int a, int b) { return a / b; }
  constexpr int c7 = f7(-2147483647-1, -1);
  constexpr int f8(int a, int b) { return a % b; }
  constexpr int c8 = f8(-2147483647-1, -1);
  constexpr int f9(int a, int b) { return a << b; }
//                                          ^ note 2707 | int
  constexpr int c9 = f9(1, 31);
  constexpr int c10 = f9(2, 31);
//                    ^ 28
  constexpr int f11() { throw 1; }
//                      ^ note 2721
  constexpr int c11 = f11();
//                    ^ 28
  constexpr int f12(int x) { if (x) throw 1; return 0; }
//                                  ^ note 2721
  constexpr int c12 = f12(1);
//                    ^ 28
  volatile int v = 1;
  constexpr int c13 = v;
//                    ^ 28
//                    ^ note 2752
  const volatile int cv = 1;
  constexpr int c14 = cv;
//                    ^ 28
//                    ^ note 2752
  struct S { int m; constexpr S(int x) : m(10 / x) {} };
//                                            ^ note 61
//                                            ^ note 61
//                                            ^ note 61
//                                            ^ note 61
  constexpr S s0(0);
//               ^ 28
  constexpr S s1{0};
//              ^ 28
  constexpr S s2 = S(0);
//                 ^ 28
  constexpr S s3 = 0;
//                 ^ 28
  extern const int ec;
  constexpr int c15 = ec;
//                    ^ 28
//                    ^ note 2689 | variable ec
  constexpr int f16(const int *p) { return p[1]; }
//                                          ^ note 2701
  int rt[3];
  constexpr int c16 = f16(rt);
//                    ^ 28
  constexpr int f17(int *p) { *p = 1; return 1; }
//                               ^ note 2701
  constexpr int c17 = f17(rt);
//                    ^ 28
  constexpr int f18() { int x = 1; int *p = &x; return p[1]; }
//                                                      ^ note 2764
  constexpr int c18 = f18();
//                    ^ 28
  constexpr int f19() { int x = 1; int *p = &x; return p[2]; }
//                                                      ^ note 2691
  constexpr int c19 = f19();
//                    ^ 28
  constexpr unsigned char f20(int x) { unsigned char c = x; c += 1; return c; }
  constexpr int c20 = f20(255);
  constexpr signed char f21(int x) { signed char c = x; return c; }
  constexpr int c21 = f21(200);
  constexpr int f22(int x) { int i = x; ++i; return i; }
//                                      ^ note 2707 | int
  constexpr int c22 = f22(2147483647);
//                    ^ 28
  constexpr int f23(int x) { int i = x; i += 5; return i; }
//                                        ^ note 2707 | int
  constexpr int c23 = f23(2147483647);
//                    ^ 28
  constexpr float f24(double x) { return (float)x; }
  constexpr float c24 = f24(1e300);
  constexpr int f25(const char *p) { return p[5]; }
//                                           ^ note 2692 | 5 | 4
  constexpr int c25 = f25("abc");
//                    ^ 28
  constexpr int f26(int x) { return (1 << x) * 3; }
//                                           ^ note 2707 | int
  constexpr int c26 = f26(30);
//                    ^ 28
  constexpr long c27 = f26(-1) + c26;
