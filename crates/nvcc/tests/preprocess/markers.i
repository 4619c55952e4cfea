# 0 "markers.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "markers.c"

one "markers.c" 0
# 7 "inner.h" 1
two "inner.h" "inner.h" 1
# 9 "folder/system.h" 1 3

# 9 "folder/system.h" 3
three "folder/system.h" "system.h"
# 11 "inner.h" 2

# 11 "inner.h"
four "inner.h"
# 13 "markers.c" 2
five "markers.c"
# 705032704 "markers.c"
six 705032704
