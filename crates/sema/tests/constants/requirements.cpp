  static_assert(1 == 2);
//^ 2784
  static_assert(1 == 2, "text \"q\" here");
//^ 1574 | text "q" here
  constexpr int f(int x) { return x; }
  static_assert(f(1) == 2, "message");
//^ 1574 | message
  enum E { a = 1 };
  static_assert(a == 2);
//^ 2784
  void g() { static_assert(sizeof(int) == 5, "in function"); int n = 1; static_assert(n, "x"); int arr[f(n)]; (void)arr; constexpr int k = n; const int cn = n; constexpr int k2 = cn; }
//           ^ 1574 | in function
//                                                                                    ^ 28
//                                                                                    ^ note 2689 | variable n
//                                                                                                                                         ^ 28
//                                                                                                                                         ^ note 2689 | variable n
//                                                                                                                                                                                 ^ 28
//                                                                                                                                                                                 ^ note 2689 | variable cn
  struct S { static const int q; static constexpr int w = f(2) / f(0); static_assert(f(3) == 4, "in class"); };
//                                                             ^ 39
//                                                                     ^ 1574 | in class
  int n;
  enum { e1 = n, e2 = 1 / f(0), e3 };
//            ^ 28
//            ^ note 2689 | variable n
//                    ^ 28
//                      ^ note 61
  template<int N> struct X { };
  X<n> x1; X<f(2) / f(0)> x2; X<n + 1> x3;
//  ^ 28
//  ^ note 2689 | variable n
//                ^ 39
//                              ^ 28
//                              ^ note 2689 | variable n
  void h(int q) { switch (q) { case n: break; case f(1): break; case 1 / f(0): break; } }
//                                  ^ 28
//                                  ^ note 2689 | variable n
//                                                                     ^ 39
  constexpr int cc;
//                ^ 2385
  constexpr S cs;
  struct P { int i; };
  constexpr P cp2{};
  constexpr int &cr = n;
  constexpr int *cpn = &n;
  constexpr int va = n ? 1 : 2;
//                   ^ 28
//                   ^ note 2689 | variable n
  constexpr int arr2[2] = {1, n};
//                        ^ 28
//                            ^ note 2689 | variable n
  constexpr P pp = {n};
//                 ^ 28
//                  ^ note 2689 | variable n
  constexpr P pp2 = P{n};
//                  ^ 28
//                    ^ note 2689 | variable n
