    typedef unsigned long ull;
    struct P{int x;};
    struct Q{ operator int() const; };
    struct E{ explicit E(int);
    explicit operator float() const; };
    struct B{};
    struct D2: B{};
    struct M{ M(int,int);
    M(const char*); };
    struct X { X(int);
    X(int*); };
    enum En{e1};
    enum class Ec{a};
    void ai(int);
    void aip(int*);
    void aP(P);
    void arP(P&);
    void acrP(const P&);
    void ari(int&);
    void aE(E);
    void aEn(En);
    void aEc(Ec);
    void aB(B*);
    void aD(D2*);
    void aM(M);
    void arrP(P&&);
    void acri(const int&);
    void arri(int&&);
    void apf(void(*)(int));
    void aX(X);
    void arD(D2&);
    void f(const int ci, P p, Q q, E e, B b, D2 d, En en, Ec ec, const P cp, const int *cip, int i, float fl, int &ri, const ull cu, volatile int vi, char *s, B*pb, D2*pd, long l, P *pp, const B cb){
    aip(ci);
//      ^ 167 | int | int *
    aip(cu);
//      ^ 167 | ull = unsigned long | int *
    ai(cip);
//     ^ 167 | const int * | int
    ai(p);
//     ^ 413 | P | int
    ai(cp);
//     ^ 413 | const P | int
    aP(ci);
//     ^ 415 | const int | P
    aP(q);
//     ^ 312 | Q | P
    aP(cu);
//     ^ 415 | const ull | P
    arP(cp);
//      ^ 433 | P & | const P
    arP(P());
//      ^ 461
    arP(i);
//      ^ 434 | P & | int
    arP(q);
//      ^ 434 | P & | Q
    acrP(i);
//       ^ 415 | int | P
    acrP(q);
//       ^ 312 | Q | const P
    ari(ci);
//      ^ 433 | int & | const int
    ari(fl);
//      ^ 434 | int & | float
    ari(3);
//      ^ 461
    ari(l);
//      ^ 434 | int & | long
    ari(en);
//      ^ 434 | int & | En
    ari(p);
//      ^ 434 | int & | P
    ari(cip);
//      ^ 434 | int & | const int *
    ari(q);
//      ^ 434 | int & | Q
    aE(3);
//     ^ 415 | int | E
    aE(p);
//     ^ 312 | P | E
    aEn(i);
//      ^ 167 | int | En
    aEn(ec);
//      ^ 167 | Ec | En
    aEc(en);
//      ^ 167 | En | Ec
    aEc(1);
//      ^ 167 | int | Ec
    aD(pb);
//     ^ 167 | B * | D2 *
    aD(&b);
//     ^ 167 | B * | D2 *
    aM(3);
//     ^ 415 | int | M
    aM(p);
//     ^ 312 | P | M
    arrP(p);
//       ^ 1768
    arrP(cp);
//       ^ 433 | P && | const P
    acri(p);
//       ^ 413 | P | const int
    acri(s);
//       ^ 167 | char * | const int &
    arri(i);
//       ^ 1768
    arri(s);
//       ^ 167 | char * | int &&
    apf(ai);
    apf(aip);
//      ^ 167 | void (*)(int *) | void (*)(int)
    apf(f);
//      ^ 167 | void (*)(int, P, Q, E, B, D2, En, Ec, P, const int *, int, float, int &, ull, int, char *, B *, D2 *, long, P *, B) = void (*)(int, P, Q, E, B, D2, En, Ec, P, const int *, int, float, int &, unsigned long, int, char *, B *, D2 *, long, P *, B) | void (*)(int)
    apf(i);
//      ^ 167 | int | void (*)(int)
    aX(p);
//     ^ 312 | P | X
    aX(s);
//     ^ 415 | char * | X
    aX(fl);
    arD(b);
//      ^ 434 | D2 & | B
    arD(d);
    arD(cb);
//      ^ 434 | D2 & | const B
    int v1=p;
//         ^ 413 | P | int
    int *v2=ci;
//          ^ 144 | int | int *
    P v3=ci;
//       ^ 415 | const int | P
    P v4=q;
//       ^ 312 | Q | P
    int &v5=ci;
//          ^ 433 | int & | const int
    int &v6=fl;
//          ^ 434 | int & | float
    int &v7=3;
//          ^ 461
    const int &v8=p;
//                ^ 413 | P | const int
    P &v9=i;
//        ^ 434 | P & | int
    P &v10=cp;
//         ^ 433 | P & | const P
    P&v11=P();
//        ^ 461
    const P&v12=i;
//              ^ 415 | int | P
    P&&v13=p;
//         ^ 1768
    E v14=3;
//        ^ 415 | int | E
    M v15=3;
//        ^ 415 | int | M
    M v16("a","b");
//        ^ 289 | constructor M::M
    int v17(p);
//          ^ 413 | P | int
    int v18{p};
//          ^ 413 | P | int
    P v19(i);
//        ^ 415 | int | P
    P v20{pp};
//        ^ 144 | P * | int
    P v21{1,2};
//          ^ 146
    int v22={1,2};
//             ^ 146
    int v23=(P)p;
//          ^ 413 | P | int
    D2*v24=pb;
//         ^ 144 | B * | D2 *
    D2&v25=b;
//         ^ 434 | D2 & | B
    float v26=e;
//            ^ 413 | E | float
    X v28=p;
//        ^ 312 | P | X
    X v29=l; 
    i=p;
//    ^ 413 | P | int
    pp=ci;
//    ^ 513 | int | P *
    p=i;
//   ^ 349 | =
    p=q;
//   ^ 349 | =
    en=i;
//    ^ 513 | int | En
    ec=1;
//    ^ 513 | int | Ec
    i=ec;
//   ^ 513 | Ec | int
    pd=pb;
//    ^ 513 | B * | D2 *
    pp=cip;
//    ^ 513 | const int * | P *
    p=pp;
//   ^ 349 | =
    cip=pp;
//     ^ 513 | P * | const int *
    i=cip;
//   ^ 513 | const int * | int
    s="abc";
//   ^ 2464 | char *
    i="abc";
//   ^ 513 | const char * | int
    s=cip;
//   ^ 513 | const int * | char *
    e=3;
//   ^ 349 | =
    pp=0;
    pp=1;
//    ^ 513 | int | P *
    pp=i;
//    ^ 513 | int | P *
    pp=nullptr;
    i=nullptr;
//   ^ 513 | std::nullptr_t | int
    i=NULL_;
//    ^ 20 | NULL_
    bool b1=p;
//          ^ 413 | P | bool
    bool b2=ec;
//          ^ 144 | Ec | bool
    bool b3=e;
//          ^ 413 | E | bool
    char c1="a";
//          ^ 144 | const char * | char
    char c2[3]="abcd";
//             ^ 144 | const char [5] | char [3]
    char *c3="x";
//           ^ 2464 | char *
    char *c4='x';
//           ^ 144 | char | char *
    int *ar[2]={i,&i};
//              ^ 144 | int | int *
    int ar2[2]={p,1};
//              ^ 413 | P | int
    P pa[2]={1,2,3};
//               ^ 146
    P pb2={p};
    P pc={"a"};
//        ^ 144 | const char * | int
    }
