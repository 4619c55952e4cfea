// flags: -std=c++17
// about: ->* of a class
struct N { __device__ int operator->*(int); int operator->*(float); __device__ friend int operator->*(N, char); }; void f(N n, N *p) { n->*3; n->*3.f; n->*'c'; int N::*m = 0; p->*m; }
