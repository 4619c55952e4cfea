// [over.match.class.deduct], [temp.deduct.guide]: the arguments of class templates that initializers give.
namespace std {
typedef decltype(sizeof(0)) size_t;
template<class T> class initializer_list {
  const T *first; size_t count;
public:
  const T *begin() const; const T *end() const; size_t size() const;
};
}
template<class T> struct box { T v; box(T x) : v(x) {} template<class U> box(T x, U *) : v(x) {} };
template<class T, class U = T *> struct two { T a; U b; two(T x, U y = U()); };
template<class T = double> struct filled { T v; filled(); };
template<class T> struct rvalue { rvalue(T &&); int i; };
template<class T> struct forwarded { template<class U> forwarded(U &&); int i; };
template<class U> forwarded(U &&) -> forwarded<U>;
template<class T> struct text { text(T); text(const char *); int i; };
text(const char *) -> text<long>;
template<class... Ts> struct many { many(Ts...); int i; };
template<class T, int N> struct array { array(const T (&)[N]); int i; };
template<class T> struct list { list(std::initializer_list<T>); list(T, T); int i; };
template<class T> struct pair { T a; T b; };
template<class T> pair(T, T) -> pair<T>;
template<class T> struct range { template<class I> range(I, I); int i; };
template<class T> struct item; template<class T> struct item<T *> { typedef T type; };
template<class I> range(I, I) -> range<typename item<I>::type>;
template<class T> struct copied { copied(T); copied(const copied &); int i; };
template<class T> struct pointed { template<class U> pointed(U); int i; };
template<class T> explicit pointed(T) -> pointed<T>;
template<class T> pointed(T *) -> pointed<T *>;
template<class T> struct aliased { typedef T value; struct inner {}; aliased(value, value *); aliased(inner); int i; };
template<class R, class... A> struct function { function(R (*)(A...)); int i; };
template<class C, class R> struct member { member(R C::*); int i; };
template<class F> struct closure { F f; closure(F x) : f(x) {} };
template<class S> struct signature;
template<class S> struct signature_of; template<class C, class R, class... A> struct signature_of<R (C::*)(A...) const> { typedef R type(A...); };
template<class S> struct signature { template<class F> signature(F); int i; };
template<class F, class S = typename signature_of<decltype(&F::operator())>::type> signature(F) -> signature<S>;
namespace N { template<class T> struct box { T v; box(T); box(int, int); }; template<class T> box(T, T) -> box<T *>; }
struct S { template<class T> struct in { in(T); template<class U> in(U, U); T v; }; template<class T> in(T, T) -> in<T>; int m; int g(int) const; };
struct D : box<int> { D(); };
int global(int);
box outer(1L);
const box constant = 2.f;
struct M { static inline box held = 3; static inline const box made{'c'}; };
template<template<class...> class C, class... A> auto make(A... a) { C c(a...); return c; }
template<template<class...> class C> auto listed(int a) { return C{a, a}; }
template<class T> auto instance(T t) { box b(t); box c{t}; auto d = box(t); b.v; return c; }
int uses(int i, const int c, double d, int *p, D derived) {
  outer.v;
//^ variable | box<long> | l | outer@42:5
  constant.v;
//^ variable | const box<float> | l | constant@43:11
  M::held.v;
//^ variable | box<int> | l | held@44:30
  M::made.v;
//^ variable | const box<char> | l | made@44:64
  box a(i); a.v;
//          ^ variable | box<int> | l | a@53:7
  box b = d; b.v;
//           ^ variable | box<double> | l | b@54:7
  box e{c}; e.v;
//          ^ variable | box<int> | l | e@55:7
  box f = {d}; f.v;
//             ^ variable | box<double> | l | f@56:7
  box g(i, &d); g.v;
//              ^ variable | box<int> | l | g@57:7
  two h(i); h.b;
//          ^ variable | two<int, int *> | l | h@58:7
  two j(i, d); j.b;
//             ^ variable | two<int, double> | l | j@59:7
  filled k; k.v;
//          ^ variable | filled<double> | l | k@60:10
  filled l{}; l.v;
//            ^ variable | filled<double> | l | l@61:10
  filled m = filled(); m.v;
//                     ^ variable | filled<double> | l | m@62:10
  rvalue n(3); n.i;
//             ^ variable | rvalue<int> | l | n@63:10
  forwarded o(i); o.i;
//                ^ variable | forwarded<int &> | l | o@64:13
  forwarded q(3); q.i;
//                ^ variable | forwarded<int> | l | q@65:13
  text r("x"); r.i;
//             ^ variable | text<long> | l | r@66:8
  text s(3); s.i;
//           ^ variable | text<int> | l | s@67:8
  many t(i, d, "x"); t.i;
//                   ^ variable | many<int, double, const char *> | l | t@68:8
  many u; u.i;
//        ^ variable | many<> | l | u@69:8
  int numbers[3]; array w(numbers); w.i;
//                                  ^ variable | array<int, 3> | l | w@70:25
  list x{1, 2}; x.i;
//              ^ variable | list<int> | l | x@71:8
  list y(1, 2); y.i;
//              ^ variable | list<int> | l | y@72:8
  list z = {1.0, 2.0}; z.i;
//                     ^ variable | list<double> | l | z@73:8
  pair aa{1, 2}; aa.a;
//               ^ variable | pair<int> | l | aa@74:8
  pair ab = {1.0, 2.0}; ab.a;
//                      ^ variable | pair<double> | l | ab@75:8
  range ac(p, p); ac.i;
  N::box ad(3); ad.v;
//              ^ variable | N::box<int> | l | ad@77:10
  N::box ae(3, 4); ae.v;
//                 ^ variable | N::box<int *> | l | ae@78:10
  S::in af('c'); af.v;
//               ^ variable | S::in<char> | l | af@79:9
  S::in ag(1.f, 2.f); ag.v;
//                    ^ variable | S::in<float> | l | ag@80:9
  box ah(a); ah.v;
//       ^ variable | box<int> | l>p | a@53:7
//           ^ variable | box<int> | l | ah@81:7
  box ai = a; ai.v;
//         ^ variable | box<int> | l>p | a@53:7
//            ^ variable | box<int> | l | ai@82:7
  box aj{a}; aj.v;
//           ^ variable | box<int> | l | aj@83:7
  box ak(derived); ak.v;
//                 ^ variable | box<D> | l | ak@84:7
  list al{x}; al.i;
//            ^ variable | list<int> | l | al@85:8
  list am{x, x}; am.i;
//        ^ variable | list<int> | l>p | x@71:8
//               ^ variable | list<list<int>> | l | am@86:8
  copied an(1); copied ao(an); ao.i;
//                        ^ variable | copied<int> | l | an@87:10
//                             ^ variable | copied<int> | l | ao@87:24
  pointed ap(i); ap.i;
//               ^ variable | pointed<int> | l | ap@88:11
  pointed aq = p; aq.i;
//                ^ variable | pointed<int *> | l | aq@89:11
  aliased ar(i, p); ar.i;
//                  ^ variable | aliased<int> | l | ar@90:11
  function as(global); as.i;
//                     ^ variable | function<int, int> | l | as@91:12
  member at(&S::m); at.i;
//                  ^ variable | member<S, int> | l | at@92:10
  member au(&S::g); au.i;
  closure av([=](int n) { return n + i; }); av.f(3);
  signature aw([](int n, double) { return n * 2L; }); aw.i;
  const box ay(3); ay.v;
//                 ^ variable | const box<int> | l | ay@96:13
  static const box az = 'c'; az.v;
//                           ^ variable | const box<char> | l | az@97:20
  box ba(global); ba.v;
  box bb("abc"); bb.v;
//               ^ variable | box<const char *> | l | bb@99:7
  box(3).v;
//^ temp_init | box<int> | p
  box{3.f}.v;
//^ temp_init | box<float> | p
  (new box(3L))->v;
// ^ new_delete | box<long> * | p
  (new box{3u})->v;
  for (box bc = 1; bc.v;) {}
//                 ^ variable | box<int> | l | bc@104:12
  if (box bd('c'); bd.v) {}
  make<box>(2L).v;
//         ^ call | box<long> | p
  listed<list>(3).i;
//            ^ call | list<int> | p
  instance('c').v;
//        ^ call | box<char> | p
  box bf([x = box(i)] { return x.v; }); bf.v();
  decltype(box(d)) bg(3.0); bg.v;
//                          ^ variable | box<double> | l | bg@110:20
  box bh(box(box(i))); bh.v;
  return 0;
}
// [expr.prim.fold], GCC's `__integer_pack`: what declarations write as template arguments.
template<class T, T... I> struct numbers { int i; };
template<int N> using below = numbers<int, __integer_pack(N)...>;
template<class... T> struct all_of { static constexpr bool value = true; };
template<bool B> struct truth { int i; };
template<class... T> using both = truth<(T::value && ...)>;
template<class T> struct holder { template<class... U> static constexpr bool takes() { return sizeof...(U) == 2; } };
template<class T> struct called { truth<holder<T>::template takes<T, T>()> m; };
// [except.spec]: noexcept of expressions and parameters.
template<class F> struct result; template<class R, bool B, class... A> struct result<R (*)(A...) noexcept(B)> { typedef truth<B> type; };
struct quiet { quiet() noexcept; ~quiet(); };
template<class T> void made() noexcept(noexcept(T()));
void packs(both<all_of<int>, all_of<>> a, below<3> b, called<int> c, result<void (*)(int) noexcept>::type d) {
  a.i;
//^ variable | truth<true> | l | a@126:40
  b.i;
//^ variable | numbers<int, 0, 1, 2> | l | b@126:52
  c.m.i;
  d.i;
//^ variable | truth<true> | l | d@126:107
  truth<noexcept(made<quiet>())> e; e.i;
//                                  ^ variable | truth<true> | l | e@131:34
  int x[2] = {}; int (*const y)[2] = &x; auto (*z)[2] = y; z;
}
