# 0 "prefixes.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "prefixes.c"

"otherfixes.c" "otherfixes.c"
# 3 "got/x.h"
"taken/x.h"
