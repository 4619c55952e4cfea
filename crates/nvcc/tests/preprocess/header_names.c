/* -ansi */
#define file got .h
#define str(x) #x
#define xstr(x) str(x)
#define join(a, b) xstr(a.b)
#include join(got, h)
#define h h>
#include <got.h
