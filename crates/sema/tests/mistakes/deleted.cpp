    struct A { A(); A(const A &) = delete; A &operator=(const A &) = delete; void m() = delete; static void s() = delete; ~A(); void *operator new(unsigned long) = delete; operator int() = delete; int operator+(int) = delete; void operator()() = delete; int operator[](int) = delete; A *operator->() = delete; bool operator!() = delete; };
    void del() = delete;
    void del(int);
    template<class T> void tdel(T) = delete;
    template<> void tdel(int);
    A a;
    A b = a;
//        ^ 1776 | function A::A(const A &)
    A c(a);
//      ^ 1776 | function A::A(const A &)
    A d{a};
//     ^ 1776 | function A::A(const A &)
    A e = A();
    void take(A);
    A give() { return a; }
//                    ^ 1776 | function A::A(const A &)
    A give2(A &r) { return r; }
//                         ^ 1776 | function A::A(const A &)
    A give3() { A l; return l; }
//                          ^ 1776 | function A::A(const A &)
    A give4() { return A(); }
    struct M { int i; M(M &&); };
    void g(M &p, M &q) { M r = p; p = q; M s = static_cast<M &&>(p); p = static_cast<M &&>(q); }
//                             ^ 1776 | function "M::M(const M &)" (declared implicitly)
//                                  ^ 1776 | function "M::operator=(const M &)" (declared implicitly)
//                                                                     ^ 1776 | function "M::operator=(const M &)" (declared implicitly)
    struct MA { MA &operator=(MA &&); MA(); };
    void h(MA &p, MA &q) { MA r = p; p = q; MA s(q); MA t; }
//                                ^ 1776 | function "MA::MA(const MA &)" (declared implicitly)
//                                     ^ 1776 | function "MA::operator=(const MA &)" (declared implicitly)
//                                               ^ 1776 | function "MA::MA(const MA &)" (declared implicitly)
    struct DD { ~DD() = delete; };
    DD dd;
//     ^ 1776 | function DD::~DD() noexcept
    struct DB { DD d; };
    struct NB { ND n; };
//              ^ 20 | ND
    struct NC : ND {};
//              ^ 262
    struct NE { ND n[2]; };
//              ^ 20 | ND
    struct NF { ND n = 1; };
//              ^ 20 | ND
    NB nb;
    NC nc;
    NE ne;
    NF nf;
    NB *nbp = new NB;
    NB nba[2];
    struct NG { NB b; };
    NG ng;
    struct K { const int k; };
    void j(K &x, K &y) { x = y; K z = x; x = K{1}; }
//                         ^ 1776 | function "K::operator=(const K &)" (declared implicitly)
//                                         ^ 1776 | function "K::operator=(const K &)" (declared implicitly)
    struct RR { int &r; };
    void j2(RR &x, RR &y) { x = y; RR z = x; }
//                            ^ 1776 | function "RR::operator=(const RR &)" (declared implicitly)
    struct CB { A a; };
    void k(CB &x, CB &y) { x = y; CB z = x; CB w; CB v = static_cast<CB &&>(x); }
//                           ^ 1776 | function "CB::operator=(const CB &)" (declared implicitly)
//                                       ^ 1776 | function "CB::CB(const CB &)" (declared implicitly)
//                                                       ^ 1776 | function "CB::CB(const CB &)" (declared implicitly)
    struct CD : A {};
    void k2(CD &x, CD &y) { x = y; CD z = x; }
//                            ^ 1776 | function "CD::operator=(const CD &)" (declared implicitly)
//                                        ^ 1776 | function "CD::CD(const CD &)" (declared implicitly)
    struct KB { K k; };
    void l(KB &x, KB &y) { x = y; KB z = x; }
//                           ^ 1776 | function "KB::operator=(const KB &)" (declared implicitly)
    struct AR { A a[2]; };
    void m(AR &x, AR &y) { x = y; AR z = x; }
//                           ^ 1776 | function "AR::operator=(const AR &)" (declared implicitly)
//                                       ^ 1776 | function "AR::AR(const AR &)" (declared implicitly)
    union U { A a; int i; };
    union U2 { ND n; };
//             ^ 20 | ND
    U2 u2;
    union U3 { int i; DD d; };
    class P { P(const P &); P &operator=(const P &); public: P(); };
    struct PB { P p; };
    void o(PB &x, PB &y) { x = y; PB z = x; }
