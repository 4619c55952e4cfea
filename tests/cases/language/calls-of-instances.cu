// flags: -std=c++17
// about: calls and operators that no function of class templates takes
template<class T> struct V { T t; V &operator=(const V &); V(); V(int, T); V(const V &); T &operator[](int); }; template<class T, class A = V<T>> struct W {}; template<class T> struct alloc {}; template<class T, class A = alloc<T>> struct vect { T &operator[](int); };
template<class T> void add(V<T> &v, T x); template<class T> void addw(W<T> &v, T x); template<class T> void addv(vect<T> &v, T x); template<class T> void addc(const vect<T> &v, T x); template<class T, class A> void addx(vect<T, A> &v, T x);
void f(V<float> v, W<float> w, vect<float> z, const vect<float> &c) {
  add(v, 1.0);
  add(v);
  add(3, 3);
  addw(w, 1.0);
  addw(3, 3);
  addv(z, 1.0);
  addv(c, 1.0f);
  addc(c, 1.0);
  addx(z, 1.0);
  addx(c, 1.f);
  addx(3, 3);
  V<float> a(1, "a");
  V<float> b(1, 2, 3);
  V<float> d = 3;
  v["a"];
  v == v;
  v[v] = 1;
  v += v;
}
template<class T> struct Str { Str(); Str(const T *); Str(const Str &); template<class U> Str(U, typename U::foo * = 0); }; typedef Str<char> S; struct Base {}; template<class K, class V> struct Mapp : Base { V &operator[](const K &k); V &operator[](K &&k); V &at(const K &); void insert(const K &); void insert(K &&); };
template<class K, class V> struct Map2 { V &operator[](const K &k); V &at(const K &); };
struct PP { explicit operator bool() const; S *operator->(); }; 
void f2(Mapp<S, int> m, Mapp<int, S> n, Map2<S, int> o, PP p, S s) {
  m[1] = 2;
  n["a"] = s;
  o[1];
  m.insert(1);
  m.at(1);
  delete p;
  p = new S;
  p == s;
  s = 1;
  s == 3;
  m = 1;
  delete s;
  !s; ~s; -m; *m; m(); m++;
  s + s; p && s; p || 1; if (p) {} if (s) {} while (m) {}
}
