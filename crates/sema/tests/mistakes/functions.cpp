    void f(int a = 1, int b);
//                 ^ 306
    void f2(int a, int b = 2, int c);
//                         ^ 306
    struct S { void m(int a = 1, int b); S(int = 3, int); };
//                            ^ 306
//                                               ^ 306
    void g(int = 1);
    void g(int = 1);
//               ^ 307
    void g(int = 2);
//               ^ 307
    void g2(int a, int b = 1);
    void g2(int a = 1, int b);
    void g3(int a, int b = 1);
    void g3(int a = 2, int b = 3) {}
//                             ^ 307
    template<class T, class U = int> struct A2;
    template<class... T, class U> void ok(U);
    template<class T = int, class U> void ok2(U);
    struct S2 { void m(int a = 1); };
    void S2::m(int a = 2) {}
//           ^ 307
    struct F { friend void ff(int = 1) {} };
    auto l = [](int a = 1, int b) {};
    void h(int a = 1, ...);
    template<class... T> void ok3(int a = 1, T... t);
    void n1();
    void n1() noexcept;
//            ^ 536 | function n1
    void n2() noexcept;
    void n2();
//           ^ 541 | function n2
    void n3() noexcept(true);
    void n3() noexcept;
    void n4() throw();
    void n4() noexcept;
    struct S { void m() noexcept; void q(); ~S(); S() noexcept; };
//         ^ 3369 | class S | there
    S::~S() {}
    int n5() noexcept(false);
    int n5() {return 1;}
    void n6() noexcept(sizeof(int) == 4);
    extern "C" void n7();
    extern "C" void n7() noexcept;
//                       ^ 536 | function n7
    template<class T> void n8(T);
    struct T { ~T() noexcept(false); T& operator=(const T&); };
    void n9(int);
    void n9(int) noexcept;
//               ^ 536 | function n9
    void n9(char) noexcept;
    static void n10() noexcept;
    static void n10() {}
//                    ^ 541 | function n10
