  // Names that are types only behind `typename`, and class templates without arguments.
  template <class T> struct V { typedef T *iterator; struct In { }; V begin(); };
  template <class T> void plain() { T::type x; }
//                                          ^ 65
  template <class T> void initialized() { T::type x = 3; }
//                                                ^ 65
  template <class T> void several() { T::a::b x, y; }
//                                            ^ 65
  template <class T> void constant() { static T::type x; }
//                                            ^ 757 | nontype T::type
  template <class T> void product(int p) { T::type * p; }
  template <class T> void loop() { for (V<T>::iterator it = 0; it; ++it) ; }
//                                      ^ 2675 | V<T>::iterator [with T=T]
  template <class T> void local(V<T> v) { V<T>::iterator x = v.begin(), y; }
//                                        ^ 2675 | V<T>::iterator [with T=T]
  template <class T> void parameter(V<T>::In x) { }
//                                  ^ 2675 | V<T>::In [with T=T]
  template <class T> V<T>::In result() { }
//                   ^ 2675 | V<T>::In [with T=T]
  template <class T> struct W {
    V<T>::In member;
//  ^ 2675 | V<T>::In [with T=T]
    typedef V<T>::In Alias;
//          ^ 2675 | V<T>::In [with T=T]
    using Other = V<T>::In;
//                ^ 2675 | V<T>::In [with T=T]
    W<T>::Alias own();
    typename V<T>::In good;
  };
  void function(V v);
//              ^ 441 | class template V
  V returned();
//^ 441 | class template V
  struct Members { V member; V *pointer; typedef V Type; };
//                 ^ 441 | class template V
//                           ^ 441 | class template V
//                                               ^ 441 | class template V
  struct Base : V { };
//              ^ 441 | class template V
  extern V declared;
//       ^ 441 | class template V
  V<int>::nothing not_a_member;
//        ^ 135 | class V<int> | member nothing
  struct Incomplete;
  void Incomplete::f() { }
//     ^ 70 | Incomplete
  int Incomplete::value = 3;
//    ^ 70 | Incomplete
