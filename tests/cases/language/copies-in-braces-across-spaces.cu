// flags: -std=c++17
// about: objects copied in braces, and new with braces
struct M { M(); __device__ M(const M &); ~M(); __device__ M(int, int); }; void f(M &a) { M e{a}; M g = {a}; M h{}; M i{1, 2}; M j = {1, 2}; const M k{a}; auto l{a}; auto m = M{a}; M n(a); M *p = new M{a}; M *q = new M(a); static M r{a}; M s[1] = {{a}}; }
__device__ void g(M &a) { M e{a}; M g = {a}; M h{}; M i{1, 2}; M j = {1, 2}; const M k{a}; auto m = M{a}; M n(a); M *p = new M{a}; M s[1] = {{a}}; }
