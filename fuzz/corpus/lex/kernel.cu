template<class T, int N> __attribute__((global)) void k(T * p, const A<B<T>> & a) { T x(p[0]); if (x < N) f<T>(x); }
int main() { k<int, 3><<<dim3(1, 2), 256>>>(p, [=] __attribute__((device)) (int i) mutable -> T { return T{i}; }); }
