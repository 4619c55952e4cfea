// [expr.compound], [expr.arith.conv]: built-in operators.
enum Color { red, green = 7 };
enum class Side : short { left, right };
int arithmetic(char c, short s, unsigned u, long l, float f, double d, Color e, int *p, int *q) {
  int a = c + s;
//          ^ add | int | p
//        ^ cast | int | p
//            ^ cast | int | p
  unsigned b = u + a;
//               ^ add | unsigned int | p
//                 ^ cast | unsigned int | p
  long m = l * u;
//           ^ multiply | long | p
//             ^ cast | long | p
  double g = f / d;
//             ^ divide | double | p
//           ^ cast | double | p
  float h = f - c;
//            ^ subtract | float | p
//              ^ cast | float | p
  int n = e + 1;
//          ^ add | int | p
//        ^ cast | int | p
  long diff = p - q;
//              ^ pdiff | long | p
  int *r = p + a;
//           ^ padd | int * | p
  int x = p[a];
//         ^ subscript | int | l>p
  bool less = a < u;
//              ^ lt | bool | p
//            ^ cast | unsigned int | p
  bool both = a && p;
//              ^ land | bool | p
//            ^ bool_cast | bool | p
//                 ^ bool_cast | bool | p
  int shifted = c << l;
//                ^ shiftl | int | p
//              ^ cast | int | p
  a += 2.5;
//  ^ add_assign | int | l
  p -= 1;
//  ^ psubtract_assign | int * | l
  a = (a, s);
//  ^ assign | int | l
//    ^ cast | int | p
//      ^ comma | short | l>p
  a = u ? s : l;
//  ^ assign | int | l
//    ^ cast | int | p
//      ^ question | long | p
  Side side = Side::right;
  a = (int)side;
//  ^ assign | int | l
//    ^ cast | int | p
  a = -c;
//  ^ assign | int | l
//    ^ negate | int | p
//     ^ cast | int | p
  a = ~u;
//  ^ assign | int | l
//    ^ cast | int | p
//    ^ complement | unsigned int | p
  bool no = !p;
//          ^ not | bool | p
//           ^ bool_cast | bool | p
  a++;
  --p;
  return *p + sizeof(l) % 3;
//            ^ sizeof | unsigned long | p
//                        ^ cast | unsigned long | p
//                      ^ remainder | unsigned long | p
}
