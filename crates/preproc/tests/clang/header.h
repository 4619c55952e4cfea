#ifndef HEADER
#define HEADER
#pragma clang system_header
int header = __INCLUDE_LEVEL__;
#endif
