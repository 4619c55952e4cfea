    int i{1.5};
//        ^ 2361 | double | int
    int n;
    char c{n};
//         ^ 2361 | int | char
    char c2{300};
//          ^ 69
    char c3{3};
    float f{1.5};
    float f2{1e300};
    double d{n};
//           ^ 2361 | int | double
    float f3{n};
//           ^ 2361 | int | float
    float f4{16777217};
//           ^ 2364 | int | float
    float f5{16777216};
    unsigned u{-1};
//             ^ 68
    unsigned u2{n};
//              ^ 2361 | int | unsigned int
    int i2{3000000000};
//         ^ 68
    bool b{n};
//         ^ 2361 | int | bool
    bool b2{2};
    bool b3{1};
    long l{n};
    int i3{5L};
    long ll;
    int i4{ll};
//         ^ 2361 | long | int
    double dd;
    float f6{dd};
//           ^ 2361 | double | float
    const double cd = 1.5;
    float f7{cd};
    const int ci = 5;
    char c4{ci};
    const int ci2 = 500;
    int i5 = {1.5};
//            ^ 2361 | double | int
    int arr[] = {1, 2.5, n, 3L};
//                  ^ 2361 | double | int
    char carr[] = {n, 'a', 300};
//                 ^ 2361 | int | char
//                         ^ 69
    struct P { int x; float y; };
    P p{1.5, n};
//      ^ 2361 | double | int
//           ^ 2361 | int | float
    P p2 = {n, dd};
//             ^ 2361 | double | float
    P p3{.x = 1.5};
//            ^ 2361 | double | int
    enum E { e };
    E ee;
    int i6{ee};
    enum class S : int { s };
    S s{5};
    char c6{e};
    bool b4{&n};
//          ^ 2361 | int * | bool
    int *ip{0};
    unsigned char uc{255};
    signed char sc{255};
//                 ^ 68
    long double ld{dd};
    double d2{ld};
//            ^ 2361 | long double | double
    int i7{true};
    float f8{1};
    double d3{9007199254740993};
//            ^ 2364 | long | double
    short sh{c};
    unsigned long ul{n};
//                   ^ 2361 | int | unsigned long
    int i8{'a'};
    char c7{L'a'};
    bool b5{1.0};
//          ^ 2361 | double | bool
    bool b6{nullptr};
    struct Q { Q(int); Q(char, float); };
    Q q{1.5};
//      ^ 2361 | double | int
    Q q2{n, dd};
//       ^ 2361 | int | char
//          ^ 2361 | double | float
    Q q3 = {1.5};
//          ^ 2361 | double | int
    void g(Q);
    int r() { return {1.5}; }
//                    ^ 2361 | double | int
    int r2() { return {n}; }
    char r3() { return {n}; }
//                      ^ 2361 | int | char
    struct M { int a; char b; M() : a{1.5}, b{n} {} int c{1.5}; int d = {2.5}; };
//                                    ^ 2361 | double | int
//                                            ^ 2361 | int | char
//                                                        ^ 2361 | double | int
//                                                                       ^ 2361 | double | int
    int k = int{1.5};
//              ^ 2361 | double | int
    char k2 = char{n};
//                 ^ 2361 | int | char
    static int si{2.5};
//                ^ 2361 | double | int
    struct N { P p; int q[2]; } nn = {{1.5, 2}, {2.5, n}};
//                                     ^ 2361 | double | int
//                                               ^ 2361 | double | int
    N n2{1.5, 2, 3.5, 4};
//       ^ 2361 | double | int
//               ^ 2361 | double | int
    template<int I> struct T {};
    T<-1> t3;
    template<unsigned I> struct TU {};
    template<char C> struct TC {};
    TC<'a'> t6;
    void sw(char c) { switch (c) { case 300: ; } }
    int sz[1.5];
//         ^ 2373 | double | unsigned long
    int bf = 1;
    static_assert(int{5}, "");
    constexpr char kc{5};
    constexpr char kc2{500};
//                     ^ 69
    void fu(unsigned v, unsigned long w, unsigned char x, short s, long long q) { int a{v}; long b{v}; float f{x}; float f2{s}; double d{v}; double d2{q}; float f3{v}; int i{x}; char c{x}; signed char c2{s}; unsigned u{x}; unsigned u2{s}; int t[] = {v, w, x, s}; bool bb{v}; }
