# 0 "c90_skipped.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "c90_skipped.c"
# 15 "c90_skipped.c"
int a;



int c;
