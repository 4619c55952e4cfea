// flags: -std=c++17
// about: attributes of spaces in front of using and static_assert in a class
struct B { __device__ using F = int; };
