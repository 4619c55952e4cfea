// [temp.arg]: how arguments of templates are shown: typedefs of templates as they are written are followed; enumerators are values, those apart that a body names.
struct Row {}; typedef float real; enum class M { a, b, c }; enum U { x, y, z };
template <class E, class L> struct Ref { int off(long) const; };
template <class A, class B, bool C> struct Tile;
template <class A, class B> struct Tile<A, B, true> { using Element = float; typedef real R2; typedef Ref<Element, Row> F; typedef Ref<R2, int> R; };
template <class A> struct Q { typedef double D; typedef Ref<D, D> RD; };
template <class T, M m = M::b> struct A { int f(); };
template <M m> struct B { int f(); };
template <U u = y> struct C { int f(); };
template <M m> struct Base { typedef B<m> type; };
template <class T> struct Def { typedef A<T, M::c> t; };
using AL = A<int>; using BL = B<M::c>;
template <int n> struct H { int f(); };
constexpr int four = 4;
void f() {
  Ref<float, Row> r; r.off(1); Ref<float, int> o; o.off(1); Ref<double, double> d; d.off(3);
//                   ^ lvalue_adjust | const Ref<float, Row> | l
//                   ^ variable | Ref<float, Row> | l | r@16:19
//                                                ^ lvalue_adjust | const Ref<real, int> | l
//                                                ^ variable | Ref<real, int> | l | o@16:48
//                                                                                 ^ lvalue_adjust | const Ref<double, double> | l
//                                                                                 ^ variable | Ref<double, double> | l | d@16:81
  AL a1; a1.f(); BL b1; b1.f(); A<float> a3; a3.f(); A<double, M::c> a4; a4.f();
//       ^ variable | A<int, (M)1> | l | a1@17:6
//                      ^ variable | B<(M)2> | l | b1@17:21
//                                           ^ variable | A<float, (M)1> | l | a3@17:42
//                                                                       ^ variable | A<double, M::c> | l | a4@17:70
  C<> c1; c1.f(); C<z> c2; c2.f(); C<(U)0> c3; c3.f();
//        ^ variable | C<(U)1> | l | c1@18:7
//                         ^ variable | C<z> | l | c2@18:24
//                                             ^ variable | C<(U)0> | l | c3@18:44
  Base<M::a>::type t1; t1.f(); Def<int>::t d1; d1.f();
//                     ^ variable | B<M::a> | l | t1@19:20
//                                             ^ variable | A<int, (M)2> | l | d1@19:44
  H<4> h; h.f(); H<four + 1> i; i.f();
//                 ^ variable | int | p | four@14:15
//                      ^ add | int | p
//        ^ variable | H<4> | l | h@20:8
//                              ^ variable | H<5> | l | i@20:30
}
