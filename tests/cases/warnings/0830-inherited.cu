// about: 830 of inherited operators
#include <cstddef>
struct Base { void *operator new(std::size_t, int); };
struct Pair { void *operator new(std::size_t, int); void operator delete(void *, int); };
struct A : Base { A(); };
struct B : Pair { B(); };
struct C : Base { C(); void operator delete(void *, int); };
struct D : Pair { D(); void *operator new(std::size_t, int); };
void use() { new (1) A; new (1) B; new (1) C; new (1) D; ::new A; ::new B; }
