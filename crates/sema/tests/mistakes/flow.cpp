    enum C{r,g}; void ex() __attribute__((noreturn)); [[noreturn]] void ex2(); bool cond(); struct X{ [[noreturn]] static void m(); };
    int a1(){ if(1) return 1; }
    int a2(){ if(true) return 1; else ; }
//                                      ^ 940 | function a2
    int a3(C c){ switch(c){ case r: return 1; case g: return 2; } }
//                                                                ^ 940 | function a3
    int a4(int n){ switch(n){ case 1: return 1; default: break; } }
//                                                                ^ 940 | function a4
    int a5(int n){ switch(n){ case 1: default: return 1; } }
    int a6(){ while(true){ if(cond()) break; } }
//                                             ^ 940 | function a6
    int a7(){ while(1); }
    int a8(){ do { if(cond()) continue; return 1; } while(0); }
//                                                            ^ 940 | function a8
    int a9(){ do { return 1; } while(cond()); }
    int a10(){ for(;;){ if(cond()) return 1; } }
    int a11(){ for(int i=0;true;i++){ } }
    int a12(){ ex(); }
    int a13(){ ex2(); }
    int a14(){ X::m(); }
    int a15(){ cond() ? ex() : ex2(); }
//                                    ^ 940 | function a15
    int a16(){ cond() && (ex(), true); }
//                                     ^ 940 | function a16
    int a17(){ (ex(),1); }
//                       ^ 940 | function a17
    int a18(){ __builtin_unreachable(); }
    int a19(){ __builtin_trap(); }
    int a20(){ __builtin_abort(); }
    int a21(){ try { return 1; } catch(int){ return 2; } catch(...){ throw; } }
    int a22(){ l: goto l; }
    int a23(){ goto e; return 1; e: return 2; }
    int a24(){ if(cond()) goto e; return 1; e: ; }
//                                               ^ 940 | function a24
    template<class T> int t1(T t){ } template<class T> T t2(){ } template<class T> int t3(T t){ if(t) return 1; } struct S{ int m(){ } template<class T> int n(){ } operator int(){ } S& operator=(const S&){ } S(){ } ~S(){}
//                                                                                                                                   ^ 940 | function S::m
//                                                                                                                                                                                  ^ 940 | function S::operator int
//                                                                                                                                                                                                            ^ 940 | function S::operator=
    static int st(){ } }; template<class T> struct TS{ int m(){ } T v(){ } };
//                   ^ 940 | function S::st
    auto b1(){ }
    auto b2()->int { } decltype(auto) b3(){}
//                   ^ 940 | function b2
    int main(){ } 
    auto l1=[]()->int { }; auto l2=[](int x){ if(x) return 1; }; int b4(){ return ({ 1; }); }
//                      ^ 940 | function lambda []()->int
//                                                            ^ 940 | function lambda [](int)->int
    int b5(){ asm(""); }
//                     ^ 940 | function b5
    int b6(int n){ if(n) { return 1; } else { return 2; } }
    int b7(int n){ if(n) return 1; else if(n>2) return 2; }
//                                                        ^ 940 | function b7
    int b8(){ const bool k=true; while(k){} }
    int b9(){ constexpr int k=1; for(;k;){} }
    int c1(){ while(1+1){} }
    int c2(){ while(!0){} }
    int c3(){ while("a"){} }
    int c4(){ if constexpr(true) return 1; }
    int c5(){ if constexpr(false) return 1; else return 2; }
    int c6(){ return 1; ; }
    int c7(){ { return 1; } }
    int c8(){ throw 1; }
    int c9(){ static_assert(true); }
//                                 ^ 940 | function c9
    void *d1(){}
//             ^ 940 | function d1
    int &d2(){}
//            ^ 940 | function d2
    const int d3(){}
//  ^ 815
//                 ^ 940 | function d3
    S d4(){}
//         ^ 940 | function d4
    inline int d5(){}
//                  ^ 940 | function d5
    static int d6(){} __attribute__((device)) int d7(){} __attribute__((global)) void d8(){} namespace N{ int d9(){} } extern "C" int e1(){}
//                  ^ 940 | function d6
//                                                     ^ 940 | function d7
//                                                                                                                 ^ 940 | function N::d9
//                                                                                                                                         ^ 940 | function e1
    constexpr int e2(){ }
//                      ^ 940 | function e2
    int e3() try { return 1; } catch(...) { }
//                                          ^ 940 | function e3
    int e4(){ switch(1){ case 1: return 1; } }
//                                           ^ 940 | function e4
    int e5(int n){ switch(n){ } }
//                              ^ 940 | function e5
    int e6(int n){ switch(n) default: return 1; }
    int e7(int n){ while(n) { return 1; } }
//                                        ^ 940 | function e7
    int e8(int n){ for(;;) { switch(n){ case 1: break; } } }
    int e9(int n){ for(;;) { for(;;){ break; } } }
    int f1(int n){ if(n) ex(); else return 1; }
    int f2(C c){ if(c==r) return 1; if(c==g) return 2; } [[noreturn]] int f3(){ }
//                                                     ^ 940 | function f2
//                                                                              ^ 940 | function f3
//                                                                              ^ 1305 | noreturn
    int f4(){ return; }
//                  ^ 117 | function f4
    int f5(int n){ if(n) return; return 1; }
//                             ^ 117 | function f5
    [[noreturn]] void g1() {}
//                          ^ 1305 | noreturn
    [[noreturn]] void g2(int x) { if (x) throw 1; }
//                                                ^ 1305 | noreturn
    [[noreturn]] void g3() { while (1); }
    [[noreturn]] int g4() { return 1; }
//                          ^ 1305 | noreturn
    [[noreturn]] void g5(int x) { if (x) return; throw 1; }
//                                       ^ 1305 | noreturn
    __attribute__((noreturn)) void g6();
    void g6() { }
//              ^ 1305 | noreturn
    struct G { [[noreturn]] void m() {} [[noreturn]] static int s() { for(;;) {} } };
//                                    ^ 1305 | noreturn
    template<class T> [[noreturn]] void g7() {}
    namespace N { [[noreturn]] void g8(int) { } } void g8(int) { }
//                                            ^ 1305 | noreturn
