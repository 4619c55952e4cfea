    struct K { const int k; K() {} K(int) : k(1) {} K(char); K(long) : K(1) {} };
//                              ^ 366 | K::K()
    K::K(char) {}
//             ^ 366 | K::K(char)
    struct R { int &r; const int a, b; int x; R() : x(1) {} R(int &q) : r(q), a(1) {} };
//                                                       ^ 366 | R::R()
//                                                                                 ^ 366 | R::R(int &)
    struct N { N(int); };
    struct NB { N n; NB() {} NB(int) : n(1) {} NB(char) : NB(1) {} };
//                        ^ 291 | class N
    struct NC : N { NC() {} NC(int) : N(1) {} };
//                       ^ 291 | class N
    struct NE { N n[2]; NE() {} };
//                           ^ 291 | class N
    struct NF { N n = 1; const int c = 1; int &r = *new int; NF() {} };
    struct CK { const N n; CK() {} };
//                              ^ 291 | class N
//                              ^ 366 | CK::CK()
    struct C2 { const struct In { int a; } i; C2() {} };
//                                                 ^ 366 | C2::C2()
    struct C3 { const int a[2]; C3() {} };
//                                   ^ 366 | C3::C3()
    struct D { D() = delete; };
    struct DD2 { D d; DD2() {} };
//                          ^ 1790 | D
    struct DB : D { DB() {} DB(int) : D() {} };
//                       ^ 1790 | D
//                                     ^ 1790 | D
    struct DDM { D m; DDM(); DDM(int) : m() {} };
//                                       ^ 1790 | D
    DDM::DDM() { }
//             ^ 1790 | D
    class P { P(); };
    struct PB { P p; PB() {} };
//                        ^ 330 | P::P()
    struct PC : P { PC() {} };
//                       ^ 330 | P::P()
    struct PD { P p; PD(); };
    PD::PD() {}
//           ^ 330 | P::P()
    struct U { union { const int c; int d; }; U() {} };
    union U2 { const int c; int d; U2() {} };
    template<class T> struct T1 { const T t; N n; T1() {} };
    T1<int> t1;
    struct TB : T1<int> { TB() {} };
    struct Q { N n; Q() try { } catch (...) { } };
//                          ^ 291 | class N
    struct Z { N a; N b; const int c; Z() {} };
//                                        ^ 291 | class N
//                                        ^ 366 | Z::Z()
    struct X { N n, m; X() : m(1) {} X(const X &) {} X(X &&) {} };
//                                ^ 291 | class N
//                                                ^ 291 | class N
//                                                           ^ 291 | class N
    struct A1 { virtual void f() = 0; A1() {} };
    struct A2 : A1 { A2() {} };
    struct M { int i; M(int); };
    struct CC { constexpr CC() {} int a; const int b; };
//                             ^ 2398 | CC::CC()
    struct CX { int a; constexpr CX() {} };
//                                    ^ 2398 | CX::CX()
