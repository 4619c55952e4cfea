// flags: -std=c++17
// about: namespaces, lists, pointers to members, labels and others
#include <initializer_list>
namespace N { void f(int); struct S { static int x; }; namespace inner { } }
using namespace N::f;
using namespace N::S;
namespace alias = N::f;
using N::inner;
struct Shape { virtual void f() = 0; };
template <class T> struct Stack { virtual void push(T) = 0; };
class Hidden { int x; };
struct Virtual { virtual void f(); int y; };
Hidden h1 = {1};
Hidden h2 = {1, 2};
Virtual v1 = {1};
int i, j;
int &r1{i, j};
extern int unknown[];
int size = sizeof(unknown);
const wchar_t *text = L"a" u"b";
enum Color { red green };
struct A { int x; void f(); };
struct B { int y; };
void caught() {
    try { } catch (Shape) { }
    using namespace N::S;
    using N::inner;
    new auto;
    new auto{1, 2};
    for (auto x : {1, 2.0}) ;
    for (int &x : {1, 2}) ;
}
void members(A a, A *p, int A::*pa, int B::*pb) {
    a.*3;
    a.*pb;
    p->*pb;
    &a.f;
    a.*pa;
}
void jumps(int n) {
    1 / 0;
    n << 33;
L:  ;
L:  ;
    int n2 = 1 int m = 2;
}
long double operator""_km(long double);
long double way = 3_km;
Stack<int> stack;
void parameters(Stack<int> s) { }
void loops() {
    for (int i = 0; i < 1; i++) { int i; }
    typedef int j;
    int j;
}
