    [[nodiscard]] int f(); [[nodiscard("reason")]] int g(int); int h(); __attribute__((warn_unused_result)) int w();
    void u1() { f(); }
//               ^ 2809 | nodiscard
    void u2() { g(1); }
//               ^ 3000 | nodiscard | reason
    void u3() { h(); }
    void u4() { w(); }
//              ^ 1650
    void u5() { (void)f(); static_cast<void>(f()); int x = f(); x = f(); }
    void u6(int x) { f(), x; }
//                    ^ 2809 | nodiscard
    void u7(bool b) { b ? f() : g(1); }
//                         ^ 2809 | nodiscard
//                               ^ 3000 | nodiscard | reason
    void u8() { (f()); }
//                ^ 2809 | nodiscard
    void u9() { f() + 1; }
    void u10(int a) { if (a) f(); else f(); }
//                            ^ 2809 | nodiscard
//                                      ^ 2809 | nodiscard
    void u11(int a) { for (f(); f(); f()) f(); }
//                          ^ 2809 | nodiscard
//                                    ^ 2809 | nodiscard
//                                         ^ 2809 | nodiscard
    void u12() { auto l = [] { f(); }; l(); }
//                              ^ 2809 | nodiscard
    struct [[nodiscard]] R { int m; R(); R(int); };
    enum class [[nodiscard]] E { ok };
    struct C { [[nodiscard]] C(int); C(); [[nodiscard]] int m() const; [[nodiscard]] static int s(); [[nodiscard]] C operator+(int) const; };
    R make(); R &reference(); R *pointer(); E error();
    void u13() { make(); }
//                   ^ 2810 | nodiscard
    void u14() { reference(); pointer(); }
    void u15() { error(); }
//                    ^ 2810 | nodiscard
    void u16() { R(); }
//               ^ 3004 | nodiscard
    void u17() { R(1); }
//               ^ 3004 | nodiscard
    void u19() { C(1); }
//               ^ 3002 | nodiscard
    void u20() { C(); }
    void u22(C c) { c.m(); }
//                     ^ 2809 | nodiscard
    void u23() { C::s(); }
//                   ^ 2809 | nodiscard
    void u24(C c) { c + 1; }
//                    ^ 2809 | nodiscard
    int h(); [[nodiscard]] int h2(); int h2();
    void u25() { h2(); }
//                 ^ 2809 | nodiscard
    template<class T> [[nodiscard]] T tf(T);
    void u26() { tf(1); }
//                 ^ 2809 | nodiscard
    void u27() { tf<float>(1); }
//                        ^ 2809 | nodiscard
    template<class T> struct TC { [[nodiscard]] T m(); };
    void u28(TC<int> c) { c.m(); }
//                           ^ 2809 | nodiscard
    struct S2 { [[nodiscard]] bool operator==(const S2 &) const; [[nodiscard]] operator int() const; [[nodiscard]] int operator[](int); [[nodiscard]] int operator()(); };
    void u29(S2 s, S2 t) { s == t; }
//                           ^ 2809 | nodiscard
    void u31(S2 s) { s[0]; }
//                    ^ 2809 | nodiscard
    void u32(S2 s) { s(); }
//                    ^ 2809 | nodiscard
    void u33(S2 s) { (int)s + 1; !f(); }
