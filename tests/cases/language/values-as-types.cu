// flags: -std=c++17
// about: variables, functions and enumerators where types have to stand
struct S { int a; static int sm; int mm; enum { en2 }; };
int fun(int);
enum E { en };
int gv;
namespace N { int nv; void nf(); void ov(int); void ov(float); }
namespace M { const int mv = 1; }
void statements(int n, S s, float *p, bool ok) { ok x1; n x2; n x3 = 4; n x4, x5; s y1(n); p y3; n n3[4]; x2 = 3; x2 = 4; }
void others(int n) { fun x; en e; gv z; n x6 {3}; }
void specified(int n) { static n r; N::nv w; const gv q = 1; }
template <class T> void h(T t, int n) { n k = 3; k = n; t x; }
void conditions(int n) { if (n x = 3) n++; while (n y = 3) n++; }
void nested(int n) { auto l = [&] { n q; }; switch (n) { case 1: n z; } if (n) n w; }
gv a1; const gv a2 = 3; fun a3(int); static gv a4; en a7;
N::nv b1; N::nf b2; S::sm b3; S::mm b4; S::en2 b5; N::ov b6;
struct C { gv m; int n; n o; const gv mm; fun mf(); void u() { n q; } };
int m(const gv x);
gv fr(int);
struct stat { int a; };
int stat(const char *);
struct stat i2;
stat i3;
gv *i4;
typedef gv i8;
using i9 = gv;
