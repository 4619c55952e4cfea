// Arrays and functions whose types a body writes are shown as declarators; those of namespaces, parameters and members are not.
typedef unsigned int word;
typedef word four[4];
struct Grid { word cells[2][3]; void *const pointers[2]; };
int call(word);
void f(word parameter[2][3], const Grid &grid, int (*callback)(word)) {
  word a[4]; a[1] = 0;
//           ^ variable | word [4] | l | a@7:8
  word b[2][3]; b[1][2] = 1;
//               ^ subscript | word [3] | l
//              ^ array_to_pointer | word (*)[3] | p
//              ^ variable | word [2][3] | l | b@8:8
  word (*q)[3] = b; q[1][1] = 2;
//               ^ array_to_pointer | word (*)[3] | p
//               ^ variable | word [2][3] | l | b@8:8
//                   ^ subscript | word [3] | l
//                  ^ variable | word (*)[3] | l>p | q@9:10
  word (&r)[4] = a; r[1] = 2;
//               ^ reference_to | word (&)[4] | p
//               ^ variable | word [4] | l | a@7:8
//                  ^ ref_indirect | word [4] | l
//                  ^ variable | word (&)[4] | l>p | r@10:10
  auto &y = b; y[1][1] = 2;
//          ^ reference_to | word (&)[2][3] | p
//          ^ variable | word [2][3] | l | b@8:8
//              ^ subscript | word [3] | l
//             ^ array_to_pointer | word (*)[3] | p
//             ^ ref_indirect | word [2][3] | l
//             ^ variable | word (&)[2][3] | l>p | y@11:9
  four named; named[1] = 2; four pair[2]; pair[1][1] = 2;
//            ^ variable | unsigned int [4] | l | named@12:8
//                                            ^ subscript | unsigned int [4] | l
//                                        ^ array_to_pointer | unsigned int [4] * | p
//                                        ^ variable | four [2] | l | pair@12:34
  parameter[1][1] = 2; grid.cells[1][1]; grid.pointers[1];
//         ^ subscript | unsigned int [3] | l
//^ variable | unsigned int [3] * | l>p | parameter@6:13
//                               ^ subscript | const word [3] | l
//                         ^ array_to_pointer | const word (*)[3] | p
//                         ^ dot_field | const word [2][3] | l
//                          ^ field | unsigned int [3] [2] | p | cells@4:20
//                                           ^ dot_field | void *const [2] | l
//                                            ^ field | void *const [2] | p | pointers@4:45
  int (*own)(word) = call; own(3); callback(2);
//                         ^ variable | int (*)(word) | l>p | own@14:9
//                                 ^ variable | int (unsigned int) * | l>p | callback@6:54
  *(word (*)[4])a;
//^ indirect | word [4] | l
// ^ cast | word (*)[4] | p
//              ^ variable | word [4] | l | a@7:8
  static word s[3][2]; s[1][1] = 2;
//                      ^ subscript | unsigned int [2] | l
//                     ^ array_to_pointer | unsigned int [2] * | p
//                     ^ variable | unsigned int [2] [3] | l | s@16:15
}
