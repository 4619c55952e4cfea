// about: returns of the wrong kind
struct Pair { int a, b; };
int nothing() { return; }
void something() { return 3; }
Pair pair() { return 7; }
int *pointer(int x) { return x; }
int number(int *p) { return p; }
const char *name() { return 'c'; }
Pair &reference() { return Pair(); }
float &element(float *values, int i) { return values + i; }
void wrong(Pair p) { return p; }
int value(Pair p) { return p; }
