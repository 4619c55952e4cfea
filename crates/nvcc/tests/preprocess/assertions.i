# 0 "assertions.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "assertions.c"




yes



yes



yes
