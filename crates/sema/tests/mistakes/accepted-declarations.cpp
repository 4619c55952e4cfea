  // Declarations of gcc's suite and others like them: nothing is wrong with them.
  template<class A, class B> struct same { static const bool v = false; };
  template<class A> struct same<A, A> { static const bool v = true; };
  // Parameters in parentheses.
  template<class D, class T> int pointer_to_member(D (T::*p), T&& t);
  template<class D, class T> int reference(D (&d), T&& t);
  struct Members { int a; int &r; };
  int of_members(int (Members::*p), int);
  bool (truth()) { return false; }
  void conditions() { if (bool (truth())); while (bool (truth())) break; }
  int with_attribute (0) __attribute__ ((unused));
  __constinit int initialized_at_once = 3;
  void labels(int i) {
    do { __label__ l; goto l; l:; } while (i-- > 0);
    { __label__ l; goto l; l:; }
  }
  // Functions that typedefs declare.
  typedef void ConstFunction() const;
  struct ByTypedef { ConstFunction f; typedef int G(int); G h; static G s; };
  void ByTypedef::f() const { }
  int ByTypedef::h(int a) { return a; }
  int ByTypedef::s(int a) { return a; }
  // What a namespace declares itself hides what directives nominate.
  namespace near { namespace inner { class near {}; } class type {}; }
  using namespace near::inner;
  ::near::type of_near;
  namespace one { template <class T> void several(T); }
  namespace two { template <class T> void several(T, T); }
  namespace both { using namespace one; using namespace two; }
  using both::several;
  void call_several() { several(1); several(1, 1); }
  // Types of decltype(auto).
  int global;
  decltype(auto) by_name() { return global; }
  decltype(auto) by_value() { return (global); }
  decltype(auto) by_member(Members m) { return m.a; }
  decltype(auto) by_reference(Members m) { return m.r; }
  static_assert(same<decltype(by_name()), int>::v, "");
  static_assert(same<decltype(by_value()), int &>::v, "");
  static_assert(same<decltype(by_member({0, global})), int>::v, "");
  static_assert(same<decltype(by_reference({0, global})), int &>::v, "");
  void locals(const Members *m) {
    decltype(auto) a = m->a; decltype(auto) b = (m->a); decltype(auto) c = m->r;
    static_assert(same<decltype(a), int>::v, "");
    static_assert(same<decltype(b), const int &>::v, "");
    static_assert(same<decltype(c), int &>::v, "");
  }
  // Enumerations that are defined outside their classes.
  struct Opaque { enum E : int; void f(); };
  enum Opaque::E : int { first = 1, second = 23 };
  void Opaque::f() { static_assert(first == 1, ""); static_assert(Opaque::second == 23, ""); }
  // Parameters without arguments, packs in front of others.
  template<class... T> void defaulted(int n = 0, T... t);
  template<class... T> void pack_in_front(int a = 0, T... b, int c = 1);
  void without() { defaulted(); pack_in_front<>(); pack_in_front<int>(1, 2); }
  void (*variadic)(int, int) = [](auto... a) {};
  static_assert(noexcept(sizeof(truth())), "");
  // Friends of a class are found by what is nested in it.
  struct Around { union U {}; struct S {}; friend void found(U); friend void found(S); };
  void find(Around::U u, Around::S s) { found(u); found(s); }
  // Conversions to pointers that are compared with nothing.
  template<class T> struct Pointer { operator T *() const; };
  bool compare(Pointer<int> p) { return p == 0 || __null == p; }
  // Arguments are looked at where the template is used.
  template<class T, class = decltype(later(T()))> char (&is_later(int))[1];
  template<class T> char (&is_later(...))[2];
  struct Later {};
  void later(Later);
  static_assert(sizeof(is_later<Later>(0)) == 1, "");
  template<class T, unsigned = sizeof(T)> char (&has_size(int))[1];
  template<class T> char (&has_size(...))[2];
  static_assert(sizeof(has_size<void>(0)) == 2 && sizeof(has_size<int>(0)) == 1, "");
  // It calls itself with its own default argument: only a use of that is an error.
  template<class T> int itself(T t, int = itself(T()));
  template <class T = Members, typename T::type M> int defaults_in_front(int);
  // Names of structured bindings stand for parts of the object.
  int array[2];
  void bindings() { auto& [x, y] = array; static_assert(&x == &array[0], ""); }
  // A friend is a member of its namespace.
  namespace befriended { struct A { friend void only_friend(A); }; }
  void befriended::only_friend(A) { }
  struct PackedMember { char a : 4; char b : 8 __attribute__((packed)); char c : 4; };
  int packed_size[sizeof(PackedMember) == 2 ? 1 : -1];
  // A union in an expression is none of the class around.
  struct WithCasts { static int bits(float f) { return ((union { float f; int i; }){ f }).i; } };
  // Casts among the template arguments of a base.
  enum Number { number = 1 };
  template<int, int = 0> struct Numbered {};
  class OfCast : Numbered<static_cast<int>(number)> {};
  struct OfCasts : Numbered<1, static_cast<int>(number)>, Numbered<static_cast<int>(number) + 1> {};