//                                                                                      ^ 2361 | unsigned int | int
//                                                                                                             ^ 2361 | unsigned char | float
//                                                                                                                          ^ 2361 | short | float
//                                                                                                                                       ^ 2361 | unsigned int | double
//                                                                                                                                                     ^ 2361 | long long | double
//                                                                                                                                                                  ^ 2361 | unsigned int | float
//                                                                                                                                                                                       ^ 2361 | unsigned char | char
//                                                                                                                                                                                                          ^ 2361 | short | signed char
//                                                                                                                                                                                                                                         ^ 2361 | short | unsigned int
//                                                                                                                                                                                                                                                        ^ 2361 | unsigned int | int
//                                                                                                                                                                                                                                                           ^ 2361 | unsigned long | int
//                                                                                                                                                                                                                                                                             ^ 2361 | unsigned int | bool
    int n;
//      ^ 3369 | variable n | there
    long ln;
    double dn;
    unsigned un;
    char cn;
    float fn;
    bool bn;
    enum E { e0 } en;
//       ^ 3369 | enum E | there
    enum class S { s0 };
//             ^ 3369 | enum S | there
    long double ldn;
    short sn;
    unsigned long uln;
    char c2{300};
//       ^ 3369 | variable c2 | there
//          ^ 69
    char c3{3};
//       ^ 3369 | variable c3 | there
    float f1{1.5};
    float f2{1e300};
//        ^ 3369 | variable f2 | there
    unsigned u1{-1};
//              ^ 68
    int i2{3000000000};
//      ^ 3369 | variable i2 | there
//         ^ 68
    bool b2{2};
//       ^ 3369 | variable b2 | there
    bool b3{1};
//       ^ 3369 | variable b3 | there
    int i3{5L};
//      ^ 3369 | variable i3 | there
    float f5{16777216};
//        ^ 3369 | variable f5 | there
    float f4{16777217};
//        ^ 3369 | variable f4 | there
//           ^ 2364 | int | float
    double d3{9007199254740993};
//         ^ 3369 | variable d3 | there
//            ^ 2364 | long | double
    const int ci = 5;
//            ^ 3369 | variable ci | there
    char c4{ci};
//       ^ 3369 | variable c4 | there
    const int ci2 = 500;
//            ^ 3369 | variable ci2 | there
    const double cd = 1.5;
//               ^ 3369 | variable cd | there
    float f7{cd};
//        ^ 3369 | variable f7 | there
    int i9{cd};
//         ^ 2361 | double | int
    int i8{'a'};
//      ^ 3369 | variable i8 | there
    char c7{L'a'};
//       ^ 3369 | variable c7 | there
    char c8{e0};
    int i6{en};
//      ^ 3369 | variable i6 | there
    unsigned u7{e0};
    bool b4{&n};
//       ^ 3369 | variable b4 | there
//          ^ 2361 | int * | bool
    bool b6{nullptr};
//       ^ 3369 | variable b6 | there
    bool b7 = {&n};
//             ^ 2361 | int * | bool
    unsigned char uc{255};
//                ^ 3369 | variable uc | there
    signed char sc{255};
//              ^ 3369 | variable sc | there
//                 ^ 68
    signed char sc2{-128};
    unsigned char uc2{-1};
//                    ^ 68
    int i7{true};
//      ^ 3369 | variable i7 | there
    float f8{1};
//        ^ 3369 | variable f8 | there
    float f9{true};
    float fa{bn};
//           ^ 2361 | bool | float
    char ca[] = {n, 'a', 300, -1, 128, 127};
//               ^ 2361 | int | char
//                       ^ 69
//                                ^ 68
    unsigned ua[] = {1, -1, n, 5L, ln};
//                      ^ 68
//                          ^ 2361 | int | unsigned int
//                                 ^ 2361 | long | unsigned int
    float fb[] = {1, 2.5, n, dn, 1e300, 3};
//                        ^ 2361 | int | float
//                           ^ 2361 | double | float
    struct P { int x; float y; bool z : 1; int w : 3; };
//         ^ 3369 | class P | there
    int i10{dn};
//          ^ 2361 | double | int
    int i11 = {dn};
//             ^ 2361 | double | int
    int i12 = {1.5f};
//             ^ 2361 | float | int
    static int i13{2.5};
//                 ^ 2361 | double | int
    constexpr int i14{3.0};
