#ifndef NAMED
#define NAMED
int before = __LINE__; const char *first = __FILE__;
#include "./named.h"
const char *second = __FILE__;










int after;
#include "b.h"
#endif
