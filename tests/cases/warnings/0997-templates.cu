// about: 997 in templates
template <class T> struct B { virtual void f(T); virtual void g(int); };
template <class T> struct D : B<T> { void f(T *); void g(int); };
struct E : B<int> { void f(float); };
struct F : B<float> { void f(float); void g(char); };
template <class T> struct G : E { void f(T); };
G<int> a;
G<float> b;
D<int> c;
template struct D<float>;
