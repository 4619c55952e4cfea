// Files: guards, once, next, system headers, names from macros.
#include "guarded.h"
#include "guarded.h"
#include <once.h>
#include <once.h>
#include <next.h>
#define NAME <level.h>
#include NAME
#define USER_MACRO(x) x + 1
#include <macros.h>
void* p = SYSTEM_NULL, *q = SYSTEM_CALL(1);
#include "header.h"
int after;
