// about: 550 of parts of objects: members of members, elements, what references refer to
typedef struct { int type; int size; union { long i; double d; char* s; } data; char name[10]; } PC;
#define Z {0}
int f(int k) {
  PC a = Z;
  a.type = 31;
  PC b = Z;
  b.type = 31;
  b.data.i = k;
  PC c = {};
  c.data.i = k;
  PC d; d.type = 1;
  PC e = Z;
  return 0;
}
struct Q { int a; struct { int x, y; } b; };
int g(int k) {
  Q a = {0}; a.a = 1;
  Q b = {0}; b.b.x = 1;
  Q c; c.b.y = 2;
  Q d = {0}; if (k) { d.b.y = 2; } else { d.a = k; }
  return 0;
}
struct R { int &r; static int s; int m[3]; struct { int u; }; union { int p; float q; }; int *pt; struct In { int z[2]; } in[2]; };
void h(int k) {
  R a = {k}; a.r = 1;
  R b = {k}; b.s = 1;
  R c = {k}; c.m[1] = 1;
  R d = {k}; d.u = 1;
  R e = {k}; e.q = 1;
  R f = {k}; f.pt[1] = 1;
  R g = {k}; g.in[1].z[0] = 1;
  R i[2] = {{k},{k}}; i[0].in[1].z[0] = 1;
  R j = {k}; j.in[1].z[0]++;
  R l = {k}; *l.pt = 1;
  R m = {k}; m.in[k].z[0] = 1;
}
void pp(R a, Q q, Q *r, Q &s) { a.in[0].z[0] = 1; q.b.x = 1; r->b.x = 1; s.b.x = 2; }
struct W { static R s; R &r; R o; };
void w(R &k, int &y) {
  W a = {k,{y}}; a.s.m[1] = 1;
  W b = {k,{y}}; b.r.m[1] = 1;
  W c = {k,{y}}; c.r.r = 1;
  W d{k,{y}}; d.o.r = 1;
}
template<class T> struct TT { T a; struct I { T b; } i; };
void w2(int k) {
  TT<int> a; a.i.b = 2;
  TT<R*> b; b.i.b = nullptr;
}
