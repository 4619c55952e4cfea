// about: 108 in classes
struct S { int a : 1; unsigned b : 1; int c : 2; bool d : 1; signed e : 1; int : 1; long f : 1; char g : 1; signed char h : 1; short i : 1; };
union U { int a : 1; unsigned b : 1; };
class C { int m : 1; static const int n = 1; int o : n; };
