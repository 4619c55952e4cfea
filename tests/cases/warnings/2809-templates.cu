// about: 2809 in templates
template <class T> [[nodiscard]] T f(T);
template <class T> struct [[nodiscard]] R { T m; };
template <class T> R<T> make();
template <class T> struct C { [[nodiscard]] T m(); };
[[nodiscard]] int g();
template <class T> void use(T a) { f(a); make<T>(); C<T>().m(); g(); }
void call() { f(1); f<float>(1); make<int>(); C<int> c; c.m(); use(3); }
