// [dcl.enum]: constants of enumerations have the suffix of what they are promoted to, or of a fixed underlying type; labels of `case` are converted at once.
enum A { a0, a1 }; enum B : unsigned { b0, b1 }; enum class C : unsigned long long { c0 = 5 }; enum F { f0 = 0xffffffffu }; enum G : char { g0 = 1 };
void use(A, B, C, F, G);
int f(int x) { use(a1, b1, C::c0, f0, g0); switch (x) { case a1: return 1; case b0: return 2; case 3L: return 3; } return 0; }
//                 ^ constant=1 | A | p
//                     ^ constant=1U | B | p
//                         ^ constant=5ULL | C | p
//                                ^ constant=4294967295U | F | p
//                                    ^ constant=1 | G | p
//                                                           ^ cast | int | p
//                                                           ^ constant=1 | A | p
//                                                                      ^ constant=1 | int | p
//                                                                              ^ cast | int | p
//                                                                              ^ constant=0U | B | p
//                                                                                         ^ constant=2 | int | p
//                                                                                                 ^ cast | int | p
//                                                                                                 ^ constant=3L | long | p
//                                                                                                            ^ constant=3 | int | p
//                                                                                                                        ^ constant=0 | int | p
class Outer { typedef int num; struct In; struct In2; };
struct Outer::In { num v; };
struct Outer::In2 { In *v; num w; };
int layout(int i) { return sizeof(i) + 8; }
//                         ^ cast | int | p
//                         ^ constant=12 | int | p
//                         ^ constant=4UL | unsigned long | p
//                                     ^ cast | unsigned long | p
//                                     ^ constant=8 | int | p
//                                     ^ constant=8UL | unsigned long | p
