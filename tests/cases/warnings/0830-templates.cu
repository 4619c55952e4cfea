// about: 830 in templates and lambdas
#include <cstddef>
struct A { A(); void *operator new(std::size_t, int); };
template <class T> struct B { B(); void *operator new(std::size_t, int); T m; };
template <class T> T *make() { return new (1) T; }
template <class T> A *fixed() { return new (1) A; }
void use(bool b) {
    make<A>();
    make<B<int>>();
    new (1) B<float>;
    fixed<int>();
    auto l = [] { return new (2) A; };
    if (b) { new (3) A; }
    l();
}
