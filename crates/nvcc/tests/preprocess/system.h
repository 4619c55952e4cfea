#pragma GCC system_header
#define SYSTEM (1 + 2)
// a comment in C90 as well
int system_int;
