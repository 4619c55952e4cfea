  struct Empty { } empty;
  constexpr int of_empty(Empty) { return 42; }
  constexpr int i = of_empty(empty);
  constexpr int a = -42 << 1;
  constexpr int n = -3;
  constexpr int b = n << 2;
  static_assert(0x1.8p+3 == 12.0 && 0x1p-1 == 0.5, "");
  static_assert(0x1.0p+100 + 0x1.0p-100 == 0x1.0p+100, "");
  union U { int i; int j; };
  static_assert(&U::i == &U::j, "");
  struct X { mutable int j; constexpr X() : j(0) { } };
  struct Y { X x; constexpr Y() : x{} { } };
  constexpr void change() { const Y y; Y *p = const_cast<Y *>(&y); p->x.j = 99; }
  static_assert((change(), 1), "");
