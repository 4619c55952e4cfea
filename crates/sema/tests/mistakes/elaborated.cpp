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
