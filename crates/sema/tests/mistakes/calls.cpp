    namespace N { struct C { void m(int); void m(float) const; int d; static void s(int); static void s(char*); void one(int) const noexcept; C(int); explicit C(const char*,int=1); }; void fn(int,float); void ov(int); void ov(const char*, int); template<class T> void tm(T, T*); template<class T, int K> void tk(T (&a)[K]); template<class T> struct Z{ void zm(T); Z(T); void z2(int); void z2(T,T);}; }
    void g(int); void g(int,int); void h1(int=3); struct D{ private: int p; void pm(); public: int q; protected: int r; static int sp;}; class K{ int z; }; struct DD:D{ int f(){return p+r;} }; void del(int)=delete; void del(char); struct Ab{virtual void x()=0; virtual int y(int)=0;}; typedef unsigned u32; void ty(u32, u32*); void ty(u32,char*,...);
//                                                                                                                                                                                      ^ 265 | member D::p
    using N::C;
    void f(C c, const C cc, C*pc, D d, N::Z<int> z, K k, DD dd, void (*fp)(int,int), void(C::*pm)(int)) {
    c.m("x");
//    ^ 304 | overloaded function N::C::m
    cc.m(1,2);
//     ^ 304 | overloaded function N::C::m
    c.m();
//    ^ 304 | overloaded function N::C::m
    pc->m(fp);
//      ^ 304 | overloaded function N::C::m
    c.one();
//        ^ 165
    c.one("x");
//        ^ 167 | const char * | int
    c.one(1,2);
//          ^ 140
    C::s(d);
//  ^ 304 | overloaded function N::C::s
    C::s();
//  ^ 304 | overloaded function N::C::s
    N::fn(1);
//         ^ 165
    N::fn(1,d);
//          ^ 413 | D | float
    N::ov();
//  ^ 304 | overloaded function N::ov
    N::ov(d);
//  ^ 304 | overloaded function N::ov
    N::tm(1,2);
//  ^ 304 | function template N::tm
    N::tm(1);
//  ^ 304 | function template N::tm
    z.zm("x");
//       ^ 167 | const char * | int
    z.zm();
//       ^ 165
    z.z2("a");
//    ^ 304 | overloaded function N::Z<T>::z2 [with T=int]
    z.z2();
//    ^ 304 | overloaded function N::Z<T>::z2 [with T=int]
    g("x");
//  ^ 304 | overloaded function g
    g();
//  ^ 304 | overloaded function g
    g(1,"x");
//  ^ 304 | overloaded function g
    g(1,2,3);
//  ^ 304 | overloaded function g
    h1(1,2);
//       ^ 140
    fp(1);
//      ^ 165
    fp(1,2,3);
//         ^ 140
    fp("x",1);
//     ^ 167 | const char * | int
    d.p;
//    ^ 265 | member D::p
//  ^ 174
    d.pm();
//    ^ 265 | function D::pm
    d.q;
//  ^ 174
    d.r;
//    ^ 265 | member D::r
//  ^ 174
    D::sp=1;
//     ^ 265 | member D::sp
    k.z;
//    ^ 265 | member K::z
//  ^ 174
    dd.p;
//     ^ 265 | member D::p
//  ^ 174
    del(1);
//  ^ 1776 | function del(int)
    del(1.0);
//  ^ 308 | function del
    Ab ab;
//     ^ 322 | Ab
    new Ab;
//      ^ 322 | Ab
    C c1;
//    ^ 291 | class N::C
    C c2(1,2,3);
//       ^ 289 | constructor N::C::C
    C c3={1,2,3};
//       ^ 289 | constructor N::C::C
    C c4="x";
//       ^ 415 | const char [2] | N::C
    C c5=d;
//       ^ 312 | D | N::C
    C c6(d);
//       ^ 289 | constructor N::C::C
    C*c7=new C;
//           ^ 291 | class N::C
    C*c8=new C(d);
//            ^ 289 | constructor N::C::C
    C c9[2];
//    ^ 291 | class N::C
    C();
//  ^ 289 | constructor N::C::C
    C(d);
//    ^ 101 | d
//    ^ 291 | class N::C
    C{d};
    C{};
//   ^ 289 | constructor N::C::C
    (C)d;
    static_cast<C>(d);
    dynamic_cast<C*>(pc);
    int(d);
//      ^ 101 | d
    float(pc);
//        ^ 101 | pc
    ty("x",1);
//  ^ 304 | overloaded function ty
    ty(1);
//  ^ 304 | overloaded function ty
    [](int x){return x;}("a");
//  ^ 1767 | function lambda [](int)->int
    auto lam=[](int x){return x;}; lam(); lam(1,2); lam("a");
//                                 ^ 1767 | function lambda [](int)->int
//                                        ^ 1767 | function lambda [](int)->int
//                                                  ^ 1767 | function lambda [](int)->int
    cc.m;
//     ^ 300
    cc.q;
//     ^ 135 | class N::C | member q
    c.C::m("y");
//       ^ 304 | overloaded function N::C::m
    cc.d=1;
//  ^ 137
    c.m=1;
//    ^ 300
    f(1);
//     ^ 165
    }
