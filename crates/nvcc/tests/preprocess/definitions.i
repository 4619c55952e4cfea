# 0 "definitions.c"
# 0 "<built-in>"
#define __STDC__ 1
# 0 "<built-in>"
#define __STDC_VERSION__ 201710L
# 0 "<built-in>"
#define __STDC_UTF_16__ 1
# 0 "<built-in>"
#define __STDC_UTF_32__ 1
# 0 "<built-in>"
#define __STDC_HOSTED__ 1
# 0 "<command-line>"
# 1 "definitions.c"

#define object 1 + 2
#define function(a,b...) #a a ##b a ## b
#define variadic(a,...) a __VA_ARGS__

#undef object
#undef never
int x;
# 1 "got.h" 1
#define GOT 1
int got;
# 10 "definitions.c" 2
"1" 12 12 3 4 1
