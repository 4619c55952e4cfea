  constexpr int f() { goto l; l: return 1; }
//                    ^ 2388
//                            ^ 2754
  constexpr int g() { asm(""); return 1; }
//                    ^ 2388
  constexpr int h() { static int s = 1; return s; }
//                               ^ 2661
  constexpr int i() { thread_local int t = 1; return t; }
//                                     ^ 2661
  constexpr int j() { int x; return x; }
//                        ^ 2662
//                                  ^ 549 | variable x
  struct S { int a, b; constexpr S(int x) : a(x) {} };
//                                               ^ 2398 | S::S(int)
  struct N { N(); ~N(); int x; };
  constexpr int k(N a) { return a.x; }
//              ^ 2392 | N
  constexpr N l() { return N(); }
//            ^ 2391 | N
  struct L { constexpr L(int) {} N m; };
//                            ^ 2417 | function N::N()
  constexpr int cc;
//                ^ 2385
  constexpr int ca[3];
//                   ^ 2385
  void fn() { constexpr int lc; constexpr int la[2]; }
//                            ^ 2385
//                                                 ^ 2385
  constexpr int two(int x) { try { return x; } catch (...) { return 0; } }
//                           ^ 2388
  constexpr int m1() { N loc; return 1; }
//                       ^ 2660 | N
  constexpr int m2() { struct P { int q; } p; return 1; }
//                                         ^ 2662
  constexpr int m3() { int arr[3]; return 1; }
//                         ^ 2662
  struct D { int d = 1; int e; };
  constexpr int m4() { D d; return d.d; }
  constexpr void m5(int &x) { ++x; }
  struct V { virtual constexpr int vf() { return 1; } };
//                   ^ 2390
  constexpr D dd2{};
  struct E2 {};
  constexpr E2 ee;
  struct W { int w; constexpr W() {} };
//                                ^ 2398 | W::W()
  struct W2 { int w = 1; int v; constexpr W2() : v(2) {} };
  constexpr int sw(int x) { switch (x) { case 1: int y; return 1; } return 0; }
//                                                   ^ 2662
  constexpr int q1() { using T = int; typedef int Z; static_assert(1, ""); enum { a }; return a; }
  constexpr auto la1 = [](int x) constexpr { static int s; return x; };
//                                                      ^ 2661
  constexpr int dtor() { struct T { ~T() {} } t; return 1; }
//                                            ^ 2660 | T
  struct HasD { ~HasD(); };
  constexpr int par(HasD *p) { return 1; }
  constexpr int par2(const HasD &p) { return 1; }
  constexpr int loc() { static const int x = 1; return x; }
//                                       ^ 2661
  constexpr int loc2() { static constexpr int x = 1; return x; }
//                                            ^ 2661
  constexpr int noret(int x) { if (x) return 1; }
//                                              ^ 940 | function noret
  // In templates what depends on the types of variables is not reported, and statements are warned about.
  template<class T> constexpr int tf(T t) { static int s = 0; return s; }
//                                                     ^ 2661
  template<class T> constexpr int tf2(T t) { HasD n; int i; return 0; }
  template<class T> constexpr int tf3(T t) { goto a; a: return 0; }
//                                           ^ 2388
//                                                   ^ 2754
  template<class T> constexpr int tf4(T t) { try { return 0; } catch (...) { return 1; } }
//                                           ^ 2388
  template<class T> struct TD { int x; constexpr TD() {} constexpr int m() { T t; HasD n; int i; return 0; } };
