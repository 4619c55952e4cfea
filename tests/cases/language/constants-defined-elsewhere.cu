// flags: -std=c++17
// about: constants that another unit defines, const variables of templates without initializers, casts of void and of classes
struct u3 { unsigned x, y; }; extern const u3 tid; extern const int ei; extern u3 nc; extern const int ea[3]; extern const u3 es[2]; const u3 known = {1, 2}; struct H { static const u3 m; static const int i; };
void f(int n, u3 p) {
  constexpr int a = tid.x; constexpr int b = tid.y * 2 + tid.x; constexpr int c = ei; constexpr int d = nc.x;
  constexpr int e = ea[1]; constexpr int g = es[1].x; constexpr int h = known.x; constexpr int i = H::m.x; constexpr int j = H::i;
  constexpr int k = n * tid.x; constexpr int l = p.x;
  static_assert(tid.x == 1, "");
  switch (n) { case tid.x: ; }
  constexpr unsigned o = (&tid)->x;
}
struct f4 { float x, y; }; enum E { e };
template <int N> void t1(int n) { const f4 kv; const int i; const E e; const int a[3]; const f4 b[2]; static const int s; int *const q; }
template <class T> struct S { void m() { const f4 kv; const int i; } static void sm() { const int j; } };
void vd(); void casts(int *p) { float a = (float)vd(); int b = int(vd()); int c = static_cast<int>(vd()); }
struct CF { operator float() const; }; void classes(CF c) { const void *p = (const void *)c; float *q = (float *)c; int i = (int)c; void *r = static_cast<void *>(c); }
