    struct S { S() { return 1; } S(int) { return; } ~S() { return 2; } void m() { return; } S(char) { return (void)0; } };
//                          ^ 278
//                                                                ^ 278
//                                                                                                           ^ 278
    using namespace Q;
//                  ^ 725
    namespace N { int a; namespace M {} }
    using namespace N;
    using namespace N::M;
    using namespace ::N;
    struct C {};
    using namespace C;
//                  ^ 725
    typedef int TI;
    namespace AL = N;
    using namespace AL;
    void f1(int a) { [a, a] {}(); [a, &a] {}(); [&a, a] {}(); [=, &a] {}(); [&, a] {}(); [a, b = a] {}(); [a, a = 1] {}(); [&, &a] {}(); [=, a] {}(); }
//                       ^ 1761
//                                     ^ 1761
//                                                   ^ 1761
//                                                                                                            ^ 1761
    void f2() { static int s; [s] {}(); [&s] {}(); [=] { s = 1; }(); }
//                             ^ 1731
//                                        ^ 1731
    int gl;
    int i1 = 1e30;
//           ^ 173
    int i2 = 1e9;
    unsigned i3 = -1.0;
//                ^ 173
    int i4 = 3e9;
//           ^ 173
    char i5 = 300.0;
//            ^ 173
    long i7 = 1e19;
//            ^ 173
    unsigned i8 = 4294967296.0;
//                ^ 173
    float f9 = 1e30;
    int i10 = 1e30f;
//            ^ 173
    short i11 = 40000.0;
//              ^ 173
    int i12 = -2147483648.0;
    int i13 = -2147483649.0;
//            ^ 173
    bool b14 = 1e30;
    unsigned char uc = 255.5;
    signed char sc = -128.5;
    signed char sc2 = -129.0;
//                    ^ 173
    int fr() { return 1e30; }
//                    ^ 173
    struct I;
    void di(I *p) { delete p; delete[] p; delete (I *)0; }
//                         ^ 414
//                                     ^ 414
//                                               ^ 414
    struct J;
    struct J {};
    void dj(J *j) { delete j; }
    int c1(void *p) { return (int)p; }
//                           ^ 767
    int c2(int *p) { return (int)(long)p + (char)(long)p; }
    char c3(int *p) { return (char)p; }
//                           ^ 767
    long c4(int *p) { return (long)p; }
    unsigned c5(int *p) { return reinterpret_cast<unsigned>(p); }
//                               ^ 767
    short c6(void (*f)()) { return (short)f; }
//                                 ^ 767
    bool c7(int *p) { return (bool)p; }
    int c8(int *p) { return int(p); }
//                          ^ 767
    int c9() { return (int)"x"; }
//                    ^ 767
    int c10(int *p) { return static_cast<int>(p); }
//                           ^ 171
