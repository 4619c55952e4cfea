// flags: -std=c++17
// about: pointers to references, arrays of references, parameters without a type
int x;
void pointers(int &*p, int & &r, int &a[3]);
__global__ void kernel(const *in, float *out) { out[0] = in[0]; }
int sum(const &a, int b) { return a; }
struct buffer { int at(const *p) { return p[0]; } int &*m; };
template <class T> int of(const *p, T) { return *p; }
auto first = [](const *p) { return *p; };
using P = int &*;
void (*callback)(const *p);
void nothing(const, int = 3);
int main() {
    int &b[2] = {x, x};
    int a = 3, c = 4;
    int n = a & *&c;
    bool both = a && *&c;
    return sizeof(int) & *&c | n | both | sizeof(int &*);
}
