// about: which of several function templates a declaration specializes or instantiates
template <class T> struct complex { T re, im; };
template <class T> complex<T> proj(const T &z);
template <class T> complex<T> proj(const complex<T> &z) { return z; }
template <> complex<double> proj(const complex<double> &z) { return z; }
template <> complex<float> proj<float>(const complex<float> &z) { return z; }
template complex<int> proj(const complex<int> &z);
template <class T> void f(T) {}
template <class T> void f(T *) {}
template <> void f(int) {}
template <> void f(int *) {}
template <> void f<>(long *) {}
template <> void f<char *>(char *) {}
template <> void f(const int &) {}
template <class T> T g() { return 1; }
template <class T, class U> T g(U) { return 1; }
template <> int g<int>() { return 2; }
template <> long g<long>(int) { return 3; }
