// flags: -std=c++17
// about: members of class templates whose instances have names
template<typename T, int N> struct vec { T v[N]; struct In { T t; }; }; template<typename T> using vec3 = vec<T, 3>; typedef float real; template<class T> struct two { T a; typedef vec<T, 2> type; };
typedef vec<float, 3> V3; using V4 = vec<real, 4>; typedef two<V3> TV; using P3 = vec3<real>; template<class T> using al = typename two<T>::type;
void f(V3 a, V4 b, TV c, vec<real, 3> d, vec3<real> e, P3 g, al<real> h, two<real>::type i, V3 *p, const V4 &q, V3::In in) {
  a.w = 1;
  b.w = 1;
  c.w = 1;
  c.a.w = 1;
  d.w = 1;
  e.w = 1;
  g.w = 1;
  h.w = 1;
  i.w = 1;
  p->w = 1;
  q.w = 1;
  in.w = 1;
  V3::x(); V4::x(); P3::x(); vec3<real>::x(); TV::type::x(); al<float>::x();
  auto z = a; z.w = 1; auto y = f; V3 arr[2]; arr[0].w = 1; p[0].w = 1; (*p).w = 1; decltype(a) k; k.w = 1;
}
struct W2 { float x, y; }; struct W1 { float x; }; struct D { D() = default; int a; }; struct E0 {}; struct TT { static TT mk(); TT(int); };
template<class T> class A { T x; friend class BB; friend void ff(A<int> &); template<class U> friend class A; protected: int p; void pm(); }; class BB { void f(A<int> a) { a.x = 1; a.y = 2; a.p = 1; } }; void ff(A<int> &a) { a.x = 1; }
void gg(A<float> a) { a.x; a.p = 1; a.pm(); a.A<float>::x = 1; } struct DD : A<int> { void m() { x = 1; p = 2; pm(); this->x = 1; } };
