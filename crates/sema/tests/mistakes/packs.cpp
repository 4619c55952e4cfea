  // Packs that are named where nothing expands them; in each expression the first is reported.
  template <class... A> void take(A...);
  template <class... Ts> struct Bases : Ts... {
    Bases(Ts... ts) : Ts(ts)... { }
    Ts *pointer;
//  ^ 1919 | Ts
    typename Ts::type member;
//           ^ 1919 | Ts
    friend Ts;
//         ^ 1919 | Ts
    using Ts::f;
//        ^ 1919 | Ts
    Ts result();
//  ^ 1919 | Ts
    enum { count = sizeof(Ts) };
//                        ^ 1919 | Ts
    alignas(Ts) int aligned;
//          ^ 1919 | Ts
    template <class U, class = Ts> void of_template();
//                             ^ 1919 | Ts
    typedef Ts Alias;
//          ^ 1919 | Ts
  };
  template <class... Ts> struct Calls {
    template <class... Us> void captures(Us... us) { auto a = [us] { return 1; }; auto b = [us...] { return 2; }; }
//                                                             ^ 1919 | us
    void expressions(Ts... ts) { take(ts + ts); take((ts + ts)...); }
//                                    ^ 1919 | ts
    void shadowed(Ts... ts) { auto a = [](int ts) { return ts; }; take(a); }
    void more(Ts... q) { take(q); take(q, q...); take(sizeof...(q)); }
//                            ^ 1919 | q
//                                     ^ 1919 | q
    void locals() { Ts x; }
//                  ^ 1919 | Ts
  };
  template <class... Ts> auto trailing(Ts... ts) -> decltype(take(ts));
//                                                                ^ 1919 | ts
  template <class... Ts> void excepted(Ts... ts) noexcept(noexcept(take(ts)));
//                                                                      ^ 1919 | ts
  template <int... Is> void values() { int a[] = { Is }; int b[] = { Is... }; if (Is > 3) ; while (Is) ; }
//                                                 ^ 1919 | Is
//                                                                                ^ 1919 | Is
//                                                                                                 ^ 1919 | Is
  template <class... Ts> void types(Ts...) { new Ts; static_cast<Ts>(1); }
//                                               ^ 1919 | Ts
//                                                               ^ 1919 | Ts
  template <template <class> class... Cs> struct Templates { Cs<int> c; void f(Cs<int>... cs); };
//                                                           ^ 1919 | Cs
  template <class... Ts> struct Tuple { };
  template <class... Ts> struct Tuple<Ts *> { };
//                                    ^ 1919 | Ts
  template <class... Ts> Tuple<Ts...> made(Ts *...);
  template <class... Ts> using Wrong = Tuple<Ts>;
//                                           ^ 1919 | Ts
  template <class... Ts, class = Tuple<Ts>> void defaulted(Ts...);
//                                     ^ 1919 | Ts
  template <class... T> struct Typed { template <template <T> class... Expanded, class U> struct In { }; };
  auto generic = [](auto... xs) { take(xs); take(xs...); };
//                                     ^ 1919 | xs
  void (*functions(int, ...))(int);
  template <class... Ts> void variadic(void (*f)(Ts, ...));
//                                               ^ 1919 | Ts
  template <class T, class... Ts> T folded(T first, Ts... ts) { return (first + ... + ts); }
  template <class... Ts> struct Counted { static constexpr int count = sizeof...(Ts); int m = sizeof...(Ts); };
