// about: 830 of global operators
#include <cstddef>
#include <new>
struct Arena { };
void *operator new(std::size_t, Arena &);
struct Pool { };
void *operator new(std::size_t, Pool &);
void operator delete(void *, Pool &);
struct S { S(); };
struct T { int m; };
void use(Arena &a, Pool &p, void *v) { new (a) S; new (p) S; new (v) S; new (a) T; new (a) int; new (std::nothrow) S; new (a) S(); new (a) T{1}; }
