    enum Color{red,green};
    struct S{int x;};
    default: return 2; } }
    int main(){ } auto a15(){ return; } [[noreturn]] void die();
    int a21(int n, Color c){ switch(c){ case red: case green: return 1;
    case 7: return 1;
    default: ;
    int a23(int n){ const int k=n;
    int arr[k];
    constexpr int r=5;
    return k; }
    extern int z1;
    int z1=3;
    static int z2;
    extern int z3;
    int z4;
    extern int z5[3];
    void z6();
    int z7;
    typedef int z8;
    struct z9{};
    int z9;
    struct z9 zz;
    class S;
    int z17();
    int f();
    using T=int;
    int a;
