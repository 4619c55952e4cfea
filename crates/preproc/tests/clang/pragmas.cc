#define E
#define P _Pragma("foo") 
#define Q P
int a E
y
int b P
z
P
w
Q
v
E
u
 E
t
int c
 E
s P E
r
