// -Wno-pedantic
one __FILE__ __INCLUDE_LEVEL__
# 7 "inner.h" 1
two __FILE__ __FILE_NAME__ __INCLUDE_LEVEL__
# 9 "folder/system.h" 1 3
three __FILE__ __FILE_NAME__
# 11 "" 2
four __FILE__
# 13 "markers.c" 2
five __FILE__
#line 5000000000
six __LINE__
