# 0 "spellings.c"
# 0 "<built-in>"
#define __STDC__ 1
# 0 "<built-in>"
#define __STDC_VERSION__ 201710L
# 0 "<built-in>"
#define __STDC_UTF_16__ 1
# 0 "<built-in>"
#define __STDC_UTF_32__ 1
# 0 "<built-in>"
#define __STDC_HOSTED__ 1
# 0 "<command-line>"
# 1 "spellings.c"

#define \U000000c1 1
#define S(x) #x
#define a(\u00c9) x:\u00C9:y:É:\u00c9
"\u00c1 Á" x:2:y:2:2
#define joined(x,y) S(x ##y)
"\u00C1b"
