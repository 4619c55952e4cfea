// about: 830 and constructors
#include <cstddef>
struct A { A(int); A(float) noexcept; template <class T> A(T *); void *operator new(std::size_t, int); };
struct B { B() = default; void *operator new(std::size_t, int); };
struct M { M(); };
struct C { M m; void *operator new(std::size_t, int); };
struct D : M { void *operator new(std::size_t, int); };
void use(int *p) { new (1) A(1); new (1) A(1.0f); new (1) A(p); new (1) A{1}; new (1) B; new (1) C; new (1) C(); new (1) D; }
