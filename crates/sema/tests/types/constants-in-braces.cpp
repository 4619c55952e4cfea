// [dcl.init.aggr]: constant objects in braces are parts of the whole.
struct D { double r, i; constexpr D(double a, double b = 0) : r(a), i(b) {} };
//                                                       ^ cast | double | p
//                                                       ^ constant=0 | int | p
//                                                       ^ constant=(0.0) | double | p
//                                                              ^ variable | double | l>p | a@2:44
//                                                                    ^ variable | double | l>p | b@2:54
void f(int n) {
  D x[2] = {D(1, 2), D(3, 4)};
//            ^ cast | double | p
//            ^ constant=1 | int | p
//            ^ constant=(1.0) | double | p
//               ^ cast | double | p
//               ^ constant=2 | int | p
//          ^ temp_init | D | p
//          ^ constructor | - | - | D@2:35
//               ^ constant=(2.0) | double | p
//                     ^ cast | double | p
//                     ^ constant=3 | int | p
//                     ^ constant=(3.0) | double | p
//                        ^ cast | double | p
//                        ^ constant=4 | int | p
//                   ^ temp_init | D | p
//                   ^ constructor | - | - | D@2:35
//                        ^ constant=(4.0) | double | p
  D y[2][2] = {{D(1, 2), D(0, 1)}, {D(0, 3), D(n, 4)}};
//                ^ cast | double | p
//                ^ constant=1 | int | p
//                ^ constant=(1.0) | double | p
//                   ^ cast | double | p
//                   ^ constant=2 | int | p
//              ^ temp_init | D | p
//              ^ constructor | - | - | D@2:35
//                   ^ constant=(2.0) | double | p
//                         ^ cast | double | p
//                         ^ constant=0 | int | p
//                         ^ constant=(0.0) | double | p
//                            ^ cast | double | p
//                            ^ constant=1 | int | p
//                       ^ temp_init | D | p
//                       ^ constructor | - | - | D@2:35
//                            ^ constant=(1.0) | double | p
//                                    ^ cast | double | p
//                                    ^ constant=0 | int | p
//                                    ^ constant=(0.0) | double | p
//                                       ^ cast | double | p
//                                       ^ constant=3 | int | p
//                                  ^ temp_init | D | p
//                                  ^ constructor | - | - | D@2:35
//                                       ^ constant=(3.0) | double | p
//                                             ^ cast | double | p
//                                             ^ variable | int | l>p | n@3:12
//                                                ^ cast | double | p
//                                                ^ constant=4 | int | p
}
