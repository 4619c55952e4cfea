// -fdirectives-only
#define NAME value
  #define INDENTED(x)  x  +  1
  #ifdef NAME
int a = NAME; /* kept */
#endif
/* a comment */ #if 0
skipped
#endif // end
joined \
  #pragma foo
#include "got.h"
  # include "got.h"
"string /*" 'c' // comment \
continues
#undef NAME
#if 0
1
2
3
4
5
6
7
8
9
#endif
last
