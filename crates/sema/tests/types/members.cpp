// [expr.ref], [class.conv.fct], [class.derived]: static members through objects, conversion functions, base classes.
struct Half { operator bool() const; operator float() const; operator short() const; Half(int); unsigned short v; };
struct First { int a; static int st(); void m() const; static int sv; };
struct Second : First { int b; };
struct Third : Second {};
int by_first(First);
namespace ns {
int one(int);
int two(int);
int two(float);
template <class T> int three(T);
struct Q { static int qq(); static int qo(int); static int qo(float); };
}
int uses(Third t, Third *p, Half h, bool which) {
  float x = (float)h;
//          ^ cast | float | p
//                 ^ dot_member_call | float | p
//                 ^ routine | float () const * | p | operator float@2:38
  float y = h;
//          ^ dot_member_call | float | p
//          ^ routine | float () const * | p | operator float@2:38
  bool z = h;
//         ^ dot_member_call | bool | p
//         ^ routine | bool () const * | p | operator bool@2:15
  t.st();
//    ^ call | int | p
//  ^ routine | int () * | l>p | st@3:34
  p->st();
//     ^ call | int | p
//   ^ routine | int () * | l>p | st@3:34
  t.m();
//   ^ dot_member_call | void | p
//  ^ routine | void () const * | l>p | m@3:45
  by_first(t);
//        ^ call | int | p
//         ^ base_class_cast | First | l>p
  int q = t.sv;
//         ^ dot_static | int | l>p
  q = p->sv;
//  ^ assign | int | l
//     ^ points_to_static | int | l>p
  First c = t;
//          ^ base_class_cast | First | l>p
  c = t;
//  ^ assign | First | l
//    ^ base_class_cast | First | l>p
  int i = 1, j = 2;
  int m = which ? i : j;
//              ^ question | int | l>p
  (which ? i : j) = 3;
//                ^ assign | int | l
//       ^ question | int | l
  const char *s = which ? "X" : "Y";
//                      ^ question | const char * | p
  ns::one(2);
//       ^ call | int | p
//    ^ routine | int (int) * | l>p | one@8:5
  ns::two(1);
//       ^ call | int | p
  ns::three(1);
//         ^ call | int | p
  ns::Q::qq();
//         ^ call | int | p
//       ^ routine | int () * | l>p | qq@12:23
  ns::Q::qo(1);
//         ^ call | int | p
  int (*fp)(int) = ns::one;
//                     ^ routine | int (int) * | l>p | one@8:5
  fp = ns::two;
//     ^ routine | int (int) * | l>p | two@9:5
  __sync_fetch_and_add(&i, 10);
//                         ^ cast | unsigned int | p
//                    ^ call | unsigned int | p
//                     ^ cast | volatile void * | p
//                     ^ address_of | int * | p
  long long wide = 0;
//                 ^ cast | long long | p
  wide = __sync_val_compare_and_swap(&wide, 1, i);
//                                          ^ cast | unsigned long | p
//     ^ assign | long long | l
//       ^ cast | long long | p
//                                  ^ call | unsigned long | p
//       ^ routine | unsigned long (volatile void *, unsigned long, unsigned long) * | l>p | __sync_val_compare_and_swap_8@-
//                                   ^ cast | volatile void * | p
  int *single = new int;
//              ^ new_delete | int * | p | operator new@-
  int *several = new int[i];
//               ^ new_delete | int * | p | operator new[]@-
  delete single;
  delete[] several;
  return q;
}
