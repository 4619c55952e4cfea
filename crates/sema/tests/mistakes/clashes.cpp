  // One name for entities of different kinds.
namespace a1 { void g(); template<class T> struct g {}; }
//                                                ^ 101 | g
namespace a2 { struct g; template<class T> using g = int; }
//                                               ^ 101 | g
namespace a3 { template<class T> struct g; void g(); }
//                                              ^ 101 | g
namespace a4 { template<class T> struct g; typedef int g; }
//                                                     ^ 101 | g
namespace a5 { template<class T> struct g; enum g {}; }
//                                              ^ 101 | g
namespace a6 { template<class T> struct g; enum { g }; }
//                                                ^ 101 | g
namespace a7 { template<class T> using g = int; int g; }
//                                                  ^ 101 | g
namespace a8 { template<class T> using g = int; struct g; }
//                                                     ^ 441 | alias template a8::g
namespace a9 { template<class T> T g; int g; }
//                                        ^ 101 | g
namespace b1 { template<class T> T g; struct g; }
namespace b2 { template<class T> void g(); typedef int g; }
//                                                     ^ 101 | g
namespace b3 { template<class T> void g(); enum { g }; }
//                                                ^ 101 | g
namespace b4 { template<class T> void g(); template<class T> struct g; }
//                                                                  ^ 101 | g
namespace b5 { template<class T> struct g; template<class T> void g(); }
//                                                                ^ 101 | g
namespace b6 { template<class T> struct g; template<class T> using g = int; }
//                                                                 ^ 101 | g
namespace b7 { template<class T> struct g; template<class T> T g; }
//                                                             ^ 101 | g
namespace b9 { typedef int g; template<class T> void g(); }
//                                                   ^ 101 | g
namespace c1 { struct g; template<class T> void g(); }
namespace c2 { enum g {}; template<class T> struct g; }
//                                                 ^ 101 | g
namespace c3 { enum { g }; template<class T> struct g; }
//                                                  ^ 101 | g
namespace c5 { template<class T> using g = int; template<class T> using g = int; }
namespace c8 { template<class T> void g(); template<class T> T g; }
//                                                             ^ 101 | g
namespace c9 { template<class T> struct g; union g; }
//                                               ^ 441 | class template c9::g
namespace d1 { template<class T> struct g {}; struct g {}; }
//                                                   ^ 441 | class template d1::g
namespace d2 { typedef int g; template<class T> using g = int; }
//                                                    ^ 101 | g
struct e1 { template<class T> struct g; int g; };
//                                          ^ 101 | g
struct e2 { template<class T> void g(); int g; };
//                                          ^ 101 | g
struct e3 { int g; template<class T> void g(); };
//                                        ^ 101 | g
struct e4 { template<class T> struct g; void g(); };
//                                           ^ 101 | g
struct e5 { int g; template<class T> struct g; };
//                                          ^ 101 | g
struct e6 { template<class T> static T g; int g; };
//                                            ^ 101 | g
struct e7 { typedef int g; template<class T> using g = int; };
//                                                 ^ 101 | g
struct e8 { template<class T> struct g; template<class T> struct g; };
struct e9 { template<class T> struct g; struct g; };
//                                             ^ 101 | g
template<class X> struct f1 { template<class T> struct g; int g; typedef X h; int h; enum { k }; int k; };
//                                                            ^ 101 | g
//                                                                                ^ 101 | h
//                                                                                                   ^ 101 | k
template<class X> struct f2 { X a; X b(); void a(); static int c; void c(); };
//                                             ^ 101 | a
//                                                                     ^ 101 | c
template<class T> struct f3 { T i; T i; };
//                                   ^ 101 | i
namespace A { int a; typedef int t; struct S {}; void f(); void f(int); enum E { e1 }; template<class T> struct C {}; template<class T> void ft(); }
namespace B { int a; typedef int t; struct S {}; void f(); enum E { e1 }; template<class T> struct C {}; template<class T> void ft(); }
namespace n1 { int a; using A::a; }
//                             ^ 101 | a

