  constexpr int f() { int *p = new int(1); delete p; delete p; return 1; }
//                                                   ^ note 2991
  constexpr int a = f();
//                  ^ 28
  constexpr int g() { int *p = new int(1); delete p; return *p; }
//                                                          ^ note 2700
  constexpr int b = g();
//                  ^ 28
  constexpr int h() { int *p = new int[2]; delete p; return 1; }
//                             ^ note 2993
//                                         ^ note 3312
  constexpr int c = h();
//                  ^ 28
  constexpr int i() { int x = 0; delete &x; return 1; }
//                               ^ note 2991
  constexpr int d = i();
//                  ^ 28
  constexpr int *leaks() { return new int(1); }
  constexpr int *p = leaks();
//                   ^ 28
//                   ^ note 2723
  constexpr int lost() { int *q = new int(1); return *q; }
//                                ^ note 2993
  constexpr int e = lost();
//                  ^ 28
//                  ^ note 2995 | 1
  constexpr int fine(int n) { int *all = new int[n]{}; for (int i = 0; i < n; ++i) all[i] = i * i; int s = 0; for (int i = 0; i < n; ++i) s += all[i]; delete[] all; return s; }
  static_assert(fine(5) == 30);
  static_assert(fine(5) == 31);
//^ 2784
  struct Shape { virtual constexpr int area() const = 0; };
  struct Square : Shape { int side; constexpr Square(int s) : side(s) {} constexpr int area() const override { return side * side; } };
  constexpr int area(const Shape &s) { return s.area(); }
  static_assert(area(Square(3)) == 9);
  static_assert(area(Square(3)) == 10);
//^ 2784
  struct Owner { int *p; constexpr Owner() : p(new int(5)) {} constexpr ~Owner() { delete p; } };
  constexpr int owned() { Owner o; return *o.p; }
  static_assert(owned() == 6);
//^ 2784
  constexpr int unset() { int x; return x; }
//                                      ^ 549 | variable x
//                                      ^ note 2751
  constexpr int j = unset();
//                  ^ 28
