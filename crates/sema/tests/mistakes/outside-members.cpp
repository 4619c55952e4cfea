  // Members that are defined outside their class, which does not have them.
namespace N { template<class T, int K> struct C { int n; void f(); template<class U> void g(); union { int q; }; enum { e1 }; typedef T type; }; }
template<class T> struct P {}; template<class T> struct P<T *> { void a(); };
template<class T> void P<T>::a() {}
//                           ^ 135 | class template P<T> | member a
template<class T> struct Q : P<T> {}; template<class T> void Q<T>::a() {}
//                                                                 ^ 135 | class template Q<T> | member a
template<class T> struct R { struct I { void k(); }; template<class U> struct J { void k(); }; };
template<class T> R<T>::R(int) {}
//                      ^ 135 | class template R<T> | member R
struct S { template<class T> void f(T); };
template<class T> void S::g(T) {}
//                        ^ 135 | class S | member g
class A { int n; void h(); static int s; typedef int T; };
int A::size2() { h(); return T(3); }
//     ^ 135 | class A | member size2
//               ^ 20 | h
//                           ^ 20 | T
A A::operator+(const A &o) const { return o; }
//   ^ 135 | class A | member operator+
//                         ^ 1670
namespace N { class B { int q; }; int z; int B::f() { return q + z; } }
//                                              ^ 135 | class N::B | member f
//                                                           ^ 20 | q
int N::k() { return z; }
//     ^ 135 | namespace N | member k
//                  ^ 20 | z
void A::h() const { n = 1; }
//      ^ 147 | void A::h()
//                  ^ 137
void A::h(int) { n = 1; }
//      ^ 147 | void A::h()
int A::st;
//     ^ 135 | class A | member st
struct D { };
D::D(int) { }
// ^ 493 | overloaded function D::D
D::~D() { }
// ^ 333
D &D::operator=(int) { return *this; }
//    ^ 493 | overloaded function D::operator=
template<class T> struct E { int n; };
template<class T> E<T>::E() {}
//                      ^ 135 | class template E<T> | member E
template<class T> E<T>::~E() {}
//                      ^ 135 | class template E<T> | member ~E
template<class T> void E<T>::f() { }
//                           ^ 135 | class template E<T> | member f
template<class T> int E<T>::s;
//                          ^ 135 | class template E<T> | member s
template<class T> void E<T>::operator+(int) {}
//                           ^ 135 | class template E<T> | member operator+
template<class T> void T::foo() {}
//                     ^ 464 | T
template<class T> void T::X::foo() {}
//                     ^ 464 | T::X
template<int> struct F { static int i; };
template<int> int F<0>::i(0);
//                ^ 464 | F<0>
template<class T> struct G;
template<class T> void G<T>::f() {}
//                     ^ 70 | G<T>
