    struct A final {};
    struct B : A {};
//             ^ 1904
    class C final : public virtual A {};
//                                 ^ 1904
    template<class T> struct TF final {};
    struct D : TF<int> {};
//             ^ 1904
    union U {};
    struct W : int {};
    typedef A AA;
    struct X : AA {};
//             ^ 1904
    enum E {};
    struct F1 { virtual void f() final; virtual void g() const final; void n(); virtual int h(int) final; ~F1(); virtual ~F1(); };
//                                                                                                                       ^ 403 | function F1::~F1()
    struct F2 { virtual void f() final; virtual ~F2() final; };
    struct F3 : F2 { void f(); ~F3(); };
//                        ^ 1850 | function F2::f
//                             ^ 1850 | function F2::~F2
    struct F5 : F2 {};
//         ^ 1850 | function F2::~F2
    struct F6 : F5 { void f(); };
//         ^ 1850 | function F2::~F2
//                        ^ 1850 | function F2::f
    struct O1 { void f(); virtual void g(int); virtual void h() const; ~O1(); };
    struct C0 {};
    struct C1 : C0 {};
    class C2 : C0 {};
    struct C3;
    struct R0 { virtual int a(); virtual C0 *b(); virtual C0 &c(); virtual C0 *d(); virtual C0 *e(); virtual const C0 *f(); virtual C0 *g(); virtual void h(); virtual C0 *i(); virtual void *j(); };
    struct R2 : R1 { C0 *b(); int a(); };
//              ^ 262
    struct P1 { virtual void f(int); virtual void g() noexcept; virtual void h() noexcept; };
    struct P3 { virtual void f() = delete; };
    struct A { virtual void f(int); virtual void g(); virtual void h() const; virtual void i(int, int = 0); virtual int j(); virtual void k(int); virtual void k(char); virtual ~A(); virtual void op(int); virtual A &operator=(int); virtual operator int(); };
//         ^ 3369 | class A | there
    struct M { virtual void f(long); };
    template<class T> struct TA { virtual void f(T); };
    struct P { virtual void f() = 0; virtual void g(int) = 0; };
    struct A2{virtual void f(int);};
    struct R2:A{};
//         ^ 3369 | class R2 | there
    struct M{virtual void f(int); virtual void f(char);};
//         ^ 3369 | class M | there
    struct N1:N{void f(double);};
//            ^ 262
    struct N2:N{void f(char);};
//            ^ 262
    struct N3:N{void f(int);};
//            ^ 262
    struct O{virtual void f(int);};
    struct O1:O{using O::f; void f(double);};
//         ^ 3369 | class O1 | there
    struct P{virtual void f(int) = 0; private: virtual void g(); protected: virtual void h(); };
//         ^ 3369 | class P | there
    struct Q{virtual void f(int); void f(double); };
    struct Q1:Q{void f(double);};
//                   ^ 997 | overloaded function Q::f | Q1::f
    struct S{virtual ~S(); virtual operator int(); virtual void operator+(int); virtual void operator()(); };
    struct S1:S{ operator long(); void operator+(double); void operator()(int); };
//                                     ^ 997 | function S::operator+(int) | S1::operator+
//                                                             ^ 997 | function S::operator()() | S1::operator()
    struct T{virtual void f(int); static void f(char); template<class U> void f(U);};
    struct T1:T{void f(double);};
//                   ^ 997 | overloaded function T::f | T1::f
    class W{virtual void x();};
//        ^ 3369 | class W | there
    struct X{virtual void f(int)const; virtual void f(int);};
//         ^ 3369 | class X | there
    struct Y{virtual void f(int);};
    struct Y1:Y{virtual void f(int) final;};
    struct CC;
    struct HX { virtual void x(); };
    struct H { inline void f() override; void g() override { } constexpr int h() const override { return 1; } auto k() -> int override; };
//                         ^ 1455
//                                            ^ 1455
//                                                                           ^ 1455
//                                                                                                                 ^ 1455
    struct Q { virtual auto f() -> int; };
//         ^ 3369 | class Q | there
    struct S { virtual void f(int = 1); virtual void g(const int); virtual void h(int[]); };
//         ^ 3369 | class S | there
    struct D3 : B { void f(int); void f(long); };
    struct A2 { virtual void f(int); };
//         ^ 3369 | class A2 | there
    struct B2 : A2 { void f(int); virtual void f(long); };
    struct C3 : B2 { void f(long); };
//                        ^ 997 | function A2::f(int) | C3::f
    struct C4 : B2 { void f(int); };
//         ^ 611 | function B2::f | class C4
    struct A5 { virtual void g(int); virtual void f(int); };
    struct B5 { virtual void h(int); };
    struct C5 : B5, A5 { void f(char); void h(char); void g(char); };
//                            ^ 997 | function A5::f(int) | C5::f
//                                          ^ 997 | function B5::h(int) | C5::h
//                                                        ^ 997 | function A5::g(int) | C5::g
    struct A6 { virtual void f(int); };
    struct B6 : A6 { void f(int) override; };
    struct C6 : B6, A6 { void f(double); };
//                            ^ 997 | function A6::f(int) | C6::f
    int main(int argc);
    void d1(int a = 1, int b = 2, int c);
//                  ^ 306
    void d2(int a = 1, int b, int c = 2, int d);
//                  ^ 306
    void d3(int, int = 1);
    void d3(int a = 1, int b);
    void d4(int = 1, int);
//                ^ 306
    void d5(int a = 1, int b = 2) { }
    void d5(int, int = 3);
//                     ^ 307
    void n9(int);
    void n9(char);
    void n9(char) noexcept;
//                ^ 536 | function n9(char)
    int n8(int) noexcept;
    int n8(char);
    int n8(int) { return 1; }
//              ^ 541 | function n8(int) noexcept
    struct N { void m(int) noexcept; void m(char); int operator+(int) noexcept; };
    void N::m(int) {}
//                 ^ 541 | function N::m(int) noexcept
    int N::operator+(int) { return 1; }
//                        ^ 541 | function N::operator+
    extern "C" void sysf() noexcept;
    void sysg(int) noexcept;
    void sysh(int);
    extern "C" void sysf();
//                        ^ 541 | function sysf
    void sysg(int);
//                ^ 541 | function sysg
    void sysh(int) noexcept;
//                 ^ 536 | function sysh
