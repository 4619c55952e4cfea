  // `auto` where no type is deduced.
  template <class T> struct A { };
  template <class T, class U> struct P { };
  A<auto> a1; A<auto *> a2; P<int, auto> p1; A<A<auto>> a3;
//  ^ 1598
//              ^ 1598
//                                 ^ 1598
//                                               ^ 1598
  A<auto(int) -> int> function; A<auto (*)() -> int> pointer; A<void(auto)> of_parameter;
//                                                                   ^ 1598
  using U1 = auto;
//           ^ 1598
  template <class T> using U3 = auto;
//                              ^ 1598
  using U4 = auto(int) -> int;
  typedef auto T1;
//        ^ 1598
  typedef auto F() -> int;
  typedef auto (*G)(int) -> int;
  void (*fp)(auto);
//           ^ 1598
  void callback(void (*f)(auto));
//                        ^ 1598
  void abbreviated(auto);
  void (*returns(auto))(int);
  auto trailing() -> int;
  int i = *(auto *)0;
//          ^ 1598
  int j = (auto)3;
//         ^ 1598
  void in_body() {
    A<auto> l;
//    ^ 1598
    using L = auto;
//            ^ 1598
    int s = sizeof(auto);
//                 ^ 1598
    auto x = static_cast<auto>(1);
//                       ^ 1598
    auto n = new auto(1);
    try { } catch (auto e) { }
//                 ^ 1598
    auto g = [](auto p) { return p; };
    auto h = [](A<auto> p) { };
//                ^ 1598
  }
  struct S {
    auto n{3};
//  ^ 1598
    auto *p = &i;
//  ^ 1598
    const auto k = 3;
//        ^ 1598
    static constexpr auto s = 3;
    auto f() -> int;
    auto g() { return 1; }
    A<auto> q;
//    ^ 1598
    operator auto() { return 1; }
  };
  template <class T> struct Q { auto t = 1; };
//                              ^ 1598
  auto array[] = {1, 2};
//^ 1589
  template <auto V> struct Value { };
  template <class T = auto> struct D;
//                    ^ 1598
  template <void> struct V1;
//          ^ 598
  template <int, const void> struct V2;
//               ^ 598
  template <void (*)()> struct V3;
