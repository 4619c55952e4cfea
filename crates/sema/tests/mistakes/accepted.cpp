  // Programs of gcc's suite that were rejected: nothing is wrong with them.
  struct A { static const int dummy = 0; };
  template<typename T> T&& declval();
  template<typename, typename> struct is_same { static constexpr bool value = false; };
  template<typename T> struct is_same<T, T> { static constexpr bool value = true; };
  static_assert(is_same<decltype(declval<A>().dummy), const int>::value, "");
  enum fixed : unsigned char { zero, size = sizeof(zero) };
  static_assert(size == 1, "");
  enum E : char { e };
  int f1(char);
  void f1(int);
  int r1 = f1(e);
  typedef float v4f __attribute__((vector_size(4 * sizeof(float))));
  long long compare(v4f *x, v4f const *y) { return ((*x < *y) | (*x <= *y))[2]; }
  void* operator new(unsigned long, void *p) { return p; }
  char *allocate() { return (char*)operator new(sizeof(A)); }
  template <class T> struct Outer { template <class U> class Inner; };
  template <class S> template <class U> class Outer<S>::Inner { };
  Outer<double>::Inner<double> inner;
  template<class T> struct Special { template<class U> struct B { }; };
  template<> template<class U> struct Special<int>::B { void f(); };
  void special(Special<int>::B<char> b) { b.f(); }
  template <int &> struct Place { };
  int place;
  Place<place> placed;
  template <typename...> struct tuple { };
  template <typename, typename> struct is_last { static const bool value = false; };
  template <typename T, template <typename...> class Tuple, typename... Head>
  struct is_last<T, Tuple<Head..., T>> { static const bool value = true; };
  static_assert(!is_last<float, tuple<char, int, float>>::value, "");
  void arrays() { int a[3]; auto (&r)[3] = a; static_assert(is_same<decltype(r), int(&)[3]>::value, ""); (void)r; }
  struct Base { Base(int, int = 0); static void f(int = 0); };
  struct Derived : Base { using Base::Base; Derived(int); using Base::f; static void f(); };
  void hidden(Derived c) { c.f(); }
  template<typename T> T create();
  template<typename T> struct type { };
  struct no_type { char data[2]; };
  template<bool, typename T = void> struct enable_if { typedef T type; };
  template<typename T> struct enable_if<false, T> { };
  template<typename F, typename A> typename enable_if<sizeof(create<F>()(create<A>()), 1), char>::type callable(type<F>, type<A>);
  no_type callable(...);
  static_assert(sizeof(callable(type<int(*)(int)>(), type<int*>())) == 2, "");
  struct Mutable { Mutable(); Mutable(Mutable&); Mutable& operator=(Mutable&); private: Mutable(const Mutable&); Mutable& operator=(const Mutable&); };
  struct Holder { Holder(Mutable& m) : m(m) { } mutable Mutable m; };
  void assigned(Holder& to, const Holder& from) { to = from; }
  double named(double (a)) { return a; }
  // Substitutions that fail for reasons that are not looked at.
  template<class T, class = decltype(T{})> char made(int);
  template<class> char (&made(...))[2];
  struct Undefaulted { virtual void f(); Undefaulted() = delete; };
  static_assert(sizeof(made<Undefaulted[1]>(0)) != 1, "");
  template <class T> constexpr auto has_size(int) -> decltype(create<T&>().size(), bool()) { return true; }
  template <class T> constexpr bool has_size(...) { return false; }
  struct Sized { int size(); };
  struct Unsized : private Sized { };
  static_assert(has_size<Sized>(0) && !has_size<Unsized>(0), "");
  struct PrivateCall { private: void operator()(int); public: void operator()(int*); };
  static_assert(sizeof(callable(type<PrivateCall>(), type<int>())) == 2, "");
  template <class T> typename enable_if<(sizeof(++create<T>(), 1) > 0), char>::type steps(int);
  template <class T> no_type steps(...);
  static_assert(sizeof(steps<int&>(0)) == 1 && sizeof(steps<int Sized::*&>(0)) == 2 && sizeof(steps<Sized&>(0)) == 2, "");
  template <template <class> class TT> struct Takes { };
  template <class> struct Taken { };
  template <class T> using Alias = Taken<T>;
  void takes(Takes<Taken>);
  void gives(Takes<Alias> a) { takes(a); }
  struct Self { int a; void *next = this + 1; };
  constexpr Self self = Self(Self{1});
