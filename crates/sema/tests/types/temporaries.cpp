// [class.temporary], [dcl.init], [class.copy.elision]: objects that constructors make, where they become temporaries and
// where they are the object itself.
struct Pair { int a, b; Pair(int, int); Pair(int); };
struct Size { unsigned x, y; constexpr Size(unsigned a, unsigned b = 1) : x(a), y(b) {} };
struct Guard { ~Guard(); Guard(int); int v() const; };
int n;
unsigned u;
void by_pair(Pair);
void by_size(Size);
void ref_pair(const Pair &);
void ref_size(const Size &);
Pair make_pair();
Size make_size();
Guard make_guard();
int take_guard(const Guard &);
void objects() {
  Pair a(n, 3);
  Pair b = Pair(n, 4);
  b = Pair(n, 5);
//  ^ assign | Pair | l
//    ^ temp_init | Pair | l>p
//    ^ constructor | - | - | Pair@3:25
  by_pair(Pair(n, 6));
//       ^ call | void | p
//        ^ temp_init | Pair | p
//        ^ constructor | - | - | Pair@3:25
  ref_pair(Pair(n, 7));
//        ^ call | void | p
//         ^ reference_to | const Pair & | p
//         ^ temp_init | Pair | l
//         ^ constructor | - | - | Pair@3:25
  Pair c = 8;
  by_pair(9);
//       ^ call | void | p
//        ^ temp_init | Pair | p
//        ^ constructor | - | - | Pair@3:41
  ref_pair(n);
//        ^ call | void | p
//         ^ reference_to | const Pair & | p
//         ^ temp_init | const Pair | l
//         ^ constructor | - | - | Pair@3:41
  Size d(u, 2u);
  by_size(Size(u, 3u));
//       ^ call | void | p
//        ^ temp_init | Size | p
//        ^ constructor | - | - | Size@4:40
  ref_size(Size(u, 4u));
//        ^ call | void | p
//         ^ reference_to | const Size & | p
//         ^ temp_init | Size | l
//         ^ constructor | - | - | Size@4:40
  by_size(Size(1, 2));
//             ^ cast | unsigned int | p
//                ^ cast | unsigned int | p
//        ^ temp_init | Size | p
//        ^ constructor | - | - | Size@4:40
//       ^ call | void | p
  ref_size(Size(1, 2));
//              ^ cast | unsigned int | p
//                 ^ cast | unsigned int | p
//         ^ temp_init | Size | p
//         ^ constructor | - | - | Size@4:40
//        ^ call | void | p
//         ^ reference_to | const Size & | p
  by_size(7);
//        ^ cast | unsigned int | p
//       ^ call | void | p
//        ^ temp_init | Size | p
  Size e = Size(1, 2);
//              ^ cast | unsigned int | p
//                 ^ cast | unsigned int | p
//         ^ temp_init | Size | p
//         ^ constructor | - | - | Size@4:40
  e = Size(3, 4);
//         ^ cast | unsigned int | p
//            ^ cast | unsigned int | p
//    ^ temp_init | Size | p
//    ^ constructor | - | - | Size@4:40
//  ^ assign | Size | l
  Size f = d;
  by_size(d);
//       ^ call | void | p
  ref_pair(make_pair());
//                  ^ call | Pair | p
//         ^ routine | Pair () * | l>p | make_pair@12:6
//        ^ call | void | p
//         ^ reference_to | const Pair & | p
//                  ^ temp_init | Pair | l
  by_size(make_size());
//       ^ call | void | p
//                 ^ call | Size | p
//        ^ routine | Size () * | l>p | make_size@13:6
  a = make_pair();
//  ^ assign | Pair | l
//             ^ call | Pair | p
//    ^ routine | Pair () * | l>p | make_pair@12:6
  e = make_size();
//  ^ assign | Size | l
//             ^ call | Size | p
//    ^ routine | Size () * | l>p | make_size@13:6
  by_size({u, 2u});
//       ^ call | void | p
  const Pair &r = Pair(n, 3);
//                ^ reference_to | const Pair & | p
//                ^ temp_init | Pair | l
//                ^ constructor | - | - | Pair@3:25
  Pair &&rr = Pair(n, 1);
//            ^ reference_to | Pair & | p
//            ^ temp_init | Pair | x
//            ^ constructor | - | - | Pair@3:25
  const int &five = 5;
//                  ^ reference_to | const int & | p
//                  ^ temp_init | const int | l
  const long &wide = n;
//                   ^ cast | long | p
//                   ^ reference_to | const long & | p
//                   ^ temp_init | const long | l
}
int guards(int k) {
  int x = take_guard(Guard(2));
//                  ^ call | int | p
//        ^ routine | int (const Guard &) * | l>p | take_guard@15:5
//                   ^ reference_to | const Guard & | p
//                   ^ temp_init | Guard | l
//                   ^ constructor | - | - | Guard@5:26
  make_guard();
//          ^ call | Guard | p
  Guard g = make_guard();
//                    ^ call | Guard | p
//          ^ routine | Guard () * | l>p | make_guard@14:7
  return k;
}
Pair returned() { return Pair(n, 3); }
Size constant() { return Size(1, 2); }
//                            ^ cast | unsigned int | p
//                               ^ cast | unsigned int | p
//                       ^ temp_init | Size | p
//                       ^ constructor | - | - | Size@4:40
Size own(Size c) { return c; }
