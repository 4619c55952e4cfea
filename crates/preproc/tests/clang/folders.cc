#include "sub/a.h"
#include "./sub/a.h"
#include "sub/../sub/b.h"
#include "././header.h"
#include "sub/named.h"
#undef NAMED
#include "sub/named.h"
