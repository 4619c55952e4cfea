  namespace std { template <class T> class initializer_list { const T *p; unsigned long n; constexpr initializer_list(const T *, unsigned long) : p(), n() { } public: constexpr const T *begin() const { return p; } }; }
  // What `auto` cannot be deduced from.
  namespace deduced {
    void nothing(); void ov(int); void ov(char); template <class T> void tf(T); int made(); int &&moved();
    auto a1 = nothing();
//  ^ 1587
    auto a2 = ov;
//  ^ 1587
    auto a3 = tf;
//  ^ 1587
    auto a5 = nothing(), a6 = ov;
//  ^ 1587
    const auto a4 = nothing();
//        ^ 1587
    auto *b1 = 5;
//  ^ 1587
    auto &b2 = 5;
//             ^ 461
    auto &b3 = made();
//             ^ 461
    auto c1{1, 2};
//         ^ 2663
    auto c2 = {1, 2.0};
//  ^ 1587
    auto c3{};
//         ^ 2663
//  ^ 1587
    auto d1 = d1;
//            ^ 1586
    auto &e1 = moved();
//             ^ 461
    const auto &e2 = made();
    void f() {
      int i = 1;
      auto a1 = nothing();
//    ^ 1587
      static auto a2 = ov;
//           ^ 1587
      auto a3 = tf;
//    ^ 1587
      auto *b1 = i;
//    ^ 1587
      auto **b2 = &i;
//    ^ 1587
      auto *b3 = &i, **b4 = &b3;
      auto &c1 = made();
//               ^ 461
      auto &c2 = i;
      auto &&c3 = made();
      auto d1{i, i};
//           ^ 2663
      auto d2 = {i, 1.0};
//    ^ 1587
      auto e1 = e1 + 1;
//              ^ 1586
      auto e2 = [&](int n) { return n ? e2(n - 1) : 0; };
//                                      ^ 1586
      auto e3 = [&e3] { };
//                ^ 1586
      auto e4 = [](int e4) { return e4; };
      if (auto g1 = nothing()) { }
//        ^ 1587
      auto [x, y] = nothing();
//    ^ 1587
    }
  }
  // Class templates without arguments outside blocks.
  namespace outside {
    template <class T> struct two { two(T, T); }; template <class T, class U> struct undefined; template <class T> struct one { one(T); };
    two a1(1);
//      ^ 289 | constructor two
//  ^ 2958
    two a2{1, 2.0};
//      ^ 289 | constructor two
//  ^ 2958
    static two a3 = 5;
//             ^ 289 | constructor two
//         ^ 2958
    two a4(1, 2), a5(a4);
    const two a6(1, 'c');
//            ^ 289 | constructor two
//        ^ 2958
    two a7;
//      ^ 289 | constructor two
    one b1(1);
    struct S { static inline two m{1, 2.0}; };
//                               ^ 289 | constructor two
//                           ^ 2958
  }
