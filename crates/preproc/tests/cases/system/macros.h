#define SYSTEM_NULL ((void*)0)
#define SYSTEM_CALL(x) (x, 0)
int in_header = USER_MACRO(1);
int line = __LINE__;
