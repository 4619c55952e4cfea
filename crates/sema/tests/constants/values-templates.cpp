  // Templates and what stands in their arguments; each assertion holds for the reference.
  template<class A, class B> struct same { static constexpr bool value = false; };
  template<class A> struct same<A, A> { static constexpr bool value = true; };
  template<class T> T &&declval() noexcept;
  struct none {};
  // Sizes as values of other types.
  constexpr unsigned long long wide = sizeof(int);
  static_assert(wide == 4);
  static_assert(sizeof(int) < 32ull && sizeof(int) < 4.5 && (int)sizeof(char[3]) == 3 && alignof(int) == 4ll);
  constexpr unsigned long long cutoff = 32;
  template<class T, bool = (sizeof(T) > cutoff)> struct where { static constexpr int value = 1; };
  template<class T> struct where<T, false> { static constexpr int value = 2; };
  static_assert(where<double &>::value == 2);
  static_assert(where<char[33]>::value == 1);
  // A member of another instance of the template that it is written in.
  template<class T> struct identity { typedef T type; };
  template<class F> struct inner { using type = typename F::type; };
  template<bool, class T, class F> struct eval_if { using type = typename T::type; };
  template<class T, class F> struct eval_if<false, T, F> { using type = typename F::type; };
  static_assert(same<inner<inner<identity<int>>>::type, int>::value);
  static_assert(same<eval_if<false, identity<void>, eval_if<true, identity<short>, identity<int>>>::type, short>::value);
  template<class T> struct nested { using type = typename eval_if<sizeof(T) == 1, identity<T>, inner<inner<identity<T *>>>>::type; };
  static_assert(same<nested<int>::type, int *>::value);
  static_assert(same<nested<char>::type, char>::value);
  // Packs in traits, and what may throw.
  template<class T, class... A> struct constructible { static constexpr bool value = __is_constructible(T, A...); };
  static_assert(constructible<int, int>::value && constructible<int>::value && !constructible<int, int, int>::value);
  template<bool B> struct truth { static constexpr bool value = B; };
  template<class T> struct assigns : truth<noexcept(declval<T &>() = declval<T>())> {};
  struct throwing { throwing &operator=(const throwing &); };
  struct quiet { quiet &operator=(const quiet &) noexcept; };
  static_assert(assigns<int>::value);
  static_assert(!assigns<throwing>::value);
  static_assert(assigns<quiet>::value);
  extern void (*quiet_pointer)() noexcept;
  extern void (*loud_pointer)();
  static_assert(noexcept(quiet_pointer()) && !noexcept(loud_pointer()));
  // Functions that are deleted refuse a substitution.
  namespace detect {
  template<class T> void swap(T &, T &) = delete;
  template<class T> auto swapped(T &a, T &b) -> decltype(swap(a, b));
  auto swapped(...) -> none;
  template<class T> struct has_none : same<decltype(detect::swapped(declval<T &>(), declval<T &>())), none> {};
  }
  static_assert(detect::has_none<int>::value);
  struct unusable { void m() = delete; unusable() = default; unusable(int) = delete; unusable operator+(unusable) = delete; };
  template<class T> auto called(T a) -> decltype(a.m());
  none called(...);
  template<class T> auto added(T a) -> decltype(a + a);
  none added(...);
  template<class T> auto made(T) -> decltype(T(1));
  none made(...);
  static_assert(same<decltype(called(unusable())), none>::value && same<decltype(added(unusable())), none>::value);
  static_assert(same<decltype(made(unusable())), none>::value);
  // An argument that names several functions.
  typedef int (*allocation)(void **, unsigned long);
  int allocate(void **, unsigned long);
  template<class T> int allocate(T **, unsigned long);
  template<allocation f, class P> struct resource { typedef P pointer; };
  static_assert(same<resource<allocate, long>::pointer, long>::value);
  template<int (*f)(int)> struct takes { static constexpr int value = 1; };
  template<int (*f)(long)> struct takes_long { static constexpr int value = 2; };
  int one(int);
  int one(long);
  static_assert(takes<one>::value == 1 && takes<&one>::value == 1 && takes_long<one>::value == 2);
  // A member operator of a base converts its object, one that a using-declaration brings in does not.
  struct base { char operator<<(int); char operator<<(long); };
  struct derived : base {};
  template<class T> short operator<<(base &, T);
  struct brought : base { using base::operator<<; };
  static_assert(sizeof(declval<derived &>() << 'c') == 2);
  static_assert(sizeof(declval<derived &>() << 3) == 1);
  static_assert(sizeof(declval<brought &>() << 3) == 1);
  // Constructors that are inherited.
  struct first { first() = default; explicit first(int); };
  struct second : first { using first::first; explicit second(double); };
  int chosen(second);
  char chosen(...);
  static_assert(sizeof(chosen("text")) == 1);
