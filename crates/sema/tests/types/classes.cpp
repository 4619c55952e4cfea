// [class.member.lookup], [expr.ref], [temp.class.spec]: members, bases and instances of class templates.
struct Point { int x, y; float w; int sum() const { return x + y; } };
//                                                           ^ add | int | p
//                                                         ^ points_to_field | int | l>p
//                                                             ^ points_to_field | int | l>p
struct Deep : Point { Point inner; Point &other; static int count; Deep(Point &p) : other(p) {} };
//                                                                                        ^ reference_to | Point & | p
//                                                                                        ^ ref_indirect | Point | l
template<class T, int N> struct Array { T data[N]; T &at(int i) { return data[i]; } typedef T value; enum { size = N }; };
template<class T> struct Traits { typedef T type; static const int kind = 1; };
template<class T> struct Traits<T *> { typedef T type; static const int kind = 2; };
template<> struct Traits<bool> { typedef char type; static const int kind = 3; };
template<class... Ts> struct Count { static const int value = sizeof...(Ts); };
template<bool B, class T = void> struct enable_if {};
template<class T> struct enable_if<true, T> { typedef T type; };
template<class T> typename enable_if<Traits<T>::kind == 1, long>::type pick(T);
template<class T> typename enable_if<Traits<T>::kind == 2, char>::type pick(T);
int uses(Deep &d, const Deep *p, Array<float, 4> a, Array<Point, 2> b) {
  d.x = 1;
//    ^ assign | int | l
  d.inner.y = 2;
//          ^ assign | int | l
//       ^ dot_field | int | l
  d.other.w = 3;
//            ^ cast | float | p
//          ^ assign | float | l
//       ^ dot_field | float | l
  p->x;
  p->other.x;
//        ^ dot_field | int | l
  Deep::count;
  d.sum();
//     ^ dot_member_call | int | p
//  ^ routine | int () const * | l>p | sum@2:39
  a.data[1];
//      ^ subscript | float | l
  a.at(2) = 4;
//          ^ cast | float | p
//        ^ assign | float | l
//    ^ ref_indirect | float | l
  b.at(0).x;
//       ^ dot_field | int | l
//    ^ ref_indirect | Point | l
//    ^ dot_member_call | Point & | p
  Array<float, 4>::value v = 1;
//                           ^ cast | float | p
  Traits<int *>::type t = 2;
  Traits<bool>::type u = 3;
//                       ^ cast | char | p
  pick(1);
//    ^ call | long | p
  pick(&t);
//     ^ address_of | int * | p
  return Traits<int *>::kind + Count<int, char, bool>::value + Array<int, 9>::size;
//                           ^ add | int | p
//                                                             ^ cast | int | p
//                                                           ^ add | int | p
}
