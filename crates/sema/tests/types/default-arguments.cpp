// [dcl.fct.default]: calls that take default arguments show these too, at the places of the default arguments.
struct S { int m(int a, float b = 2) const; template <class T> T t() const; };
//                                ^ cast | float | p
//                                ^ constant=2 | int | p
//                                ^ constant=(2.0F) | float | p
void f(float a = 1e-3, const char *s = "abc", int *p = nullptr);
//               ^ cast | float | p
//               ^ constant=(0.001) | double | p
//               ^ constant=(0.001F) | float | p
//                                     ^ array_to_pointer | const char * | p
//                                     ^ constant="abc" | const char [4] | l
//                                                     ^ cast | int * | p
//                                                     ^ constant=0 | std::nullptr_t | p
//                                                     ^ constant=0LL | int * | p
void g(S s, S *array, S grid[2][2]) {
//                              ^ cast | unsigned long | p
//                              ^ constant=2 | int | p
//                           ^ cast | unsigned long | p
//                           ^ constant=2 | int | p
  f(); f(1);
// ^ call | void | p
//^ routine | void (float, const char *, int *) * | l>p | f@3:6
//       ^ cast | float | p
//       ^ constant=1 | int | p
//      ^ call | void | p
//     ^ routine | void (float, const char *, int *) * | l>p | f@3:6
//       ^ constant=(1.0F) | float | p
  s.m(1); array[1].m(2); grid[1][0].m(1, 2); (array[1]).m(3); (*array).m(4);
//   ^ dot_member_call | int | p
//  ^ routine | int (int, float) const * | l>p | m@2:16
//^ lvalue_adjust | const S | l
//^ variable | S | l | s@4:10
//    ^ constant=1 | int | p
//                  ^ dot_member_call | int | p
//                 ^ routine | int (int, float) const * | l>p | m@2:16
//             ^ lvalue_adjust | const S | l
//             ^ subscript | S | l
//        ^ variable | S * | l>p | array@4:16
//              ^ constant=1 | int | p
//                   ^ constant=2 | int | p
//                                       ^ cast | float | p
//                                       ^ constant=2 | int | p
//                                   ^ dot_member_call | int | p
//                                  ^ routine | int (int, float) const * | l>p | m@2:16
//                              ^ lvalue_adjust | const S | l
//                              ^ subscript | S | l
//                           ^ array_to_pointer | S * | p
//                           ^ subscript | S [2] | l
//                       ^ variable | S [2] * | l>p | grid@4:25
//                            ^ constant=1 | int | p
//                               ^ constant=0 | int | p
//                                    ^ constant=1 | int | p
//                                       ^ constant=(2.0F) | float | p
//                                                       ^ dot_member_call | int | p
//                                                      ^ routine | int (int, float) const * | l>p | m@2:16
//                                                 ^ lvalue_adjust | const S | l
//                                                 ^ subscript | S | l
//                                            ^ variable | S * | l>p | array@4:16
//                                                  ^ constant=1 | int | p
//                                                        ^ constant=3 | int | p
//                                                                      ^ dot_member_call | int | p
//                                                                     ^ routine | int (int, float) const * | l>p | m@2:16
//                                                             ^ lvalue_adjust | const S | l
//                                                             ^ indirect | S | l
//                                                              ^ variable | S * | l>p | array@4:16
//                                                                       ^ constant=4 | int | p
  s.t<int>(); array->t<float>();
//        ^ dot_member_call | int | p
//  ^ routine | int () const * | l>p | t@2:66
//^ lvalue_adjust | const S | l
//^ variable | S | l | s@4:10
//                           ^ points_to_member_call | float | p
//                   ^ routine | float () const * | l>p | t@2:66
//            ^ cast | const S * | p
//            ^ variable | S * | l>p | array@4:16
  const char *t = "abc"; t = "not there";
//                ^ array_to_pointer | const char * | p
//                ^ constant="abc" | const char [4] | l
//                         ^ assign | const char * | l
//                       ^ variable | const char * | l | t@8:15
//                           ^ array_to_pointer | const char * | p
//                           ^ constant=? | const char [10] | l
}
void h(int n) {
  static_assert(16 % 2 == 0, "even");
//                 ^ remainder | int | p
//              ^ constant=16 | int | p
//                   ^ constant=2 | int | p
//                     ^ eq | bool | p
//              ^ constant=0 | int | p
//                        ^ constant=0 | int | p
  if (n && "text") return;
//         ^ bool_cast | bool | p
//         ^ array_to_pointer | const char * | p
//         ^ constant=? | const char [5] | l
//      ^ land | bool | p
//    ^ bool_cast | bool | p
//    ^ variable | int | l>p | n@10:12
//         ^ constant=1 | bool | p
}
