// -ftrack-macro-expansion=0
#include "system.h"
#define own(x) SYSTEM + x
int a = own(SYSTEM);
int b = own(
  1) + SYSTEM;
