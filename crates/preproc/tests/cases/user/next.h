int user_next;
#include_next <next.h>
