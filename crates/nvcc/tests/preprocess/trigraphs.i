# 0 "trigraphs.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "trigraphs.c"



[1] b { } | ^ ~
"a\"b" '\''
int x;

int y;
