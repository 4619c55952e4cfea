// about: 174 with classes
struct S { int m; int *p; static int s; S operator+(const S &) const; bool operator==(const S &) const; void f(); };
struct T { T(int); ~T(); int m; };
void use(S a, S b, S *q, T t) {
    a;
    a.m;
    q->m;
    a.s;
    S::s;
    a + b;
    a == b;
    *q;
    *a.p;
    S();
    S{};
    T(1);
    t;
    t.m;
    T(2).m;
    static_cast<S &>(a);
    (S &)a;
    &S::m;
    S{}.m;
}
