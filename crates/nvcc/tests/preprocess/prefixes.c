// -fmacro-prefix-map=pre=other -ffile-prefix-map=got=taken
__FILE__ __BASE_FILE__
#line 3 "got/x.h"
__FILE__
