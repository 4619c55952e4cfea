// GCC's functions for memory of several sizes, numbers and complex numbers.
void f(volatile int *p, long *q, char *c, int **pp, bool *b) {
  int i = __atomic_fetch_add(p, 1, 4); long l = __atomic_add_fetch(q, 2, 0); char k = __atomic_fetch_or(c, 1, 0);
//        ^ cast | int | p
//        ^ routine | unsigned int (volatile void *, unsigned int, int) * | l>p | __atomic_fetch_add_4@-
//                           ^ cast | volatile void * | p
//                              ^ cast | unsigned int | p
//                                              ^ cast | long | p
//                                              ^ routine | unsigned long (volatile void *, unsigned long, int) * | l>p | __atomic_add_fetch_8@-
//                                                                 ^ cast | volatile void * | p
//                                                                    ^ cast | unsigned long | p
//                                                                                    ^ cast | char | p
//                                                                                    ^ routine | unsigned char (volatile void *, unsigned char, int) * | l>p | __atomic_fetch_or_1@-
//                                                                                                      ^ cast | volatile void * | p
//                                                                                                         ^ cast | unsigned char | p
  i = __atomic_load_n(p, 2); int *ip = __atomic_load_n(pp, 0); bool bb = __atomic_load_n(b, 0);
//    ^ cast | int | p
//    ^ routine | unsigned int (const volatile void *, int) * | l>p | __atomic_load_4@-
//                    ^ cast | const volatile void * | p
//                                     ^ cast | int * | p
//                                     ^ routine | unsigned long (const volatile void *, int) * | l>p | __atomic_load_8@-
//                                                     ^ cast | const volatile void * | p
//                                                                       ^ bool_cast | bool | p
//                                                                       ^ routine | unsigned char (const volatile void *, int) * | l>p | __atomic_load_1@-
//                                                                                       ^ cast | const volatile void * | p
  __atomic_store_n(q, 3, 0); i = __atomic_exchange_n(p, 4, 0); __atomic_thread_fence(5);
//^ routine | void (volatile void *, unsigned long, int) * | l>p | __atomic_store_8@-
//                 ^ cast | volatile void * | p
//                    ^ cast | unsigned long | p
//                               ^ cast | int | p
//                               ^ routine | unsigned int (volatile void *, unsigned int, int) * | l>p | __atomic_exchange_4@-
//                                                   ^ cast | volatile void * | p
//                                                      ^ cast | unsigned int | p
//                                                             ^ routine | void (int) * | l>p | __atomic_thread_fence@-
  bool r = __atomic_compare_exchange_n(p, &i, 3, false, 0, 0); __atomic_clear(b, 0);
//         ^ routine | bool (volatile void *, void *, unsigned int, bool, int, int) * | l>p | __atomic_compare_exchange_4@-
//                                     ^ cast | volatile void * | p
//                                        ^ cast | void * | p
//                                            ^ cast | unsigned int | p
//                                                             ^ routine | void (volatile void *, int) * | l>p | __atomic_clear@-
//                                                                            ^ cast | volatile void * | p
}
int g(float x, double y, _Complex float z) { return __builtin_isnan(x) + __builtin_isless(x, y) + (__builtin_cabsf(z) > 1); }
//                                                  ^ routine | int (...) * | l>p | __builtin_isnan@-
//                                                                       ^ routine | int (...) * | l>p | __builtin_isless@-
//                                                                                        ^ cast | double | p
//                                                                                                ^ cast | int | p
//                                                                                                 ^ routine | float (float __complex__) * | l>p | __builtin_cabsf@-
//                                                                                                                      ^ cast | float | p
