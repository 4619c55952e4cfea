// [basic.scope.block], [dcl.spec.auto], [expr.prim.lambda], [stmt.ranged], [dcl.struct.bind]: names of blocks.
struct Pair { int first; double second; };
struct Range { int *begin(); int *end(); };
int uses(Pair p, Range r, int (&numbers)[3]) {
  auto a = 1;
  auto &b = a;
//          ^ reference_to | int & | p
  const auto c = 2.5f;
  auto *q = &a;
//          ^ address_of | int * | p
  { double a = 1; a + 1; }
//             ^ cast | double | p
//                    ^ cast | double | p
//                  ^ add | double | p
  a + 1;
//  ^ add | int | p
  for (int i = 0; i < 3; ++i) i + a;
//                  ^ lt | bool | p
//                       ^ pre_incr | int | l
//                              ^ add | int | p
  for (auto &n : numbers) n + 1;
//               ^ ref_indirect | int [3] | l
//                          ^ add | int | p
//                        ^ ref_indirect | int | l>p
  for (auto n : r) n + 1;
//                   ^ add | int | p
  auto [x, y] = p;
  y + x;
//  ^ add | double | p
//    ^ cast | double | p
  auto add = [&](int k, float z) { return k + z; };
//                                          ^ add | float | p
//                                        ^ cast | float | p
  add(1, 2);
//       ^ cast | float | p
//   ^ dot_member_call | float | p
  auto copy = [a]() { return a; };
  copy();
//    ^ dot_member_call | int | p
  struct Local { int v; int get() { return v; } } l = {3};
//                                         ^ points_to_field | int | l>p
  l.get();
//     ^ dot_member_call | int | p
//  ^ routine | int () * | l>p | get@20:29
  using T = unsigned;
  T t = 1;
//      ^ cast | unsigned int | p
  if (int s = t) return s + b;
//            ^ cast | int | p
//                        ^ add | int | p
//                          ^ ref_indirect | int | l>p
  decltype(t) w = 2;
  return [](long m) { return m * 2; }(w);
//       ^ cast | int | p
//                                   ^ dot_member_call | long | p
//                                    ^ cast | long | p
}
