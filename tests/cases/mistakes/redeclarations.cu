// about: names declared twice
int value;
float value;
int f(int x);
float f(int x);
int g(int a) { return a; }
int g(int b) { return b + 1; }
struct S { int x; float x; void m(); void m(); int m(); };
struct S { int y; };
enum E { one, two, one };
typedef int T;
typedef float T;
void h(int a, float a) { int a; }
void k() {
    int i = 0;
    float i = 1;
    { int i = 2; (void)i; }
    int k2; int k2;
}
class value {};
