  template <class> concept True = true;
  void f(auto) { }
  void f(True auto) { }
  int (&&made)[3] = static_cast<int[3]>(42);
  template <class T> const bool yes = true;
  template <class T> concept Any = yes<T>;
  template <Any T> struct OfAny { };
  OfAny<int> of_any;
  namespace std {
    struct partial_ordering { signed char value; static const partial_ordering less, equivalent, greater, unordered; };
    inline constexpr partial_ordering partial_ordering::less = { -1 }, partial_ordering::equivalent = { 0 }, partial_ordering::greater = { 1 }, partial_ordering::unordered = { 2 };
    struct weak_ordering { signed char value; static const weak_ordering less, equivalent, greater; };
    inline constexpr weak_ordering weak_ordering::less = { -1 }, weak_ordering::equivalent = { 0 }, weak_ordering::greater = { 1 };
    struct strong_ordering { signed char value; static const strong_ordering less, equal, equivalent, greater; };
    inline constexpr strong_ordering strong_ordering::less = { -1 }, strong_ordering::equal = { 0 }, strong_ordering::equivalent = { 0 }, strong_ordering::greater = { 1 };
    constexpr bool is_lt(strong_ordering order) { return order.value < 0; }
  }
  constexpr auto compared = 1 <=> 2;
  static_assert(__is_same_as(decltype(compared), const std::strong_ordering) && is_lt(compared));
  // The library's function that makes objects where they are.
  inline void *operator new(unsigned long, void *p) noexcept { return p; }
  namespace std { template <class T, class... A> constexpr T *construct_at(T *p, A... a) { return ::new ((void *)p) T(a...); } }
  constexpr bool constructed() { int a = 5; int *p = std::construct_at(&a, -1); return p[0] == -1; }
  static_assert(constructed());
  // Exception specifications of defaulted comparisons.
  template <bool B> struct Defaulted {
    bool operator==(const Defaulted &) const noexcept(B) = default;
    std::strong_ordering operator<=>(const Defaulted &) const noexcept(B) = default;
  };
  Defaulted<true> throws_not; Defaulted<false> throws;
  static_assert(noexcept(throws_not == throws_not) && noexcept(throws_not != throws_not));
  static_assert(!noexcept(throws == throws) && !noexcept(throws != throws));
