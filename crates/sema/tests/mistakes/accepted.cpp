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
  // A class with constructors of its base is not an aggregate.
  struct TwoInts { TwoInts(int, int) {} };
  template<class> struct Inheriting : TwoInts { using TwoInts::TwoInts; };
  template<class T> struct InheritingAny : T { using T::T; };
  void inherited() { Inheriting<int>{13, 42}; InheritingAny<TwoInts>{13, 42}; Inheriting<int> a = {1, 2}; (void)a; }
  // Pointers that differ in qualifiers deeper than the first level.
  bool compared(int **p, const int **q, volatile int **r, int ***s, const int *const **t, int (*a)[3], const int (*b)[3]) {
      auto c = p ? p : q; auto d = p ? a : b; (void)c; (void)d;
      return p == q || q != p || p < q || q == r || p == r || s == t || a == b;
  }
  struct Members { int a; const int b; };
  bool compared(int Members::*p, const int Members::*q) { auto r = p ? p : q; (void)r; return p == q; }
  // A using-declaration gives the access that it stands behind.
  struct Hiding { int m; protected: void *give() { return this; } int v; static int s; };
  struct Showing : Hiding { using Hiding::give; using Hiding::v; using Hiding::s; };
  struct Behind : Showing { };
  void shown(Showing a, Behind b) { a.give(); a.v = 1; a.s = Showing::s; b.give(); b.v = 2; Behind::s = 1; }
  // There are no assignments of pointers to members with an operator, and none of classes that no function means.
  template<class T, class U> typename enable_if<(sizeof(create<T>() += create<U>(), 1) > 0), char>::type adds(type<T>, type<U>);
  no_type adds(...);
  static_assert(sizeof(adds(type<int Sized::*&>(), type<int>())) == 2 && sizeof(adds(type<int&>(), type<int>())) == 1, "");
  template<class T, class U> typename enable_if<(sizeof(create<T>() = create<U>(), 1) > 0), char>::type assigns(type<T>, type<U>);
  no_type assigns(...);
  static_assert(sizeof(assigns(type<Mutable&>(), type<Mutable>())) == 2, "");
  static_assert(sizeof(assigns(type<Mutable&>(), type<Mutable&>())) == 1, "");
  // How many arguments an expansion makes is not known.
  struct Packs {
      template<class... A> auto g(A &&... p) { return [=] { f(p...); }; }
      template<class... A> void h(A... p) { f(p...); int (*q)(int, int) = 0; q(p...); static_cast<void>(q); }
      void f(int, const char *);
  };
  // Programs of clang's suite that were rejected.
  struct BitFields { long long e : 2; unsigned long long u : 32; unsigned long long v : 40; unsigned y : 31; long l : 31; };
  BitFields bits;
  static_assert(sizeof(+bits.e) == 4 && sizeof(+bits.v) == 8 && sizeof(bits.e + 1) == 4, "");
  static_assert(is_same<decltype(+bits.u), unsigned>::value && is_same<decltype(+bits.y), int>::value, "");
  static_assert(is_same<decltype(-bits.l), int>::value && is_same<decltype(bits.v + 1), unsigned long long>::value, "");
  static_assert(is_same<decltype(bits.l ? bits.l : 0), int>::value && is_same<decltype(bits.e << 1), int>::value, "");
  struct First { }; struct Second { };
  struct Overloads { First f(int*); First f(const int*); First g(int*); First g(int*) const; };
  struct Overloading : Overloads { using Overloads::f; Second f(const int*); using Overloads::g; Second g(int*) const; };
  void overloaded(Overloading *a, const Overloading *b) {
      First c = a->f((int*)0); Second d = a->f((const int*)0); First e = a->g((int*)0); Second g = b->g((int*)0);
      (void)c; (void)d; (void)e; (void)g;
  }
  struct Aggregate { int i, j, k = 42; };
  constexpr Aggregate aggregates[] = { 1, 2, 3, 4, 5, 6 };
  static_assert(sizeof(aggregates) == 24, "");
  void nothrow() noexcept;
  void (&reference)() = nothrow;
  void (&stricter)() noexcept = reference;
  template <int N> void throwing() noexcept(N > 1);
  void (*pointer_to_throwing)() noexcept = &throwing<0>;
  enum class Color { Red };
  struct ToColor { operator Color(); };
  struct ToColorToo { operator Color(); };
  Color colored(bool c, ToColor a, ToColorToo b) { return c ? a : b; }
  template<class T> struct MemberTemplate { struct C { template<class T2> struct B; }; };
  template<class T> template<class T2> struct MemberTemplate<T>::C::B<T2*> { };
  MemberTemplate<short>::C::B<int*> partial;
  int one[1];
  int (*unbounded())[] { int (*p)[] = &one; return p; }
  struct This {
      void f() { static_assert(is_same<decltype(this), This*>::value, ""); }
      void g() const { static_assert(is_same<decltype(this), const This*>::value, ""); }
  };
  namespace Reopened { namespace inner { typedef int type; } inline namespace inner { } }
  Reopened::type reopened;
  void anonymous() { union { int a; union { float b; struct { double d; }; }; }; a = 17; b = 1; d = 3.14; }
  struct ns_class { };
  namespace nominating { namespace ns_class { struct in_class { }; } }
  using namespace nominating;
  using namespace ns_class;
  // A declaration whose declarator looks like a call.
  struct Moved { }; Moved&& moved(Moved&); void reads(const Moved&);
  void declares(Moved && p) { Moved && s(moved(p)); reads(s); Moved && t((moved(p))), u(moved(p)); reads(u); }
  // Types of functions.
  template<class... Args, bool is> constexpr bool throws(void(Args...) noexcept(is)) noexcept { return is; }
  template<class T> struct Holds { };
  Holds<auto (*)(int) -> int> holds; Holds<auto (&)(char) -> int*> holds_reference;
  template <typename T> struct Signature { typedef void function_type(int) const; };
  struct Pure : Signature<int> { virtual function_type f = 0; };
  extern inline __attribute__((gnu_inline)) int inlined() { return 0; }
  int inlined() { return 2; }
  // Alignments of typedefs.
  typedef int Aligned16 __attribute__((aligned(16)));
  struct WithAligned { char c; Aligned16 i; };
  static_assert(sizeof(WithAligned) == 32 && alignof(WithAligned) == 16, "");
  typedef Aligned16 AlsoAligned16; struct WithAlso { AlsoAligned16 i; }; static_assert(sizeof(WithAlso) == 16, "");
  typedef double Unaligned __attribute__((aligned(1))); struct WithUnaligned { char c; Unaligned d; };
  static_assert(sizeof(WithUnaligned) == 9, "");
  template<unsigned n, unsigned align> struct storage { typedef char type[n] __attribute__((aligned((align)))); };
  template<typename T> struct Stored { typename storage<sizeof(T), alignof(T)>::type data; };
  static_assert(alignof(Stored<double>) == 8, "");
  template<typename T> struct Own { typedef T type __attribute__((aligned(32))); type d; };
  static_assert(alignof(Own<double>) == 32, "");
  // Null pointers, and pointers to members.
  class Guarded { typedef int *Guarded::*Test; public: operator Test() const { return d ? nullptr : &Guarded::d; } int *d; };
  int *const neither = sizeof(int) ? 0 : 0;
  // What is returned becomes an object of another class.
  template<typename T> struct Convertible : Moved { Convertible(); Convertible(Moved&&); };
  Convertible<int> converts() { Convertible<double> v; return v; }
  // What is wrong with objects that templates make, their instances show.
  template <typename T> void makes(T) { Moved(0); Special<int>(1, 2); }
  // Structured bindings of what is like a tuple; a binding hides a class.
  namespace std { template<typename T> struct tuple_size; template<int, typename> struct tuple_element; }
  struct Tuple { int i; template <int I> int& get() { return i; } };
  template<> struct std::tuple_size<Tuple> { static const int value = 2; };
  template<int I> struct std::tuple_element<I, Tuple> { using type = int; };
  void binds(Tuple x) { auto [a, b] = x; int all[1] = { }; struct A { }; auto [A] = all; (void)A; }
  // Nothing makes arrays, references and functions of nothing.
  template<class T, class = decltype(T())> char valued(int);
  template<class> char (&valued(...))[2];
  static_assert(sizeof(valued<int[]>(0)) != 1 && sizeof(valued<int&>(0)) != 1 && sizeof(valued<void()>(0)) != 1, "");
  void calls_packs() { auto packs = [](auto... x) { }; packs(); packs(1, 2); }
  // Qualifiers in declarators.
  void handler(void); void (*volatile changing)(void) = handler; void (*const fixed)(void) = handler; int (*const volatile counts)[3] = nullptr;
  void uses_declarators() { changing(); fixed(); (void)counts; }
  // Temporaries that references of static storage keep, and addresses of static variables.
  constexpr int&& kept = 0;
  static constexpr const int& kept_too = 3;
  struct Keeps { static constexpr int&& i = 0; static constexpr const int& j = 4; };
  struct Refers { const int &r; }; constexpr Refers refers = {7};
  void keeps() { static constexpr int s = 1; constexpr const int *p = &s; static_assert(p == &s, ""); static constexpr int a[2] = {1, 2}; constexpr const int *e = a + 1; static_assert(*e == 2, ""); }
  // Anonymous classes in anonymous unions.
  static union { union { int united = 7; }; struct { int k; union { int m; }; }; int z; };
  namespace Unions { static union { union { int inner; }; }; }
  int uses_unions() { return united + k + m + z + Unions::inner; }
  // Substitutions that fail by access, and by bases that are there twice.
  struct Twofold { void operator()(); void m(); int v; };
  struct Left : Twofold { }; struct Right : Twofold { };
  struct Both : Left, Right { using Left::operator(); using Right::operator(); using Left::m; using Right::m; };
  template <class T> auto calls(int) -> decltype(T()());
  template <class T> auto calls(...) -> int;
  using called = decltype(calls<Both>(0)); using called = int;
  template <class T> auto calls_m(int) -> decltype(T().m());
  template <class T> auto calls_m(...) -> int;
  using called_m = decltype(calls_m<Both>(0)); using called_m = int;
  class Closed { typedef int type; int member; };
  template<class T, class = typename T::type> char closed(int);
  template<class> char (&closed(...))[2];
  static_assert(sizeof(closed<Closed>(0)) == 2, "");
  template <class T, class = void> struct has_member { static const bool value = false; };
  template <class T> struct has_member<T, decltype((void)T::member)> { static const bool value = true; };
  static_assert(!has_member<Closed>::value && !has_member<Twofold>::value, "");
  struct Abstract { virtual void f() = 0; };
  static_assert(sizeof(valued<Abstract>(0)) != 1, "");
  template<class T, class A> decltype(T{declval<A>()}, char()) listed(int);
  template<class, class> char (&listed(...))[2];
  struct Hidden : private Twofold { };
  static_assert(sizeof(listed<int, const char *>(0)) == 2 && sizeof(listed<Twofold, Hidden>(0)) == 2, "");
  // Class templates that are defined outside the class or namespace that declares them.
  struct Around { template<typename T> struct Inside; };
  template<typename T = int> struct Around::Inside { int i; };
  Around::Inside<int> around = { }; Around::Inside<> around_too;
  namespace Spaced { template <class T> struct Declared; }
  template <class T = int> struct Spaced::Declared { };
  Spaced::Declared<> spaced;
  // Default arguments outside the class; a constant that its class initializes.
  struct Defaults { void late(int i); }; void Defaults::late(int i = 3) { }
  void uses_defaults() { Defaults().late(); }
  struct Early; struct Pointed { using M = int (Early::*)(); M h; constexpr Pointed(M h) : h{h} { } };
  struct Early { int test() { return -1; } static constexpr Pointed bar {&Early::test}; };
  constexpr Pointed Early::bar;
  // Operators that blocks and namespaces bring in, and generic lambdas use.
  struct Bar { }; struct Baz { }; struct Baq { };
  namespace with_operators { void operator+(Bar); void operator~(Bar); Bar operator""_bar(unsigned long long); }
  namespace more_operators { void operator-(Baz); }
  auto operators() {
    using with_operators::operator+;
    using namespace more_operators;
    extern void operator!(Baq);
    +Bar(); -Baz(); !Baq();
    auto nested = [] { +Bar(); -Baz(); !Baq(); };
    return [](auto x, auto y, auto z) { +x; -y; !z; };
  }
  void uses_operators() { operators()(Bar(), Baz(), Baq()); }
  using with_operators::operator~;
  using with_operators::operator""_bar;
  void after_using() { ~Bar(); Bar b = 5_bar; }
  namespace other_operators { using with_operators::operator+; void in() { +Bar(); } }
  // Default arguments of the function that a type is taken from.
  void with_default(int = 0);
  void without_default(int);
  template <class F> struct Held { F *f; void call() { f(); } };
  void default_of_type() {
    __typeof(with_default) *p = without_default; p();
    decltype(with_default) &r = without_default; r();
    typedef decltype(with_default) F; F *f = without_default; f();
    Held<decltype(with_default)> held; held.call();
  }
  // GNU's minimum of lvalues is one.
  void minimum() { int a = 0, b = 1; (a <? b) = 2; int *p = &(a >? b); }
  namespace std { type_info *predeclared; }
  typedef long long(__attribute__((unused)) attributed_function)(int *);
  attributed_function *pointer_to_attributed;
  // Enumerations that are defined outside of their scopes.
  namespace scope { struct In { enum E : int; }; enum F : int; }
  enum scope::In::E : int { in_e = 5 };
  enum scope::F : int { in_f = 6 };
  static_assert(int(scope::In::in_e) == 5 && int(scope::in_f) == 6, "");
  template <class T> struct OfT { enum E : int; enum class G : T { g }; };
  template <class T> enum OfT<T>::E : int { of_t = sizeof(T) };
  OfT<int>::E of_int = OfT<int>::of_t;
  enum OfT<char>::E of_char = OfT<char>::E::of_t;
  static_assert(int(OfT<char>::of_t) == 1 && sizeof(OfT<int>::G) == 4 && sizeof(OfT<char>::G) == 1, "");
  // Alignments of enumerations, and those that stand behind `*`.
  struct AlignedPointer { char *__attribute__((aligned(64))) p; char (*__attribute__((aligned(32))) q)[2]; };
  enum alignas(8) AlignedEnum : char { aligned_e };
  struct WithAlignedEnum { char c; AlignedEnum e; char d; };
  static_assert(alignof(AlignedPointer) == 64 && alignof(AlignedEnum) == 8 && sizeof(AlignedEnum) == 1, "");
  static_assert(sizeof(WithAlignedEnum) == 16, "");
  // Initializers behind the widths of bit-fields; attributes of others with any tokens.
  template <int W> struct Widths { int a : W {3}; int b : 4 {2}; int c : (W) {1}; };
  enum BitEnum { bit_enum };
  struct BitEnums { enum BitEnum : sizeof(int) * 8; enum BitEnum named : sizeof(int) * 8; };
  [[using other:sequence(directive(single, private(p)))]] int of_others;
  template <class... T> struct PackOfTemplates { template <template <T> class... P, class U> struct In { }; };
  typedef struct Opaque Opaque;
  struct Opaque *opaque;
  // Names of instances that typedefs spell.
  template<class T> struct Converts { operator T(); };
  typedef decltype(nullptr) null_type;
  void compared_with_null(Converts<null_type> s, Converts<int *> r) { if (s == s) { } if (s == r) { } }
  typedef int Function();
  template<class T> struct OfReferences { operator T&(); operator T&&(); };
  OfReferences<Function> of_references;
  Function &&to_function = of_references;
  template<class T> T&& val();
  typedef decltype(val<Members>().*val<int Members::*>()) xvalue_member;
  template<class> struct rvalue_only; template<> struct rvalue_only<int&&> {};
  rvalue_only<xvalue_member> of_member;
  // Chains of typedefs cost as much as they are long.
  template<class A, class B> struct Two {};
  typedef Two<int, int> C1; typedef Two<C1, C1> C2; typedef Two<C2, C2> C3; typedef Two<C3, C3> C4; typedef Two<C4, C4> C5;
  typedef Two<C5, C5> C6; typedef Two<C6, C6> C7; typedef Two<C7, C7> C8; typedef Two<C8, C8> C9; typedef Two<C9, C9> C10;
  typedef Two<C10, C10> C11; typedef Two<C11, C11> C12; typedef Two<C12, C12> C13; typedef Two<C13, C13> C14;
  typedef Two<C14, C14> C15; typedef Two<C15, C15> C16; typedef Two<C16, C16> C17; typedef Two<C17, C17> C18;
  typedef Two<C18, C18> C19; typedef Two<C19, C19> C20; typedef Two<C20, C20> C21; typedef Two<C21, C21> C22;
  typedef Two<C22, C22> C23; typedef Two<C23, C23> C24; typedef Two<C24, C24> C25; typedef Two<C25, C25> C26;
  typedef Two<C26, C26> C27; typedef Two<C27, C27> C28; typedef Two<C28, C28> C29; typedef Two<C29, C29> C30;
  void of_chains() { C30 chain; C30 &same = chain; (void)same; }
  template<int... N> struct Numbers {};
  template<int N> using up_to = Numbers<__integer_pack(N)...>;
  template<class... T> using counted = up_to<sizeof...(T)>;
  template<class...> struct Several {};
  template<class... T> int of_counted(Several<counted<T...>, T...>);
  int of_none = of_counted(Several<counted<>>{});
