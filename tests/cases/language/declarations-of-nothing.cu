// flags: -std=c++17
// about: declarations without declarators or types
int;
typedef int;
struct { int a; };
typedef struct { int a; };
typedef enum { first };
const struct Plain { };
namespace { int; }
struct Members {
    int;
    static int;
    unsigned;
    typedef int;
    mutable counter;
    struct { int in; };
    friend made();
    friend other(int x) { return x; }
};
void plain(int) = 1;
int filled() = { 1 };
void body() {
    int;
    typedef int;
    struct { int a; };
    const;
    extern q;
    const x = 1;
    static s = 1;
    extern c, d;
}
main() { return 0; }