namespace n3 { using A::a; using A::a; using B::a; }
//                                              ^ 101 | a
namespace n4 { using A::t; using B::t; typedef int t; typedef long t; }
//                                                                 ^ 256 | n4::t
namespace n5 { using A::S; struct S {}; }
//                                ^ 101 | S
namespace n6 { struct S; using A::S; }
//                                ^ 101 | S
namespace n9 { using A::f; using B::f; }
namespace o1 { using A::C; using B::C; }
//                                  ^ 101 | C
namespace o2 { using A::C; template<class T> struct C; }
namespace o3 { using A::ft; int ft; }
//                              ^ 101 | ft
namespace o4 { using A::S; int S; }
namespace o5 { int S; using A::S; }
namespace o6 { using A::e1; enum { e1 }; }
//                                 ^ 101 | e1
namespace o9 { int f; using A::f; }
//                             ^ 101 | f
namespace p1 { using A::a; using B::a; }
//                                  ^ 101 | a
struct X { int a; typedef int t; struct S {}; void f(); void f(int); static int s; enum E { e1 }; template<class T> struct C {}; };
struct Y { int a; typedef int t; struct S {}; void f(); static int s; enum E { e1 }; template<class T> struct C {}; };
struct Z1 : X { using X::a; using X::a; };
struct Z2 : X, Y { using X::a; using Y::a; using X::t; using Y::t; using X::S; using Y::S; using X::f; using Y::f; using X::e1; using Y::e1; using X::C; using Y::C; };
//                                      ^ 101 | a
//                                                              ^ 101 | t
//                                                                                      ^ 101 | S
//                                                                                                                                       ^ 101 | e1
//                                                                                                                                                                ^ 101 | C
struct Z3 : X { int a; using X::a; typedef int t; using X::t; struct S; using X::S; void f(); using X::f; using X::e1; enum { e1 }; };
//                              ^ 101 | a
//                                                         ^ 101 | t
//                                                                               ^ 101 | S
//                                                                                                                            ^ 101 | e1
struct Z4 : X { using X::a; void a(); using X::f; int f; using X::S; int S; int e1; using X::e1; };
//                               ^ 101 | a
//                                                    ^ 101 | f
//                                                                                           ^ 101 | e1
template<class T> struct Z5 : T, X { using T::a; using X::a; int q; using T::q; using X::a; };
//                                                        ^ 101 | a
//                                                                           ^ 101 | q
//                                                                                       ^ 101 | a
template<class T> struct Z6 : X { using X::a; int a; };
//                                                ^ 101 | a

struct W { union { int p; }; union { int p; }; int q; union { int q; }; union { int r; }; void r(); struct { int s; }; int s; union { union { int t; }; }; int t; };
//                                       ^ 101 | p
//                                                                ^ 101 | q
//                                                                                             ^ 101 | r
//                                                                                                                         ^ 101 | s
//                                                                                                                                                             ^ 101 | t
void l() { int v; union { int v; }; union { int w; }; int w; }
//                            ^ 101 | v
//                                                        ^ 101 | w
struct BaseH { int type; struct K {}; typedef int L; enum M {}; };
struct BaseH2 { struct type {}; struct K {}; };
struct J : BaseH { struct type {}; using BaseH::type; };
struct J1 : BaseH, BaseH2 { using BaseH2::type; using BaseH::type; };
struct J2 : BaseH { struct K {}; using BaseH::K; };
//                                            ^ 101 | K
struct J3 : BaseH { struct K; using BaseH::K; };
//                                         ^ 101 | K
struct J4 : BaseH { typedef int K; using BaseH::K; };
struct J5 : BaseH { typedef int L; using BaseH::L; };
//                                              ^ 101 | L
struct J6 : BaseH { struct L {}; using BaseH::L; };
struct J7 : BaseH { using BaseH::L; struct L {}; };
//                                         ^ 101 | L
struct J8 : BaseH { using BaseH::K; typedef int K; };
//                                              ^ 101 | K
struct J9 : BaseH { enum M {}; using BaseH::M; };
//                                          ^ 101 | M
