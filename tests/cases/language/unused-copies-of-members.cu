// flags: -std=c++17
// about: unused variables made from members and *this
struct S { int v; int *p; float f; void a() { int x = v; int y = this->v; auto z = p; int w = *p; auto k = [self = *this] { return self.v; }; auto n = [q = v] { return q; }; S c = *this; S &r = *this; S *t = this; } 
 __device__ void b() { int x = v; int y = this->v; auto z = p; int w = p[1]; auto k = [self = *this] { return self.v; }; auto n = [q = v] { return q; }; S c = *this; S &r = *this; S *t = this; float g = f; float h = f + 1; } 
 };
