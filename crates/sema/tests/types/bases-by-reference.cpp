// [dcl.init.ref]: a base that a reference is bound to has the qualifiers of what the reference refers to.
struct A { int a; int f() const; };
struct B : A { int b; };
struct C : B { int c; };
B make();
void take(const A &); void change(A &);
void f(C &c, const C &d, B b) {
  take(c); take(d); take(b); change(c); take(make());
//     ^ reference_to | const A & | p
//     ^ base_class_cast | const A | l
//     ^ base_class_cast | const B | l
//              ^ reference_to | const A & | p
//              ^ base_class_cast | const A | l
//              ^ base_class_cast | const B | l
//                       ^ reference_to | const A & | p
//                       ^ base_class_cast | const A | l
//                                  ^ reference_to | A & | p
//                                  ^ base_class_cast | A | l
//                                  ^ base_class_cast | B | l
//                                           ^ reference_to | const A & | p
//                                           ^ base_class_cast | const A | l
  const A &x = c; c.f(); d.f();
//             ^ reference_to | const A & | p
//             ^ base_class_cast | const A | l
//             ^ base_class_cast | const B | l
//                ^ lvalue_adjust | const A | l
//                ^ base_class_cast | A | l
//                ^ base_class_cast | B | l
//                       ^ base_class_cast | const A | l
//                       ^ base_class_cast | const B | l
}
