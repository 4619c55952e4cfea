// -dD
#define object  1   +  /* a comment */ 2
#define function(a, b...) #a a##b   a ## b
#define variadic(a, ...) \
  a __VA_ARGS__
#undef object
#undef never
int x;
#include "got.h"
function(1, 2) variadic(3, 4) GOT
