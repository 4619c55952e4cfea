  // Types that nothing declares, in templates and behind words that no macro defines.
  template <class T> foo f1(T);
//                   ^ 20 | foo
  template <class T> void f4(T t, foo x);
//                                ^ 20 | foo
  template <class T> T f6(foo x) { return x; }
//                        ^ 20 | foo
  template <class T> const foo *f8(T);
//                         ^ 20 | foo
  template <class T> static foo f9(T);
//                          ^ 20 | foo
  template <class T> foo v1 = 3;
//                   ^ 20 | foo
  template <class T> using A1 = foo;
//                              ^ 20 | foo
  template <class T> struct S {
    foo m;
//  ^ 20 | foo
    foo g();
//  ^ 20 | foo
    void h(T, foo);
//            ^ 20 | foo
    typedef foo T1;
//          ^ 20 | foo
    using T2 = foo;
//             ^ 20 | foo
    static foo s;
//         ^ 20 | foo
    template <class U> foo k(U);
//                     ^ 20 | foo
    T ok(S other);
    template <class U> U fine(U, T);
  };
  template <class X> template <class Y> Y S<X>::fine(Y y, X) { return y; }
  using A2 = foo;
//           ^ 20 | foo
  static API5 int n5;
//       ^ 260
//            ^ 65
  extern API6 const char *n6;
//       ^ 260
//            ^ 65
  static inline API7 int n7();
//              ^ 260
//                   ^ 65
  template <class T> API8 int n8(T);
//                   ^ 77
//                        ^ 65
