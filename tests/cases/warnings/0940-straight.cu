// about: 940 without branches
int a() { }
int b() { int x = 1; }
void c() { }
int d() { return 1; }
int e() { throw 1; }
int f() { while (true) { } }
int g() { for (;;) { } }
int main() { }
struct S { S() { } ~S() { } operator int() { } int m() { } static int n() { } };
auto h() { }
int i() { __builtin_unreachable(); }
int j() { { } }
float k() { 1.0f; }
int *l() { ; }
