// flags: -std=c++17
// about: operators of a range-for across spaces
struct B { int i; __device__ int operator*() const { return i; } __device__ B &operator++() { ++i; return *this; } __device__ bool operator!=(const B &o) const { return i != o.i; } __device__ ~B(); };
struct Rng { __device__ B begin(); __device__ B end(); };
struct Rng2 { int x; }; __device__ B begin(Rng2 &); __device__ B end(Rng2 &); 
void host(Rng r, Rng2 q) { for (int x : r) ; for (auto x : q) ; for (int &&x : r) { continue; }
  for (auto x
   :
   q) {} }
