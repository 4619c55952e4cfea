// [stmt.ranged], [stmt.switch]: ranges and their iterators; conditions and labels of switches.
enum Kind { A, B, C };
namespace lib {
template <class T> struct vec { T *begin(); T *end(); const T *begin() const; const T *end() const; };
struct counter {
  struct iterator { unsigned long operator*() const; iterator &operator++(); bool operator!=(const iterator &) const; };
  counter(unsigned long, unsigned long);
  iterator begin() const;
  iterator end() const;
};
}
lib::vec<int> make();
int arr[4];
//      ^ cast | unsigned long | p
const lib::vec<float> cv;
int ranges(lib::vec<int> &v) {
  int s = 0;
  for (int x : v)
//             ^ reference_to | lib::vec<int> & | p
//             ^ ref_indirect | lib::vec<int> | l
//             ^ dot_member_call | int * | p
//             ^ routine | int * () * | l>p | begin@4:36
    s += x;
//    ^ add_assign | int | l
  for (auto &x : arr)
//               ^ reference_to | int [4] & | p
//               ^ ref_indirect | int [4] | l
//                  ^ reference_to | int & | p
    x = 1;
//    ^ assign | int | l
//  ^ ref_indirect | int | l
  for (auto x : make())
//                  ^ call | lib::vec<int> | p
//              ^ routine | lib::vec<int> () * | l>p | make@12:15
//              ^ reference_to | lib::vec<int> & | p
//                  ^ temp_init | lib::vec<int> | x
//              ^ dot_member_call | int * | p
//              ^ ref_indirect | lib::vec<int> | l
    s += x;
//    ^ add_assign | int | l
  for (const auto &y : cv)
//                     ^ reference_to | const lib::vec<float> & | p
//                     ^ dot_member_call | const float * | p
//                     ^ routine | const float * () const * | l>p | begin@4:64
//                     ^ ref_indirect | const lib::vec<float> | l
//                       ^ reference_to | const float & | p
    s += y;
//    ^ add_assign | int | l
//       ^ ref_indirect | float | l>p
  for (auto k : lib::counter(0, 1))
//                           ^ cast | unsigned long | p
//                              ^ cast | unsigned long | p
//              ^ reference_to | lib::counter & | p
//              ^ temp_init | lib::counter | x
//              ^ constructor | - | - | counter@7:3
//              ^ dot_member_call | lib::counter::iterator | p
    s += k;
//    ^ add_assign | int | l
  return s;
}
int switches(Kind k, unsigned w, int *p) {
  switch (k) {
//        ^ cast | int | p
  case A:
//     ^ cast | int | p
    return p[B];
//          ^ subscript | int | l>p
  default:
    break;
  }
  switch (w) {
  case 1:
//     ^ cast | unsigned int | p
    return 2;
  }
  return p[C];
//        ^ subscript | int | l>p
}
