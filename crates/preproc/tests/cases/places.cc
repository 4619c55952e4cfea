// Lines: where an invocation spans several, __LINE__ is that of the token in an argument, else that of the macro.
#define id(x) x
#define here __LINE__
id(
__LINE__ here
2
) __LINE__;
int a = id(1
+ __LINE__) + here;
here


int far;









int farther;
#line 100 "other.c"
__LINE__ __FILE__ __COUNTER__ __COUNTER__
# 33 "marked.h" 3
int marked;
# 40 "user.c"
int user;
