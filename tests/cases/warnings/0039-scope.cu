// about: 39 in initializers of variables and members
int a = 1 / 0;
static int b = 5 % 0;
double c = 1 / 0.0;
float d = 1.0f / 0;
struct S { int m = 3 / 0; static const int n = 1; int f(int x = 1 / 0) { return x % 0; } };
int e[] = {1, 2 / 0};
int f(int x = 4 / 0);
int g() { static int s = 1 / 0; return s; }
long h = 10L / (2 - 2);
