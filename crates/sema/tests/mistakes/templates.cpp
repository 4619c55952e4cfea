// Mistakes in templates that do not depend on their parameters.
struct Base { int x; void f(int); };
template <class T> struct Other { int y; void g(); };

template <class T> struct A : Other<T> {
    T t;
    int n;
    int *p;
    T good = "s";
    static const int v = undefined_value;
//                       ^ 20 | undefined_value
    void assignments() {
        n = "a";
//        ^ 513 | const char * | int
        t = "a";
        p = 3;
//        ^ 513 | int | int *
        p = n;
//        ^ 513 | int | int *
        int *q = t;
        q = n;
//        ^ 513 | int | int *
        double d = n;
        q = d;
//        ^ 513 | double | int *
        undefined = 1;
//      ^ 20 | undefined
    }
    void members() {
        this->g();
        this->y = 2;
        this->anything();
        A<T> a;
        a.anything = 1;
        Other<T>::anything();
        A b;
        b.anything();
    }
    void names() {
        y = 1;
//      ^ 20 | y
        g();
//      ^ 20 | g
        nope();
//      ^ 20 | nope
        found_later(t);
    }
    int result(int i) const { return i.x; }
//                                   ^ 153 | int
    template <class U> void member_template(U u) {
        u.x();
        n.x();
//      ^ 153 | int
        u = p;
        undefined(u);
        undefined(n);
//      ^ 20 | undefined
    }
    typedef typename T::type type;
    type make() {
        type r;
        r.x = 1;
        return r;
    }
    struct Inner {
        int i;
        void set() {
            i = "c";
//            ^ 513 | const char * | int
            n = 1;
        }
    };
    Inner inner;
    void use_inner() {
        inner.i = "d";
        inner.q = 1;
    }
};

template <class T> struct B : Base {
    void m() {
        x = "s";
//        ^ 513 | const char * | int
        f("a");
//        ^ 167 | const char * | int
        f();
//        ^ 165
        h();
//      ^ 20 | h
        this->h();
        Base::h();
//            ^ 135 | class Base | member h
        Base::x = "t";
//              ^ 513 | const char * | int
    }
};

template <class T> void function(T t, int n, int (&arr)[3]) {
    T *p = &n;
    int *q = &t;
    auto z = t + n;
    z.foo();
    auto w = n + 1;
    w.foo();
//  ^ 153 | int
    for (int i = 0; i < 3; i++) arr[i] = "s";
//                                     ^ 513 | const char * | int
    n.x;
//  ^ 153 | int
    t->x;
    n->x;
//  ^ 3164 | int
    if (undefined_c) {}
//      ^ 20 | undefined_c
    while (n < undefined_d) {}
//             ^ 20 | undefined_d
    q = new int;
    q = new double;
//    ^ 513 | double * | int *
    int a[sizeof(T)];
    a = n;
    a[0] = "s";
    T b[3];
    b[0] = "s";
    b[0] = n;
    undefined_f(t, n);
    undefined_g(n, q);
//  ^ 20 | undefined_g
    T::undefined_h();
    undefined_i::x();
//  ^ 276
    throw undefined_j;
//        ^ 20 | undefined_j
}

template <class T> int returned(T t, const int *table) {
    const int limit = 3;
    limit = 4;
    table[0] = 1;
    return "waits for the instances";
}

template <int N> int value() {
    int a[N];
    a[0] = "s";
    return N + undefined_k;
//             ^ 20 | undefined_k
}

template <class... Ts> void pack(Ts... ts) {
    int n[] = {ts...};
    n = 1;
    undefined_l(ts...);
    undefined_m(n);
    int m[] = {1, 2};
    m = 1;
//  ^ 137
}

template <template <class> class C> void with_template() {
    C<int> c;
    c.x = 1;
    C<int>::foo();
    undefined_n(c);
}

template <class T> T variable = undefined_o;
//                              ^ 20 | undefined_o

template <class T> auto lambda() {
    auto l = [](T t, int n) {
        n = "s";
//        ^ 513 | const char * | int
        t = "s";
        return undefined_r;
//             ^ 20 | undefined_r
    };
    return l(1, 2);
}

template <class T> struct Special;
template <class T> struct Special<T *> {
    int n;
    void g() {
        n = "s";
//        ^ 513 | const char * | int
        undefined_u = 1;
//      ^ 20 | undefined_u
    }
};
template <class T> struct Special<T[3]> {
    int n;
    void g() { n = "s"; }
//               ^ 513 | const char * | int
};
