# 0 "names.c"
# 0 "<built-in>"
#define __STDC__
# 0 "<built-in>"
#define __STDC_VERSION__
# 0 "<built-in>"
#define __STDC_UTF_16__
# 0 "<built-in>"
#define __STDC_UTF_32__
# 0 "<built-in>"
#define __STDC_HOSTED__
# 0 "<command-line>"
# 1 "names.c"

#define object
#define function
#undef object
int x;

#include "got.h"
# 7 "names.c"
# 1 "got.h" 1
#define GOT
int got;
# 8 "names.c" 2
#include <got.h>
# 8 "names.c"
# 1 "./got.h" 1
#define GOT
int got;
# 9 "names.c" 2
1
