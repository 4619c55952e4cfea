#include "header.h"
#include "header.h"
#include "../clang/header.h"
#define LINES(x) x __LINE__
int a = LINES(1 +
  __LINE__
);
#define OUTER(x) x
OUTER(
  LINES(2)
  tail
)
#if __has_feature(some) || !__is_identifier(name)
no
#endif
const char *raw = R"(1
2
3
)"; int b;


int c;









far
