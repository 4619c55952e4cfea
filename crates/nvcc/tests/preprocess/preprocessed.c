/* -fpreprocessed */
#define A 1
# 7 "other.c"
A __FILE__ __LINE__
#ifdef A
 # 1 "text.c"
#endif
#pragma foo A
