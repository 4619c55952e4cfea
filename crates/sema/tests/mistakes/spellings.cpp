    struct S { int m; int f(int) const; static int s; void g(); auto t(int) -> int; void c() const &; void d() && noexcept; void v() volatile &; };
    typedef int Num;
    struct T { Num n; };
    int a1 = &S::m;
//           ^ 144 | int S::* | int
    int a2 = &S::f;
//           ^ 144 | int (S::*)(int) const | int
    int *a3 = &S::m;
//            ^ 144 | int S::* | int *
    int S::*pm = 0;
    int *a4 = pm;
//            ^ 144 | int S::* | int *
    int a5 = &S::t;
//           ^ 144 | auto (S::*)(int)->int | int
    int a6 = &S::c, a7 = &S::d, a8 = &S::v;
//           ^ 144 | void (S::*)() const & | int
//                       ^ 144 | void (S::*)() && noexcept | int
//                                   ^ 144 | void (S::*)() volatile & | int
    int a9 = &T::n;
//           ^ 144 | Num T::* = int T::* | int
    void h1() { int *y; y = &S::m; y = &S::g; }
//                        ^ 513 | int S::* | int *
//                                   ^ 513 | void (S::*)() | int *
    void h2() { int (S::*q)(int) = &S::f; float S::*z = &S::m; }
//                                 ^ 144 | int (S::*)(int) const | int (S::*)(int)
//                                                      ^ 144 | int S::* | float S::*
    auto trailing(int) -> int;
    char b1 = &trailing;
//            ^ 144 | auto (*)(int)->int | char
    char *b2 = trailing;
//             ^ 144 | auto (*)(int)->int | char *
    auto l = [](int, const char *) -> double { return 0; };
    int c1 = l;
//           ^ 413 | lambda [](int, const char *)->double | int
    int c2 = [](int){};
//           ^ 413 | lambda [](int)->void | int
    int c3 = [](auto) mutable { return 1; };
//           ^ 413 | lambda [](auto) mutable->auto | int
    int c4 = [](const auto &x, int) -> long { return 0; };
//           ^ 413 | lambda [](const auto &, int)->long | int
    auto packs = [](auto... x) noexcept { };
    void h3() { auto m = [&](int x) { return x; }; int c = m; char d = l; packs(1, 2); }
//                                                         ^ 413 | lambda [](int)->int | int
//                                                                     ^ 413 | lambda [](int, const char *)->double | char
    enum { E1 } e;
    char *d1 = e;
//             ^ 144 | enum <unnamed> | char *
    char *d2 = E1;
//             ^ 144 | enum <unnamed> | char *
    typedef enum { F1 } Named;
    Named ne;
    char *d3 = ne;
//             ^ 144 | Named | char *
    namespace N { enum { G1 } g; struct Q { enum { H1 } h; }; }
    char *d4 = N::g;
//             ^ 144 | enum N::<unnamed> | char *
    char *d5 = N::Q().h;
//             ^ 144 | enum N::Q::<unnamed> | char *
    namespace { enum { J1 } j; }
    char *d6 = j;
//             ^ 144 | enum <unnamed>::<unnamed> | char *
