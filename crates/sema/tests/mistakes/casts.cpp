    struct A {};
    struct B {};
    struct D : A {};
    struct V { virtual void f(); };
    struct W : V {};
    enum E { e };
    enum class S { s };
    struct CV { operator int(); };
    struct I;
    void f0(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { static_cast<B *>(a); }
//                                                                                                                                                      ^ 171
    void f1(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { static_cast<D *>(a); }
//                                                                                                                                                      ^ 174
    void f2(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { static_cast<A *>(d); }
//                                                                                                                                                      ^ 174
    void f3(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { static_cast<double *>(p); }
//                                                                                                                                                      ^ 171
    void f4(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { static_cast<int *>(v); }
//                                                                                                                                                      ^ 174
    void f5(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { static_cast<int *>(n); }
//                                                                                                                                                      ^ 171
    void f6(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { static_cast<int>(p); }
//                                                                                                                                                      ^ 171
    void f7(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { static_cast<int>(s); }
//                                                                                                                                                      ^ 174
    void f8(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { static_cast<S>(n); }
//                                                                                                                                                      ^ 174
    void f10(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { static_cast<E>(s); }
//                                                                                                                                                       ^ 174
    void f13(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { static_cast<B &>(ar); }
//                                                                                                                                                       ^ 171
    void f14(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { static_cast<D &>(ar); }
//                                                                                                                                                       ^ 174
    void f15(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { static_cast<int &>(n); }
//                                                                                                                                                       ^ 174
    void f16(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { static_cast<double &>(n); }
//                                                                                                                                                       ^ 171
    void f17(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { static_cast<int>(c); }
    void f21(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { static_cast<A>(n); }
//                                                                                                                                                                      ^ 415 | int | A
    void f22(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { static_cast<void>(a); }
    void f23(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { static_cast<int *>(0); }
//                                                                                                                                                       ^ 174
    void f24(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { static_cast<int *>(1); }
//                                                                                                                                                       ^ 171
    void f25(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { static_cast<long>(fp); }
//                                                                                                                                                       ^ 171
    void f28(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { static_cast<bool>(p); }
//                                                                                                                                                       ^ 174
    void f29(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { static_cast<int *>(nullptr); }
//                                                                                                                                                       ^ 174
    void f30(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { static_cast<int &&>(n); }
//                                                                                                                                                       ^ 174
    void f33(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { reinterpret_cast<double>(n); }
//                                                                                                                                                       ^ 171
    void f34(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { reinterpret_cast<int>(n); }
//                                                                                                                                                       ^ 174
    void f35(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { reinterpret_cast<long>(n); }
//                                                                                                                                                       ^ 171
    void f36(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { reinterpret_cast<int *>(n); }
//                                                                                                                                                       ^ 174
    void f37(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { reinterpret_cast<int *>(l); }
//                                                                                                                                                       ^ 174
    void f38(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { reinterpret_cast<int *>(x); }
//                                                                                                                                                       ^ 171
    void f39(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { reinterpret_cast<double>(p); }
//                                                                                                                                                       ^ 171
    void f40(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { reinterpret_cast<long>(p); }
//                                                                                                                                                       ^ 174
    void f41(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { reinterpret_cast<B *>(a); }
//                                                                                                                                                       ^ 174
    void f42(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { reinterpret_cast<B &>(ar); }
//                                                                                                                                                       ^ 174
    void f45(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { reinterpret_cast<int>(a); }
//                                                                                                                                                       ^ 174
//                                                                                                                                                       ^ 767
    void f46(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { reinterpret_cast<void *>(fp); }
//                                                                                                                                                       ^ 174
    void f49(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { reinterpret_cast<long>(mp); }
//                                                                                                                                                       ^ 171
    void f50(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { const_cast<int *>(cp); }
//                                                                                                                                                       ^ 174
    void f56(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { dynamic_cast<D *>(a); }
//                                                                                                                                                                         ^ 698
    void f58(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { dynamic_cast<B *>(a); }
//                                                                                                                                                                         ^ 698
    void f63(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { dynamic_cast<void *>(a); }
//                                                                                                                                                                            ^ 698
    void f64(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { (double)p; }
//                                                                                                                                                       ^ 171
    void f65(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { (int *)x; }
//                                                                                                                                                       ^ 171
    void f66(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { (A)n; }
//                                                                                                                                                          ^ 415 | int | A
    void f67(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { (B *)a; }
//                                                                                                                                                       ^ 174
    void f69(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { (A *)n; }
//                                                                                                                                                       ^ 174
    void f70(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { (A *)x; }
//                                                                                                                                                       ^ 171
    void f71(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { (S)n; }
//                                                                                                                                                       ^ 174
    void f72(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { (int)s; }
//                                                                                                                                                       ^ 174
    void f73(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { (int)c; }
    void f77(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { (long)mp; }
//                                                                                                                                                       ^ 171
    void f78(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { double(p); }
//                                                                                                                                                              ^ 101 | p
    void f79(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { A(n); }
//                                                                                                                                                         ^ 101 | n
    void f80(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { (void)ar; }
    void f81(A *a, B *b, D *d, int *p, double *q, void *v, int n, double x, E en, S s, CV c, int (*fp)(int), long l, const int *cp, A &ar, int A::*mp) { (int)fp; }
//                                                                                                                                                       ^ 174
//                                                                                                                                                       ^ 767
