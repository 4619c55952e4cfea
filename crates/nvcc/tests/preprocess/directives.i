# 0 "directives.c"
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
# 1 "directives.c"
// -fdirectives-only
#define NAME value
  #define INDENTED(x) x + 1
  
int a = NAME; /* kept */

/* a comment */ 


joined \
  #pragma foo
# 1 "got.h" 1
#define GOT 1
int got;
# 13 "directives.c" 2
  # 1 "got.h" 1
#define GOT 1
int got;
# 14 "directives.c" 2
"string /*" 'c' // comment \
continues
#undef NAME
# 28 "directives.c"
last
