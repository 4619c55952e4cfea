// about: 830 of operators new of classes
#include <cstddef>
struct A { A(); void *operator new(std::size_t, int); };
struct B { B(); void *operator new(std::size_t, int); void operator delete(void *, int); };
struct C { C(); void *operator new(std::size_t); void operator delete(void *); };
struct D { D(); void *operator new(std::size_t, int, int); void operator delete(void *); };
struct E { E() noexcept; void *operator new(std::size_t, int); };
struct F { int m; void *operator new(std::size_t, int); };
struct G { G(); void *operator new[](std::size_t, int); };
void use() { new (1) A; new (1) B; new C; new (1, 2) D; new (1) E; new (1) F; new (1) G[3]; }
