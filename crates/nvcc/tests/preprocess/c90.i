# 0 "c90.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "c90.c"




"// x"
int a = 6 / 2
;
# 1 "system.h" 1
       
# 2 "system.h" 3



# 4 "system.h" 3
int system_int;
# 9 "c90.c" 2
(1 + 2)

# 10 "c90.c"
<: %> %: :>
é \u00e9
