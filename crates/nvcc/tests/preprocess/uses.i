# 0 "uses.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "uses.c"





int first;
C
#define B C
#define A B
# 8 "uses.c"
C C
#define f(x) B x
#undef other
#undef undefined


D tail
#define A D
f without
C 1
