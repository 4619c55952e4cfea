    typedef unsigned long ull; typedef ull sz; typedef const char *cstr; typedef int arr[3]; typedef int fn(ull); namespace std { typedef unsigned long size_t; } namespace N { typedef int I; struct S{ typedef I J; J j; I i; ull u; const ull cu; ull *pu; I f(sz); }; template<class T> struct W{ typedef T value_type; T t; value_type v; value_type *p; using R=value_type&; R r; }; template<class T> using A=W<T>; }
    typedef struct { int x; } Anon; typedef struct Tag { int x; } Tag; typedef enum { e1 } En; typedef enum En2 { e2 } En2_t; struct CUs; typedef CUs *stream;
    struct D{ D(int*); };
    void g(D);
    void f(ull a, sz b, cstr c, arr d, fn *e, std::size_t s, N::S n, N::W<ull> w, N::A<int> aa, Anon an, Tag t, En en, En2_t en2, stream st, const ull ca, ull *pa, const ull *pca, ull &ra, ull *const cpa, sz *pb, std::size_t *ps, Anon *pan, const Anon *pcan, stream *pst, ull **ppa, const stream cst) {
    D x1=a;
//       ^ 415 | ull = unsigned long | D
    D x2=b;
//       ^ 415 | sz = unsigned long | D
    D x3=c;
//       ^ 415 | cstr = const char * | D
    D x4=d;
    D x5=e;
//       ^ 415 | fn * = int (*)(unsigned long) | D
    D x6=s;
//       ^ 415 | std::size_t | D
    D x7=n;
//       ^ 312 | N::S | D
    D x10=an;
//        ^ 312 | Anon | D
    D x11=t;
//        ^ 312 | Tag | D
    D x12=en;
//        ^ 415 | En | D
    D x13=en2;
//        ^ 415 | En2_t = En2 | D
    D x14=st;
//        ^ 415 | stream = CUs * | D
    D x15=ca;
//        ^ 415 | const ull | D
    D x16=pa;
//        ^ 415 | ull * = unsigned long * | D
    D x17=pca;
//        ^ 415 | const ull * | D
    D x18=ra;
//        ^ 415 | ull = unsigned long | D
    D x19=cpa;
//        ^ 415 | ull *const = unsigned long *const | D
    D x20=pb;
//        ^ 415 | sz * = unsigned long * | D
    D x21=ps;
//        ^ 415 | std::size_t * | D
    D y1=pan;
//       ^ 415 | Anon * | D
    D y2=pcan;
//       ^ 415 | const Anon * | D
    D y3=pst;
//       ^ 415 | stream * = CUs ** | D
    D y4=ppa;
//       ^ 415 | ull ** = unsigned long ** | D
    D y5=cst;
//       ^ 415 | const stream | D
    D y6=n.i;
//       ^ 415 | N::I = int | D
    D y7=n.j;
//       ^ 415 | N::S::J = int | D
    D y8=n.u;
//       ^ 415 | ull = unsigned long | D
    D y9=n.cu;
//       ^ 415 | const ull | D
    D y10=n.pu;
//        ^ 415 | ull * = unsigned long * | D
    D y11=n.f(1);
//        ^ 415 | N::I = int | D
    D z1=&a;
//       ^ 415 | ull * = unsigned long * | D
    D z2=*pa;
//       ^ 415 | ull = unsigned long | D
    D z3=a+b;
//       ^ 415 | unsigned long | D
    D z4=a+1;
//       ^ 415 | unsigned long | D
    D z5=(ull)3;
//       ^ 415 | ull = unsigned long | D
    D z6=static_cast<sz>(1);
//       ^ 415 | sz = unsigned long | D
    D z7=sizeof(int);
//       ^ 415 | unsigned long | D
    D z8=pa+1;
//       ^ 415 | ull * = unsigned long * | D
    D z9=pa-pa;
//       ^ 415 | long | D
    D z10=-a;
//        ^ 415 | ull = unsigned long | D
    D z11=a<<1;
//        ^ 415 | ull = unsigned long | D
    D z12=a?a:b;
//        ^ 415 | ull = unsigned long | D
    D z13=a?a:1ul;
//        ^ 415 | ull = unsigned long | D
    D z14=(a);
//        ^ 415 | ull = unsigned long | D
    D z16=&pa;
//        ^ 415 | ull ** = unsigned long ** | D
    D z17=&*pa;
//        ^ 415 | ull * = unsigned long * | D
    D z18=pa[0];
//        ^ 415 | ull = unsigned long | D
    D z19=&pa[1];
//        ^ 415 | ull * = unsigned long * | D
    D z20=(a,b);
//        ^ 415 | sz = unsigned long | D
//         ^ 174
    D z21=a=b;
//        ^ 415 | ull = unsigned long | D
    D z22=a+=b;
//        ^ 415 | ull = unsigned long | D
    D z23=a++;
//        ^ 415 | ull = unsigned long | D
    D z24=++a; D z25 = ~a;
//        ^ 415 | ull = unsigned long | D
//                     ^ 415 | ull = unsigned long | D
    auto q=a;
    D q4=alignof(int);
//       ^ 415 | unsigned long | D
    D q5=new ull;
//       ^ 415 | ull * = unsigned long * | D
    D q6=new ull[3];
//       ^ 415 | ull * = unsigned long * | D
    D q7=!a;
//       ^ 415 | bool | D
    D q8="abc";
//       ^ 415 | const char [4] | D
    D q9='c';
//       ^ 415 | char | D
    D q10=1.0f;
//        ^ 415 | float | D
    D q11=nullptr;
    D q12=&n;
//        ^ 415 | N::S * | D
    D q13=n.pu+1;
//        ^ 415 | ull * = unsigned long * | D
    D q14=&n.i;
    D q15=true?pa:pb;
//        ^ 415 | ull * = unsigned long * | D
    D q16=true?pa:nullptr;
//        ^ 415 | ull * = unsigned long * | D
    D q17=*ppa;
//        ^ 415 | ull * = unsigned long * | D
    }
