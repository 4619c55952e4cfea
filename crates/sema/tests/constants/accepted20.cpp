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
