// [basic.link]/9: a variable that blocks declare is one entity, shown at its definition or its first declaration.
int f1() { extern int first; return first; }
//                                  ^ variable | int | l>p | first@2:23
extern int first;
int f2() { extern int first; return first; }
//                                  ^ variable | int | l>p | first@2:23
int f3() { return first; }
//                ^ variable | int | l>p | first@2:23
int defined = 3;
int f4() { extern int defined; return defined; }
//                                    ^ variable | int | l>p | defined@6:5
namespace N { int g1() { extern int first; return first; } int g2() { extern int first; return first; } }
//                                                ^ variable | int | l>p | first@8:37
//                                                                                             ^ variable | int | l>p | first@8:37
int f5() { extern int other[2]; return other[1]; }
//                                     ^ variable | int [2] | l | other@9:23
int f6() { extern int other[]; return other[1]; }
//                                    ^ variable | int [0] | l | other@9:23
int f7() { int first = 1; return first; }
//                               ^ variable | int | l>p | first@11:16
