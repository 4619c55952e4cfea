  // Typedefs behind `struct` and `enum`.
  typedef struct { int x; } Foo;
  struct Foo x;
//       ^ 1201 | Foo
  void g(struct Foo *p);
//              ^ 1201 | Foo
  typedef int I;
  struct I *q;
//       ^ 1201 | I
  void h() { struct Foo y; int s = sizeof(struct Foo); }
//                  ^ 1201 | Foo
//                                               ^ 1201 | Foo
  class Foo *cf();
//      ^ 1201 | Foo
  typedef struct Bar { int b; } Bar;
  struct Bar b;
  void local() { struct Foo { int z; }; struct Foo f; }
  template <class T> struct Foo *in_template(T);
//                          ^ 1201 | Foo
  // Qualified names, and those of alias templates.
struct A { typedef int X; struct M; typedef M N; };
struct A::X;
//        ^ 1201 | X
struct A::X v;
//        ^ 1201 | X
struct A::N {};
//        ^ 1201 | N
enum A::X e;
//      ^ 1201 | X
typedef int I;
enum ::I {};
//     ^ 1201 | I
class ::I z;
//      ^ 1201 | I
namespace NS { typedef int T; typedef A U; }
class NS::T u;
//        ^ 1201 | T
class NS::U y;
//        ^ 1201 | U
template<class> using AL = A;
struct AL<int> *px;
//     ^ 1201 | AL
template<class T> struct EI { typedef T type; using t2 = A; };
struct EI<int>::type fn(int);
//              ^ 1201 | type
struct EI<int>::t2 fn2(int);
//              ^ 1201 | t2
template <class T> struct EI<T>::type fn3(T);
struct NS::T {};
//         ^ 1201 | T
union NS::U {};
//        ^ 1201 | U
void fff() { struct A::X *p; class NS::T *q; }
//                     ^ 1201 | X
//                                     ^ 1201 | T
