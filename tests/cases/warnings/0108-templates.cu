// about: 108 in templates
template <int N> struct W { int m : N; };
template <class T> struct T1 { T m : 1; };
template <class T> struct F { int m : 1; T n; };
W<1> a;
W<2> b;
T1<int> c;
T1<unsigned> d;
F<int> e;
template struct F<float>;
