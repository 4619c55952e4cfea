#include "sub/a.h"
#include "./sub/a.h"
#include "sub/../sub/b.h"
#include "././header.h"
