// [class.temporary], [conv.rval]: objects that calls give: members of prvalues, temporaries that hold what is not copied as bytes; implied `this` and its conversions.
struct R { unsigned short x; int y[2]; };
//                                 ^ cast | unsigned long | p
//                                 ^ constant=2 | int | p
struct H { unsigned short v; H(float); H(const H &); H(const R &); operator R() const; int m() const; };
struct T { int x; T(int); };
H mk(); R rf(); void take(H); void taker(R); void take2(H, int);
int f1(H h) { return static_cast<R>(h).x; }
//                   ^ cast | int | p
//                   ^ dot_member_call | R | p
//                                    ^ dot_field | unsigned short | p
int f2(H h) { R r = static_cast<R>(h); R s = (R)h; R t = R(h); R q(h); return r.x; }
//                  ^ dot_member_call | R | p
//                                           ^ dot_member_call | R | p
//                                                       ^ dot_member_call | R | p
//                                                                 ^ dot_member_call | R | p
//                                                                            ^ cast | int | p
//                                                                             ^ dot_field | unsigned short | l>p
int f3() { return T(3).x + T{4}.x + ((T)5).x; }
//                ^ constructor | - | - | T@4:19
//                ^ temp_init | T | p
//                  ^ constant=3 | int | p
//                    ^ dot_field | int | p
//                         ^ constructor | - | - | T@4:19
//                         ^ temp_init | T | p
//                           ^ constant=4 | int | p
//                             ^ dot_field | int | p
//                                   ^ constructor | - | - | T@4:19
//                                   ^ temp_init | T | p
//                                      ^ constant=5 | int | p
//                                        ^ dot_field | int | p
int f4() { return rf().x + rf().y[1] + mk().v + mk().m(); }
//                ^ cast | int | p
//                  ^ call | R | p
//                    ^ dot_field | unsigned short | p
//                           ^ call | R | p
//                             ^ dot_field | int [2] | p
//                                ^ constant=1 | int | p
//                                     ^ cast | int | p
//                                       ^ call | H | p
//                                       ^ temp_init | H | p
//                                         ^ dot_field | unsigned short | p
//                                                ^ call | H | p
//                                                ^ temp_init | H | p
//                                                    ^ dot_member_call | int | p
void f5(H &h, R &r) { take(h); take(r); taker(r); taker(h); take(mk()); take2(1.0f, 2); mk(); }
//                         ^ constructor | - | - | H@3:40
//                         ^ reference_to | const H & | p
//                         ^ temp_init | H | l
//                                  ^ constructor | - | - | H@3:54
//                                  ^ reference_to | const R & | p
//                                  ^ temp_init | H | l
//                                                      ^ dot_member_call | R | p
//                                                                 ^ call | H | p
//                                                                 ^ temp_init | H | l
//                                                                            ^ constant=(1.0F) | float | p
//                                                                            ^ constructor | - | - | H@3:30
//                                                                            ^ temp_init | H | l
//                                                                                  ^ constant=2 | int | p
//                                                                                        ^ call | H | p
//                                                                                        ^ temp_init | H | p
struct C { int x; C(); C(const C &); }; struct M { int x; M(); M(const M &); M(M &&); };
C f6() { C c; return c; }
//                   ^ reference_to | const C & | p
M f7(M m) { return m; }
//                 ^ reference_to | M & | p
M f8() { const M m; return m; }
//                         ^ reference_to | const M & | p
struct Base { int b; int bm(); int bc() const; };
struct Derived : Base { int u() { return bm() + bc() + b; } int v() const { return bc() + b; } int w(); };
//                                       ^ base_class_cast | Base * | p
//                                              ^ base_class_cast | Base * | p
//                                              ^ cast | const Base * | p
//                                                     ^ base_class_cast | Base * | p
//                                                                                 ^ base_class_cast | const Base * | p
//                                                                                        ^ base_class_cast | const Base * | p
void f9(int *p) { int a = int(); *p = int() + 2; *p = int{}; }
//                        ^ temp_init | int | p
//                                    ^ constant=0 | int | p
//                                    ^ constant=2 | int | p
//                                    ^ temp_init | int | p
//                                            ^ constant=2 | int | p
//                                                    ^ constant=? | int | p
