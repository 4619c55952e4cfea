# 0 "comments.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "comments.c"
// -C


/* lead */ #define no_directive
int a; /* two
 lines */ int d;
f /* not a call */ (1)
[/* in */ 2 /* out */]
[/* x |* y *| z*/ 3]


body body

"s" /* t */ "u"

#pragma foo bar
        
# 17 "comments.c"
#pragma message /* c */ ("bar")
x/**/y
[x/**/y]

"a /* b */ c" a /* b */ c1
/* 1 */ /* 2 */ z
