// about: 108 and widths that are expressions
const int one = 1;
enum { also = 1 };
struct S { int a : one; int b : also; int c : 2 - 1; int d : sizeof(char); int e : 1u; int f : true; int g : 0x1; int h : (1); int : 0; };
