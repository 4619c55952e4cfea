// flags: -std=c++17
// about: template arguments of functions that have another type, or are too many
template<bool B> void k(int *p) {} template<int N> void m() {} template<class T> void t(T x) {} enum class E { A }; template<E e> void en() {} struct S {}; template<class T, int N> void tn(T x) {}
void f(int *p, S s) { k<p>(p); k<"a">(p); k<1.5>(p); m<1.5>(); m<S>(); m<E::A>(); t<3>(1); t<p>(1); en<1>(); en<E::A>(); m<>(); m<1, 2>(); t<int, int>(1); tn<3, 3>(1); tn<int, int>(1); tn<int>(1); m<s>(); m<-1>(); m<int()>(); k<nullptr>(p); k<2>(p); }
