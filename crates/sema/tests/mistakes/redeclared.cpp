    enum A { x, y };
    enum B { x };
//           ^ 101 | x
    int v;
    enum C { v };
//           ^ 101 | v
    enum D { w };
    int w;
//      ^ 101 | w
    enum E1 { fn };
    void fn();
//       ^ 101 | fn
    void fm();
    enum F1 { fm };
//            ^ 101 | fm
    enum class G { x, x };
//                    ^ 101 | x
    struct S { enum I { q }; int q; enum { q }; void r(); enum J { r }; };
//                               ^ 101 | q
//                                         ^ 101 | q
//                                                                 ^ 101 | r
    typedef int T;
    enum { T };
//         ^ 101 | T
    class K {};
    enum { K };
    enum H { K2 };
    class K2 {};
    namespace N { enum { e1 }; namespace M { enum { e1 }; } }
    namespace N { int e1; }
//                    ^ 101 | e1
    void ff() { enum { l1 }; enum { l1 }; int l1; { int l1; enum { l2 }; } int l3; enum { l3 }; }
//                                  ^ 101 | l1
//                                            ^ 101 | l1
//                                                                                        ^ 101 | l3
    template<class U> void g(U) {}
    template<class U> void g(U) {}
//                         ^ 3369 | function template g | there
    template<class U> void g2(U);
    template<class U> void g2(U) {}
    template<class U> void g2(U*) {}
    template<class U> struct TS {};
    template<class V> struct TS {};
//                           ^ 3369 | class template TS | there
    template<class U> struct TS2;
    template<class V> struct TS2 {};
    template<class V> struct TS2 {};
//                           ^ 3369 | class template TS2 | there
    template<class U> int vt = 1;
    template<class U> using al = U;
    template<int N> void g3() {}
    template<class T> void g3() {}
