  int n; constexpr int f(int x) { return x; }
  void s1(int q) { switch (q) { case n: break; } }
//                                   ^ 28
//                                   ^ note 2689 | variable n
  void s2(int q) { switch (q) { case 1: break; case n + 1: break; } }
//                                                  ^ 28
//                                                  ^ note 2689 | variable n
  void s3(int q) { int k = 3; switch (q) { case k: break; } }
//                                              ^ 28
//                                              ^ note 2689 | variable k
  constexpr int c1 = (int)n; constexpr int c2 = static_cast<int>(n); constexpr int c3 = int(n); constexpr int c4 = (n); constexpr int c5 = -n; constexpr int c6 = !n; constexpr int c7 = n ? 1 : 2; constexpr int c8 = (int)n + 1;
//                   ^ 28
//                        ^ note 2689 | variable n
//                                              ^ 28
//                                                               ^ note 2689 | variable n
//                                                                                      ^ 28
//                                                                                          ^ note 2689 | variable n
//                                                                                                                 ^ 28
//                                                                                                                  ^ note 2689 | variable n
//                                                                                                                                         ^ 28
//                                                                                                                                          ^ note 2689 | variable n
//                                                                                                                                                                ^ 28
//                                                                                                                                                                 ^ note 2689 | variable n
//                                                                                                                                                                                       ^ 28
//                                                                                                                                                                                       ^ note 2689 | variable n
//                                                                                                                                                                                                                     ^ 28
//                                                                                                                                                                                                                          ^ note 2689 | variable n
  constexpr long c9 = (long)f(n); constexpr int c10 = {(int)n}; constexpr int c11 = sizeof(n) + n; constexpr bool b1 = (bool)n;
//                    ^ 28
//                            ^ note 2689 | variable n
//                                                    ^ 28
//                                                          ^ note 2689 | variable n
//                                                                                  ^ 28
//                                                                                              ^ note 2689 | variable n
//                                                                                                                     ^ 28
//                                                                                                                           ^ note 2689 | variable n
  int o1 = 2147483647 + 1; long o2 = 2147483647 * 2; int o3 = -2147483647 - 2; unsigned o4 = 4294967295u + 1; int o5 = -(-2147483647 - 1);
//                    ^ 61
//                                              ^ 61
//                                                                        ^ 61
//                                                                                                                     ^ 61
  void g(int x) { int a = 2147483647 + x; int b = 2147483647 + 1; if (x && 2147483647 + 1) {} int c = 1 ? 5 : 2147483647 + 1; (void)(1 << 31); (void)(1 << 32); (void)(1 << -1); int d = 5 / 0; int e = x / 0; int h = x % 0; double k = 1.0 / 0; (void)sizeof(1 / 0); (void)(3 << 31); a += 1 / 0; const int z = 0; d = 5 / z; constexpr int zz = 0; e = x / zz; e /= 0; }
//                                                           ^ 61
//                                                                                    ^ 61
//                                                                                                                                                         ^ 63
//                                                                                                                                                                          ^ 62
//                                                                                                                                                                                         ^ 39
//                                                                                                                                                                                                          ^ 39
//                                                                                                                                                                                                                         ^ 179
//                                                                                                                                                                                                                                                                                             ^ 39
//                                                                                                                                                                                                                                                                                                                         ^ 39
//                                                                                                                                                                                                                                                                                                                                                            ^ 39
//                                                                                                                                                                                                                                                                                                                                                                     ^ 39
  template<int N> struct T {}; T<1 / 0> t1; enum { e1 = 1 / 0 }; static_assert(1 / 0, "");
//                                 ^ 39
//                                                        ^ 39
//                                                                               ^ 39
  constexpr int d1 = 5 % 0; constexpr int d2 = f(5) / f(0); constexpr int d3 = 1 + f(1) / f(0); constexpr int d4 = f(f(1) / f(0));
//                     ^ 179
//                                                  ^ 39
//                                                                                      ^ 39
//                                                                                                                        ^ 39
