// about: 549 with objects
struct P { int x, y; };
struct C { C(); int m; };
struct D { int m = 1; };
union U { int i; float f; };
int use() {
    P a;
    int r = a.x;
    P b;
    b.x = 1;
    r += b.y;
    C c;
    r += c.m;
    D d;
    r += d.m;
    U u;
    r += u.i;
    P e;
    P f = e;
    P *p;
    r += p->x;
    int *q;
    *q = 1;
    r += *q;
    P g[2];
    r += g[0].x;
    return r + f.x;
}
