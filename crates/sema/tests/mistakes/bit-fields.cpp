    struct A { int a : 1; signed b : 1; unsigned c : 1; bool d : 1; char e : 1; signed char f : 1; long g : 1; int h : 2; const int i : 1; int : 1; int : 0; int a2 : sizeof(char); };
//                 ^ 108
//                               ^ 108
//                                                                       ^ 108
//                                                                                          ^ 108
//                                                                                                      ^ 108
//                                                                                                                                  ^ 108
//                                                                                                                                                               ^ 108
    enum E { x };
    enum F : int { y };
    enum G { z = -1 };
    struct B { E e : 1; F f : 1; G g : 1; short s : 1; wchar_t w : 1; char16_t u : 1; };
//                                              ^ 108
//                                                             ^ 108
    typedef int I;
    struct C { I i : 1; int j : 0x1; int k : true; int l : 1 + 0; };
//               ^ 108
//                          ^ 108
//                                       ^ 108
//                                                     ^ 108
    const int one = 1;
    struct D { int a : one; };
//                 ^ 108
    void f() { struct L { int a : 1; }; auto l = [] { struct M { int b : 1; }; }; }
//                            ^ 108
//                                                                   ^ 108
    union U { int a : 1; };
//                ^ 108
    class K { int a : 1, b : 1; };
//                ^ 108
//                       ^ 108
    struct V { int a : 1 = 0; long long b : 1; volatile int v : 1; __int128 i : 1; };
//                 ^ 108
//                                      ^ 108
//                                                          ^ 108
//                                                                          ^ 108
    extern "C" { struct EC { int a : 1; }; }
//                               ^ 108
    template<class T> struct T5 { struct I { int q : 1; }; };
//                                               ^ 108
    template<class T> void tf() { struct L { int q : 1; }; }
//                                               ^ 108