//                           ^ 1776 | function "PB::operator=(const PB &)" (declared implicitly)
//                                       ^ 1776 | function "PB::PB(const PB &)" (declared implicitly)
    class PD { ~PD(); };
    struct PDB { PD p; };
    class PC { PC(); };
    struct PCB { PC p; };
    PCB pcb;
//      ^ 1790 | PCB
    struct DF { DF() = default; ND n; };
//                              ^ 20 | ND
    DF df;
    struct DF2 { DF2(const DF2 &) = default; DF2(); A a; };
    void q(DF2 &x) { DF2 y = x; }
//                           ^ 1776 | function DF2::DF2(const DF2 &)
    struct DF3 { DF3 &operator=(const DF3 &) = default; const int c = 1; };
    void q2(DF3 &x) { x = x; }
//                      ^ 1776 | function DF3::operator=(const DF3 &)
    struct DF4 { DF4(); ND n = 1; const int c; };
//                      ^ 20 | ND
    struct VB { virtual ~VB() = delete; };
    struct AMB { AMB(int = 0); AMB(char = 0); };
    struct AB { AMB a; };
    A a;
//    ^ 3369 | variable a | there
    A e = A();
//    ^ 3369 | variable e | there
    struct H { A m; int i; };
    void take(A);
    A f4() { return A(); }
    A f10(A x) { return x; }
//                      ^ 1776 | function A::A(const A &)
    const A &r = a;
    A &&rr = A();
    void f13(const A &x) { f13(x); }
    struct G { G(int); G(double) = delete; G(const char *) = delete; explicit G(char) = delete; };
    G g1(1.0);
//       ^ 1776 | function G::G(double)
    G g2 = 1.0;
//         ^ 1776 | function G::G(double)
    G g3{1.0};
//      ^ 1776 | function G::G(double)
    G g4 = {1.0};
//         ^ 1776 | function G::G(double)
    G g5("x");
//       ^ 1776 | function G::G(const char *)
    G *g6 = new G(1.0);
//               ^ 1776 | function G::G(double)
    void tg(G);
    void f14() { tg(1.0); tg({1.0}); G(1.0); (G)1.0; static_cast<G>(1.0); G x(1.0); G y = "s"; G z = 'c'; tg('c'); }
//                  ^ 1776 | function G::G(double)
//                           ^ 1776 | function G::G(double)
//                                   ^ 1776 | function G::G(double)
//                                              ^ 1776 | function G::G(double)
//                                                                  ^ 1776 | function G::G(double)
//                                                                            ^ 1776 | function G::G(double)
//                                                                                        ^ 1776 | function G::G(const char *)
    G f15() { return 1.0; }
//                   ^ 1776 | function G::G(double)
    struct DD { DD() = delete; DD(int); };
//         ^ 3369 | class DD | there
    struct A { void m() = delete; static void s() = delete; operator int() = delete; int operator+(int) = delete; void operator()() = delete; int operator[](int) = delete; A *operator->() = delete; bool operator!() = delete; void operator++() = delete; A *operator&() = delete; int operator*() = delete; void o(int); void o(char) = delete; };
//         ^ 3369 | class A | there
    void del(int);
    template<> void tdel(int);
    void one(double) = delete;
    namespace N { struct X {}; void adl(X) = delete; void operator-(X, X) = delete; }
    void f8() { void (*pf)() = del; }
//                             ^ 1776 | function del()
    void f16() { f15(); }
    int v = (del(), 1);
//           ^ 1776 | function del()
    struct C { friend void fr(C) = delete; C &operator=(int) = delete; bool operator==(C) = delete; };
    void f17(C c) { fr(c); c = 1; c == c; c = c; }
//                  ^ 1776 | function fr(C)
//                           ^ 1776 | function C::operator=(int)
//                                  ^ 1776 | function C::operator==(C)
    struct NW { void *operator new(unsigned long) = delete; void *operator new[](unsigned long) = delete; void operator delete(void *) = delete; };
    struct DS { ~DS() = delete; };
    DS gds;
//     ^ 1776 | function DS::~DS() noexcept
    DS gda[2];
//     ^ 1776 | function DS::~DS() noexcept
    void f20(DS x);
    struct DSM { DS m; DSM() {} };
    void f21(DS x) { }
    DS f22();
    struct DSS { static DS s; DS &r; DS *p; };
    extern DS eds;
    union DU { DS d; };
