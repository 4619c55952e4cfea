    struct V{float x;}; struct W{ W operator+(W) const; W operator+(int) const; bool operator==(const W&)const; W& operator+=(W); float operator[](int) const; void operator()(int); operator int*() const; };
    V operator*(V, float); struct T{ operator float() const; operator int() const; }; enum En{e1}; enum class Ec{a}; struct Inc;
    void vf(); void f(V v, W w, int i, float f, int *p, void *vp, const int *cp, En en, Ec ec, T t, float *q, Inc *ip, V *pv, bool b, char c){
    v+i;
//   ^ 349 | +
    w+v;
//   ^ 349 | +
    v*v;
//   ^ 349 | *
    w+"x";
//   ^ 349 | +
    w==i;
//   ^ 349 | ==
    w+=v;
//   ^ 349 | +=
    w[v];
//   ^ 349 | []
    w["a"];
//   ^ 349 | []
    w(v);
//  ^ 1767 | function W::operator()
    w();
//  ^ 1767 | function W::operator()
    w(1,2);
//  ^ 1767 | function W::operator()
    v();
//  ^ 980
    v(1);
//  ^ 980
    i(1);
//  ^ 109
    p(1);
//  ^ 109
    p+p;
//    ^ 2140
    p-f;
//    ^ 2140
    p+f;
//    ^ 2140
    f+p;
//    ^ 2138
    p%i;
//  ^ 2140
    p<<1;
//  ^ 2140
    p&1;
//  ^ 2140
    ~f;
//   ^ 2140
    ~p;
//   ^ 2140
    -p;
//   ^ 2138
    p*p;
//  ^ 2138
//    ^ 2138
    p/2;
//  ^ 2138
    p==q;
//   ^ 42 | int * | float *
    p==i;
//   ^ 42 | int * | int
    p==f;
//   ^ 42 | int * | float
    p<q;
//   ^ 42 | int * | float *
    p!=vp;
//  ^ 174
    p==3;
//   ^ 42 | int * | int
    ec==en;
//    ^ 349 | ==
    ec==1;
//    ^ 349 | ==
    ec+1;
//    ^ 349 | +
    ec<ec;
//  ^ 174
    vp+1;
//  ^ 174
//    ^ 1143
    vp++;
//  ^ 852
    *vp;
//   ^ 852
    *i;
//   ^ 75 | int
    *v;
//  ^ 349 | *
    *f;
//   ^ 75 | float
    i[i];
//    ^ 142 | int
    p[v];
//   ^ 349 | []
    vp[1];
//  ^ 852
    v[1];
//   ^ 349 | []
    v<v;
//   ^ 349 | <
    v!=i;
//   ^ 349 | !=
    v&&b;
//   ^ 349 | &&
    b||v;
//   ^ 349 | ||
    b?v:i;
//     ^ 42 | V | int
    b?p:q;
//     ^ 42 | int * | float *
    b?p:i;
//     ^ 42 | int * | int
    b?v:w;
//     ^ 42 | V | W
    v++;
//   ^ 349 | ++
    --v;
//  ^ 349 | --
    ec++;
//    ^ 511
    b--;
//  ^ 709
    &3;
//   ^ 158
    &(i+1);
//   ^ 158
    &vf();
//   ^ 158
    vf()+1;
//  ^ 3162 | void
    i+vf();
//    ^ 2138
    if(vf()) i=1;
//     ^ 711
    while(v) ;
//        ^ 711
    for(;v;);
//       ^ 711
    do ; while(v);
//             ^ 711
    switch(f){}
//         ^ 847
    switch(v){}
//         ^ 847
    switch(p){}
//         ^ 847
    i+=p;
//     ^ 2138
    p+=p;
//     ^ 2140
    p+=f;
//     ^ 2140
    p*=2;
//  ^ 2138
    i%=f;
//     ^ 2140
    f%=2;
//  ^ 2140
    f<<=1;
//  ^ 2140
    i&=f;
//     ^ 2140
    v+=1;
//   ^ 349 | +=
    v=1;
//   ^ 349 | =
    3=i;
//  ^ 137
    i+1=2;
//  ^ 137
    vf()=1;
//  ^ 137
    f=v;
//    ^ 413 | V | float
    "a"=1;
//  ^ 137
    i=v+i;
//     ^ 349 | +
    i = v.x.y;
//      ^ 153 | float
    i=i.x;
//    ^ 153 | int
    i=p.x;
//    ^ 153 | int *
    p->x;
//  ^ 131 | int *
    i->x;
//  ^ 3164 | int
    v->x;
//  ^ 3164 | V
    pv.x;
//  ^ 153 | V *
    *p.x;
//   ^ 153 | int *
    ip->x;
//  ^ 833 | Inc
    w->x;
//  ^ 3164 | W
    sizeof(vf());
//  ^ 174
//        ^ 70 | void
    delete i;
//         ^ 852
    delete v;
//         ^ 852
    v<<1;
//   ^ 349 | <<
    b=v;
//    ^ 413 | V | bool
    en=1;
//    ^ 513 | int | En
    en++;
//    ^ 511
    en+=1;
//    ^ 511
    i=vf;
//   ^ 513 | void (*)() | int
    f=&f;
//   ^ 513 | float * | float
    nullptr+1;
//  ^ 3162 | std::nullptr_t
    !nullptr;
//  ^ 174
    vf+1;
//  ^ 174
//    ^ 1143
    }
