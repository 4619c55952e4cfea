    namespace N { template<class T> struct box { T v; box(T x); }; }
    template<class T> struct two { two(T, T); };
    template<class T> struct none { };
    template<class T> struct undefined;
    template<class T> struct explicitly { explicit explicitly(T); };
    template<class T> struct guided { guided(T); guided(T, T); guided(T, T, T); };
    template<class T> guided(T, T) -> guided<T>;
    struct S { template<class T> struct in { in(T); }; };
    void f(int i) {
      N::box a(1, 2, 3);
//           ^ 289 | constructor box
//    ^ 2958
      const N::box b = {1, 2, 3};
//                 ^ 289 | constructor box
//          ^ 2958
      none c = 3;
//         ^ 289 | constructor none
//    ^ 2958
      auto e = new two(1, 2.0);
//                 ^ 289 | constructor two
//                 ^ 2958
      S::in h(1, 2);
//          ^ 289 | constructor in
//    ^ 2958
      static const two k(1, 2.0), l(3, 4);
//                     ^ 289 | constructor two
//                 ^ 2958
      two m(1, "abc");
//        ^ 289 | constructor two
//    ^ 2958
      auto q = two(i, 'c');
//                 ^ 289 | constructor two
//             ^ 2958
      auto q0 = two();
//                  ^ 289 | constructor two
//              ^ 2958
      for (two t(1, 'c');;) {}
//             ^ 289 | constructor two
//         ^ 2958
      if (two u(1, 'c'); true) {}
//            ^ 289 | constructor two
//        ^ 2958
      none n;
//         ^ 289 | constructor none
      none n2{};
//         ^ 289 | constructor none
//    ^ 2958
      undefined u;
//              ^ 289 | constructor undefined
      auto z = new none;
//                     ^ 289 | constructor none
      guided g1(1), g2(1, 2, 3), g3{1, 2};
      two known(1, 2), copied = known, again{known};
      explicitly e1(3), e2{3};
    }
