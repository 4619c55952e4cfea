// [expr.prim.lambda.capture]: what closures hold. A variable that is captured by reference is a reference member.
void use(int);
struct C { int a; float b() const; };
void references(int n, const int m, C c, C &r) {
  auto l = [&] { use(n); c.a = 1; };
//                   ^ points_to_field | int & | l>p
//                   ^ ref_indirect | int | p
//                   ^ reference_to | int & | p
//                   ^ variable | int | l | n@4:21
//                       ^ points_to_field | C & | l>p
//                       ^ ref_indirect | C | l
//                       ^ reference_to | C & | p
//                       ^ variable | C | l | c@4:39
  l();
//^ variable | <unnamed> | l | l@5:8
// ^ routine | void () const * | l>p | operator()@5:16
  auto k = [&] { return m; };
//                      ^ cast | int | p
//                      ^ points_to_field | const int & | l>p
//                      ^ ref_indirect | const int | p
//                      ^ reference_to | const int & | p
//                      ^ variable | const int | l | m@4:34
  auto i = [&] { r.a = n; };
//               ^ points_to_field | C & | l>p
//               ^ ref_indirect | C | l
//               ^ reference_to | C & | p
//                     ^ points_to_field | int & | l>p
//                     ^ ref_indirect | int | p
//                     ^ reference_to | int & | p
//                     ^ variable | int | l | n@4:21
//                         ^ ref_indirect | C | l
//                         ^ variable | C & | l>p | r@4:45
  auto o = [&] { int y = n; auto in = [&] { use(y); r.a = n; }; in(); };
//                       ^ points_to_field | int & | l>p
//                       ^ ref_indirect | int | p
//                       ^ reference_to | int & | p
//                       ^ variable | int | l | n@4:21
//                                              ^ points_to_field | int & | l>p
//                                              ^ ref_indirect | int | p
//                                              ^ reference_to | int & | p
//                                              ^ variable | int | l | y@9:22
//                                                  ^ points_to_field | C & | l>p
//                                                  ^ ref_indirect | C | l
//                                                  ^ reference_to | C & | p
//                                                        ^ points_to_field | int & | l>p
//                                                        ^ ref_indirect | int | p
//                                                        ^ reference_to | int & | p
//                                                            ^ variable | const <unnamed> * | p | @-
//                                                              ^ variable | <unnamed> | l | in@9:34
//                                                                ^ routine | void () const * | l>p | operator()@9:43
//                                                                     ^ ref_indirect | C | l
//                                                                     ^ variable | C & | l>p | r@4:45
}
void copies(int n, int *p, C c, C &r) {
  auto l = [=] { use(n); return c.a + p[0]; };
//                   ^ cast | int | p
//                   ^ points_to_field | const int | p
//                   ^ variable | int | l>p | n@11:17
//                              ^ points_to_field | const C | l
//                                    ^ points_to_field | int *const | p
//                                    ^ variable | int * | l>p | p@11:25
  auto k = [=]() mutable { n = 1; return r.a; };
//                         ^ points_to_field | int | l
//                         ^ variable | int | l>p | n@11:17
//                                       ^ points_to_field | C | l
  auto i = [n, &c] { c.a = n; };
//          ^ variable | int | l>p | n@11:17
//              ^ reference_to | C & | p
//              ^ variable | C | l | c@11:30
//                   ^ points_to_field | C & | l>p
//                   ^ ref_indirect | C | l
//                         ^ cast | int | p
//                         ^ points_to_field | const int | p
  auto o = [w = n + 1, &v = c] { return w + v.a; };
//              ^ variable | int | l>p | n@11:17
//                          ^ reference_to | C & | p
//                          ^ variable | C | l | c@11:30
//                                      ^ points_to_field | int | l>p
//                                      ^ variable | const <unnamed> * | p | @-
//                                          ^ points_to_field | C & | l>p
//                                          ^ ref_indirect | C | l
//                                          ^ variable | const <unnamed> * | p | @-
  auto in = [=] { auto j = [&] { return r.a; }; return j(); };
//                                      ^ points_to_field | const C & | l>p
//                                      ^ ref_indirect | const C | l
//                                      ^ reference_to | const C & | p
//                                            ^ variable | const <unnamed> * | p | @-
//                                                     ^ variable | <unnamed> | l | j@16:24
//                                                      ^ routine | int () const * | l>p | operator()@16:32
}
struct M {
  int x;
  void members(int n) {
    auto l = [this] { x = 1; };
//            ^ variable | M * | l>p | @-
//                    ^ points_to_field | int | l
    auto k = [&] { auto j = [&] { x = n; }; j(); };
//                                ^ points_to_field | int | l
//                                ^ variable | M * | l>p | @-
//                                    ^ points_to_field | int & | l>p
//                                    ^ ref_indirect | int | p
//                                    ^ reference_to | int & | p
//                                    ^ variable | int | l | n@20:20
//                                        ^ variable | const <unnamed> * | p | @-
//                                          ^ variable | <unnamed> | l | j@22:25
//                                           ^ routine | void () const * | l>p | operator()@22:33
  }
};
int called(int n) {
  return [&] { return n; }();
//       ^ lambda | <unnamed> | p
//                    ^ points_to_field | int & | l>p
//                    ^ ref_indirect | int | p
//                    ^ reference_to | int & | p
//                    ^ variable | int | l | n@25:16
//                        ^ routine | int () const * | l>p | operator()@26:14
}
