/* -std=c89 */
#define slashes // x
#define s(x) #x
#define t(x) s(x)
t(slashes)
int a = 6 //* half */ 2
;
#include "system.h"
SYSTEM
<: %> %: :>
é \u00e9
