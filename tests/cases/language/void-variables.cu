// flags: -std=c++17
// about: Variables of type void, lists behind their names
void make();
int count();
void v1;
const void v2 = 512;
void v3 = make();
static void v4 = count(), v5;
extern void v6;
struct S { void m; static void sm; };
typedef void V;
V v8;
const V v9 = 2;
void v10 = unknown1;
void list(3);
const void dims(16, 16);
void deref(*unknown2);

void f(int n) {
  void q = 3;
  void r;
  const void s = 4;
  V t = 2;
  void vv = make(), vw(3), vx{4};
  const void dim(n / 16, 1);
  void grid(n / 16, n / 16), block(16, 16);
  n = q + 1;
  n = s + 2;
  r = 3;
  t = n;
  q++;
  static void kept;
  for (void i = 0; i < n; i++) ;
  n = v2 + 3;
  v4 = n;
  void w = unknown3;
  decltype(unknown4) z;
}
template <class T> void tf(T t) {
  void q = 3;
  const void u = 4;
  T x = q;
}
int use() {
  S s;
  s.m = 3;
  return s.m;
}
