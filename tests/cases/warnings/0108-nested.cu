// about: 108 in local and nested classes
struct O { struct I { int a : 1; }; union { int b : 1; unsigned c : 1; }; struct { int d : 1; } e; };
void use() { struct L { int m : 1; } l; (void)l; auto x = [] { struct K { int m : 1; } k; (void)k; }; x(); }
namespace n { class D : O { int z : 1; }; }
