# 0 "places.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "places.c"

# 1 "system.h" 1
       
# 2 "system.h" 3



# 4 "system.h" 3
int system_int;
# 3 "places.c" 2


# 4 "places.c"
int a = (1 + 2) + (1 + 2);
int b = (1 + 2) + 1
     + (1 + 2);
