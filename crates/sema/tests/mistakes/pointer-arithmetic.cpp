    struct I;
    typedef void F();
    void f1(void *v, const void *cv, F *fp, I *ip, int n, int (*ap)[]) { v + 1; }
//                                                                       ^ 174
//                                                                         ^ 1143
    void f2(void *v, int n) { v += n; v -= 1; v++; --v; n + v; v - n; v[1]; *v; v - v; }
//                              ^ 1143
//                                      ^ 1143
//                                            ^ 852
//                                                   ^ 852
//                                                          ^ 852
//                                                             ^ 174
//                                                               ^ 1143
//                                                                    ^ 852
//                                                                           ^ 852
//                                                                              ^ 852
    void f3(F *fp, int n) { fp + 1; fp++; fp += n; fp - fp; fp[0]; 1 + fp; f3 + 1; }
//                          ^ 174
//                             ^ 1143
//                                  ^ 852
//                                           ^ 1143
//                                                 ^ 852
//                                                          ^ 852
//                                                                     ^ 852
//                                                                         ^ 174
//                                                                            ^ 1143
    void f6(const void *a, const void *b) { long d = a - b; const char *c = (const char *)a + 1; const void *e = a + 4; void **vv = 0; vv + 1; }
//                                                   ^ 852
//                                                                                                                 ^ 1143
//                                                                                                                                     ^ 174
    void f7(volatile void *p) { p++; p = p + 1; }
//                              ^ 852
//                                         ^ 1143
    enum E : int;
    void f9(E *e) { e + 1; }
//                  ^ 174
    void f10(void *v) { v == 0; v < v; !v; if (v) ; v && v; }
//                      ^ 174
//                              ^ 174
//                                     ^ 174
//                                                  ^ 174
    class Later;
    void f12(Later *l) { l + 1; }
//                       ^ 852
    class Later {};
    void f13(Later *l) { l + 1; }
//                       ^ 174
    void f14(I **pp) { pp + 1; *pp + 1; pp[0][1]; delete *pp; }
//                     ^ 174
//                             ^ 852
//                                      ^ 852
//                                                       ^ 414
    void f15(void *p, char c) { void *q = p + c; int *r = p + 1; char *s = (char *)(p + 1); take: ; }
//                                          ^ 1143
//                                                        ^ 144 | void * | int *
//                                                          ^ 1143
//                                                                                    ^ 1143
