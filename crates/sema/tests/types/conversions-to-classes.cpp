// [over.match.copy], CWG 2327: a class made by a conversion function of the only argument, explicit ones included.
struct H { short v; H(); H(float); H(double); H(int); explicit H(long); };
struct G { explicit operator H() const; operator int() const; operator float() const; };
struct G2 { explicit operator H() const; explicit operator int() const; explicit operator float() const; };
struct G3 { operator H() const; operator int() const; };
void use(H);
void f1(const G &g) { use(H(g)); H a(g); }
//                        ^ temp_init | H | p
//                          ^ dot_member_call | H | p
//                                   ^ dot_member_call | H | p
void f2(const G2 &g) { use(H(g)); use(static_cast<H>(g)); use((H)g); H a(g); }
//                         ^ temp_init | H | p
//                           ^ dot_member_call | H | p
//                                    ^ temp_init | H | p
//                                                   ^ dot_member_call | H | p
//                                                            ^ temp_init | H | p
//                                                               ^ dot_member_call | H | p
//                                                                       ^ dot_member_call | H | p
void f3(const G3 &g) { use(H(g)); H a(g); H b = g; use(g); }
//                         ^ temp_init | H | p
//                           ^ dot_member_call | H | p
//                                    ^ dot_member_call | H | p
//                                              ^ dot_member_call | H | p
//                                                     ^ dot_member_call | H | p
