int a
}
void f( { int x; }
int b;
) ] int c;
struct S { int x;
