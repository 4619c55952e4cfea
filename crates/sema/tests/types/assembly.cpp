// [dcl.asm], GNU: inputs of assembly are read, outputs are not; objects of classes keep their qualifiers.
struct Pair { int a, b; };
void g();
void f(int n, const int c, volatile int v, Pair q, const Pair &r, int *p) {
  int a[4]; int out; bool b = true;
  asm volatile("" : "=r"(out) : "r"(n), "r"(c), "r"(v));
//                       ^ variable | int | l | out@5:17
//                                  ^ variable | int | l>p | n@4:12
//                                          ^ variable | int | l>p | c@4:25
//                                                  ^ variable | int | l>p | v@4:41
  asm volatile("" :: "m"(q), "m"(r), "m"(a), "r"(g));
//                       ^ variable | Pair | l>p | q@4:49
//                               ^ ref_indirect | const Pair | l>p
//                               ^ variable | const Pair & | l>p | r@4:64
//                                       ^ array_to_pointer | int * | p
//                                       ^ variable | int [4] | l | a@5:7
//                                               ^ routine | void () * | l>p | g@3:6
  asm volatile("" : "=m"(a), "+m"(b) : "r"(*p), "r"(q.a) : "memory");
//                       ^ variable | int [4] | l | a@5:7
//                                ^ variable | bool | l | b@5:27
//                                         ^ indirect | int | l>p
//                                          ^ variable | int * | l>p | p@4:72
//                                                   ^ dot_field | int | l>p
//                                                  ^ variable | Pair | l | q@4:49
//                                                    ^ field | int | p | a@2:19
  asm volatile("" :: "r"(b ? n : out), "r"(n + 1), "i"(3));
//                         ^ question | int | l>p
//                       ^ variable | bool | l>p | b@5:27
//                           ^ variable | int | l>p | n@4:12
//                               ^ variable | int | l>p | out@5:17
//                                           ^ add | int | p
//                                         ^ variable | int | l>p | n@4:12
}
