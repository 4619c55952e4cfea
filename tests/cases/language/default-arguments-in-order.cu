// flags: -std=c++17
// about: constructors stand in front of their default arguments
int h(int); 
struct A { A(int q = h(3)); A(int, int);
 };
int g(int q =
   h(4));
__global__ void k() {
 A a(
   h(1));
 A b;
 A c(1,
   h(2));
 A *p = new A(
   h(5));
 A{
   h(6)};
 g(
   h(7));
 g();
 A d =
   h(8);
 const A &e = A(
   h(9));
}
