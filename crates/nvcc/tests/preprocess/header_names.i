# 0 "header_names.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "header_names.c"





# 1 "got.h" 1

int got;
# 7 "header_names.c" 2

# 1 "./got.h" 1

int got;
# 9 "header_names.c" 2
