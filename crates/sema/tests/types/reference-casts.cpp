// [expr.static.cast], [expr.cast]: casts to references are references to the object as another type, base and derived classes apart.
struct B { int b; }; struct D : B { int c; };
void take(B &&); void take_int(int &&);
void f(int &i, B &b, D &d, const B &cb, int *p) {
  static_cast<B &>(d).b = 1; static_cast<D &>(b).c = 2; (B &)d; (D &)b;
//^ base_class_cast | B | l>p
//                           ^ derived_class_cast | D | l>p
//                                                      ^ base_class_cast | B | l>p
//                                                              ^ derived_class_cast | D | l>p
  (const int &)i; static_cast<const B &>(b); (unsigned &)i = 2; const_cast<B &>(cb);
//^ ref_cast | const int | l>p
//                ^ ref_cast | const B | l>p
//                                           ^ ref_cast | unsigned int | l>p
//                                                              ^ ref_cast | B | l>p
  reinterpret_cast<float &>(i) = 1.0f; (int &)p[1]; static_cast<int &>(i) = 3;
//^ ref_cast | float | l>p
//                                     ^ ref_cast | int | l>p
//                                                  ^ ref_cast | int | l>p
  take(static_cast<B &&>(b)); take((B &&)b); take_int((int &&)i);
//     ^ ref_cast | B | l>p
//                                 ^ ref_cast | B | l>p
//                                                    ^ ref_cast | int | l>p
  volatile int &v = static_cast<volatile int &>(i); int k = static_cast<int &>(i); int n = (int &&)*p;
//                  ^ ref_cast | volatile int | l>p
//                                                          ^ ref_cast | int | l>p
//                                                                                         ^ ref_cast | int | l>p
}
