  consteval int f(int x) { return 10 / x; }
//                                   ^ note 61
//                                   ^ note 61
//                                   ^ note 61
//                                   ^ note 61
//                                   ^ note 61
//                                   ^ note 61
  constexpr int z = f(0);
//                   ^ 2933 | function f
  static_assert(f(0) == 1);
//              ^ 28
  int n;
  constexpr int h(int x) { return f(x); }
//                                 ^ 2933 | function f
//                                  ^ note 2689 | parameter x
  int g() { int q = f(0); return f(n) + f(5); }
//                   ^ 2933 | function f
//                                ^ 2933 | function f
//                                 ^ note 2689 | variable n
  struct S { consteval int m(int x) const { return 1 / x; } };
//                                                   ^ note 61
  int k = S().m(0);
//             ^ 2933 | function S::m
  int arr[f(0)];
//        ^ 28
  void w() { constexpr int l = f(0); const int l2 = f(0); int l3 = 1 + f(n); }
//                              ^ 2933 | function f
//                                                   ^ 2933 | function f
//                                                                      ^ 2933 | function f
//                                                                       ^ note 2689 | variable n
  constexpr int y = f(n);
//                   ^ 2933 | function f
//                    ^ note 2689 | variable n
