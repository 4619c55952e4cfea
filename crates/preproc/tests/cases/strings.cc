// What `#` makes belongs to what was read last: the end of the arguments, or a macro that is computed.
#include <check.h>
#define TWICE(x) CHECK(is(x)), CHECK(has(x))
#define PASTED(x) CHECK(is(x)), CHECK(JOIN(ha, s)(x)), CHECK(x)
#define LINED(x) CHECK(x), __LINE__, CHECK(y)
int a = TWICE(one);
int b = (CHECK(two), CHECK(three));
int c = PASTED(four);
int d = LINED(five);
int e = TWICE(TWICE(six));
int f = CHECK(seven)
  + CHECK(eight) + JOIN(CHE, CK)(nine);
#include "strings.h"
int g = __LINE__; int h = CHECK(ten);
