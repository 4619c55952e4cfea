// Blanks between tokens: where the source has one, and where two tokens would become another one.
#define EMPTY
#define id(x) x
#define two(x, y) x y|y x
id(-)id(-) -id(-) id(-)- id(a)id(1) -EMPTY- id(+)id(=) id(<)id(:) id(.)id(.) id(1)id(.) id(>)id(>=)
two( a b , c  d)
two(EMPTY a EMPTY, "x\n" '\n' id ( y ) )
id(EMPTY) EMPTY id (id)(x) id(id) (x) id(id
)(x)
id(EMPTY id) EMPTY (x)
int x;    // comment
    int   y; /* a
 comment */ int z;
int a\
b c\
 d
