    struct S{ int a() const;
    static int b;
    int c;
    void d(int);
    void d(float); S(int); ~S();
    static void e();
    virtual void f();
    int g(int, const char*);
    typedef int T; };
    int b(int);
    int b(int x){return x;} int b(int y){return y;} void over(int);
//                              ^ 3369 | function b | there
    void over(float);
    void over(int){} void over(int){} int v1;
//                        ^ 3369 | function over(int) | there
    int v1;
//      ^ 3369 | variable v1 | there
    int v2=1;
    extern int v2;
    int v2;
//      ^ 3369 | variable v2 | there
    extern int v3;
    extern float v3;
//               ^ 147 | int v3
    const int v4=1;
    const int v4=2;
//            ^ 3369 | variable v4 | there
    static int v5;
    static int v5;
//             ^ 3369 | variable v5 | there
    int fn1(int a, int a);
//                     ^ 100
    struct A1{int x;};
    struct A1{int y;};
//         ^ 3369 | class A1 | there
    class A1;
    enum E1{x1};
    enum E1{x2};
//       ^ 3369 | enum E1 | there
    typedef int T1;
    typedef int T1;
    typedef char T1;
//               ^ 256 | T1
    int T1;
//      ^ 101 | T1
    int dd(int=1);
    void ff(){} int ff;
//                  ^ 147 | void ff()
    int gg;
    void gg(){}
//       ^ 147 | int gg
    namespace N { int a;
    int a;
//      ^ 3369 | variable N::a | there
    void f();
    template<class T> struct TS{};
    struct M{ int a;
    int a;
//      ^ 101 | a
    void a();
//       ^ 101 | a
    int f();
    float f();
//        ^ 311
    void f(int);
    void f(int);
//       ^ 403 | function N::M::f(int)
    static int s;
    int s;
//      ^ 101 | s
    typedef int T;
    int T; M(); M(); ~M(); ~M();
//      ^ 101 | T
//              ^ 403 | function N::M::M()
//                         ^ 403 | function N::M::~M()
    enum{e1,e1};
//          ^ 101 | e1
    void g() const;
    void g();
    struct I{};
    struct I{};
//         ^ 3369 | class N::M::I | there
    int operator+(int);
    int operator+(int); };
//      ^ 403 | function N::M::operator+(int)
    struct Fin final {};
    struct Un;
    union Uu{int a;};
    struct Bv{ virtual void f();
    void g(); };
