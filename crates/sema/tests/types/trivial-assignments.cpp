// [class.copy.assign]: a trivial assignment is not a call; the object that is read keeps its qualifiers.
struct A { int a; };
struct B { int b; B &operator=(const B &) = default; B &operator=(int); };
struct C { int c; C &operator=(const C &); };
struct D : B { int d; };
A make();
void f(A *a, const A *p, const A &r, B *b, const B *q, C *c, D *d) {
  const A k{}; A l = k;
//                   ^ variable | const A | l | k@8:11
  *a = p[1]; *a = r; l = k; *a = make(); l = true ? k : r;
//   ^ assign | A | l
//^ indirect | A | l
//      ^ subscript | const A | l>p
//              ^ assign | A | l
//           ^ indirect | A | l
//                ^ ref_indirect | const A | l>p
//                     ^ assign | A | l
//                   ^ variable | A | l | l@8:18
//                       ^ variable | const A | l>p | k@8:11
//                             ^ assign | A | l
//                          ^ indirect | A | l
//                                         ^ assign | A | l
//                                       ^ variable | A | l | l@8:18
//                                                ^ question | const A | l>p
//                                                  ^ variable | const A | l>p | k@8:11
//                                                      ^ ref_indirect | const A | l>p
  *b = *q; *b = b[1]; *b = 3; *b = d[1];
//   ^ assign | B | l
//^ indirect | B | l
//     ^ indirect | const B | l>p
//            ^ assign | B | l
//         ^ indirect | B | l
//               ^ subscript | B | l>p
//                       ^ ref_indirect | B | l
//                       ^ dot_member_call | B & | p
//                    ^ indirect | B | l
//                               ^ assign | B | l
//                            ^ indirect | B | l
//                                 ^ base_class_cast | B | l>p
//                                  ^ subscript | D | l
  *c = c[1];
//   ^ ref_indirect | C | l
//   ^ dot_member_call | C & | p
//^ indirect | C | l
//      ^ subscript | C | l
}
