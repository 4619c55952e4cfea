// -dN -dI
#define object 1
#define function(a) a
#undef object
int x;

#include "got.h"
#include <got.h>
function(1)