//                    ^ 2361 | double | int
    int i15{2.0};
//          ^ 2361 | double | int
    double d5{ln};
//            ^ 2361 | long | double
    double d6{cn};
//            ^ 2361 | char | double
    float f11{cn};
//            ^ 2361 | char | float
    float f12{dn};
//            ^ 2361 | double | float
    double d7{fn};
    float f13{ldn};
//            ^ 2361 | long double | float
    double d8{1};
    double d9{n ? 1 : 2};
//            ^ 2361 | int | double
    unsigned u8{5};
    unsigned u9{un};
    long l2{un};
    unsigned long ul{n};
//                ^ 3369 | variable ul | there
//                   ^ 2361 | int | unsigned long
    unsigned long ul2{5};
    int i16{ul2};
//          ^ 2361 | unsigned long | int
    int i17{sizeof(int)};
    unsigned u10{sizeof(n)};
    short s2{n};
//           ^ 2361 | int | short
    short s3{5};
    short s4{n + 1};
//           ^ 2361 | int | short
    short s5{1 + 1};
    char c10{cn + 1};
//           ^ 2361 | int | char
    wchar_t w1{n};
    char16_t c16{n};
//               ^ 2361 | int | char16_t
    long long ll{ln};
//            ^ 3369 | variable ll | there
    long l3{ll};
    __int128 i128{n};
    int i18{i128};
//          ^ 2361 | __int128 | int
    struct Q { Q(int); Q(char, float); };
//         ^ 3369 | class Q | there
    Q q{1.5};
//    ^ 3369 | variable q | there
//      ^ 2361 | double | int
    Q q2{n, dn};
//    ^ 3369 | variable q2 | there
//       ^ 2361 | int | char
//          ^ 2361 | double | float
    Q q3 = {1.5};
//    ^ 3369 | variable q3 | there
//          ^ 2361 | double | int
    Q q4(1.5);
    void g(Q);
    int r() { return {1.5}; }
//      ^ 3369 | function r | there
//                    ^ 2361 | double | int
    char r3() { return {n}; }
//       ^ 3369 | function r3 | there
//                      ^ 2361 | int | char
    Q r4() { return {1.5}; }
//                   ^ 2361 | double | int
    P r5() { return {1.5}; }
//                   ^ 2361 | double | int
    int r6() { return {n}; }
    struct M { int a; char b; M() : a{1.5}, b{n} {} int c{1.5}; int d = {2.5}; M(int) : a(1.5), b(n) {} };
//         ^ 3369 | class M | there
//                                    ^ 2361 | double | int
//                                            ^ 2361 | int | char
//                                                        ^ 2361 | double | int
//                                                                       ^ 2361 | double | int
    int k = int{1.5};
//      ^ 3369 | variable k | there
//              ^ 2361 | double | int
    char k2 = char{n};
//       ^ 3369 | variable k2 | there
//                 ^ 2361 | int | char
    void ar(int);
    void ac(char);
    void tu() { tt(1.5); }
//              ^ 20 | tt
    V v2 = {1.5};
//  ^ 20 | V
    P pd{.x = 1.5, .y = dn};
//            ^ 2361 | double | int
//                      ^ 2361 | double | float
    int na[2][2] = {{1.5, 2}, {n, dn}};
//                   ^ 2361 | double | int
//                                ^ 2361 | double | int
    struct N { P p; int q[2]; } nn = {{1.5, 2}, {2.5, n}}
//         ^ 3369 | class N | there
//                              ^ 3369 | variable nn | there
//                                     ^ 2361 | double | int
//                                               ^ 2361 | double | int
    decltype(auto) da{1};
    auto aa{1.5};
    int sc5 = {int{1.5}};
//                 ^ 2361 | double | int
    char cm{static_cast<char>(n)};
    char cp{(char)n};
    char cond{n ? 'a' : 'b'};
    char cond2{true ? 1 : 2};
    int neg{-1};
    unsigned char sh{1 << 4};
//                ^ 3369 | variable sh | there
    unsigned char sh2{n << 4};
//                    ^ 2361 | int | unsigned char
    int cmp{n < 2};
    char cmp2{n < 2};
    char nt{!n};
    unsigned msk{n & 3};
//               ^ 2361 | int | unsigned int
    unsigned char msk2{un & 3};
//                     ^ 2361 | unsigned int | unsigned char
