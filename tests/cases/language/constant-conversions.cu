// flags: -std=c++17
// about: casts of pointers and references in constant evaluation
typedef unsigned long ul; struct A { int i; }; struct D : A { int j; }; struct U { int i; };
int gi; A ga; D gd; 
constexpr char *f1(int *p) { return (char *)p; }
constexpr unsigned *f2(int *p) { return (unsigned *)p; }
constexpr unsigned *f3(int *p) { return reinterpret_cast<unsigned *>(p); }
constexpr char *f4(int *p) { return reinterpret_cast<char *>(p); }
constexpr const void *f5(int *p) { return (void *)p; }
constexpr U *f6(A *p) { return (U *)p; }
constexpr D *f7(A *p) { return (D *)p; }
constexpr float *f8(int *p) { return (float *)p; }
constexpr unsigned char *f9(int *p) { return (unsigned char *)p; }
constexpr int *f10(A *p) { return (int *)p; }
constexpr auto f11(void (*p)(int)) { return (void (*)())p; }
constexpr auto f12(void (*p)(int)) { return (ul)p; }
constexpr int **f13(void **p) { return (int **)p; }
constexpr long *f14(const int *p) { return (long *)p; }
constexpr bool f15(int *p) { return (bool)p; }
constexpr int f16(A &a) { return (int &)a; }
constexpr float f17(int &a) { return reinterpret_cast<float &>(a); }
constexpr unsigned f18(int &a) { return reinterpret_cast<unsigned &>(a); }
constexpr int *f19(ul u) { return reinterpret_cast<int *>(u); }
constexpr ul f20(int *p) { return reinterpret_cast<ul>(p); }
void fn(int);
constexpr auto c5 = f5(&gi);
constexpr auto c7 = f7(&ga);
constexpr auto c7b = f7(&gd);
constexpr auto c11 = f11(fn);
constexpr auto c12 = f12(fn);
constexpr auto c13 = f13(nullptr);
void *gv;
constexpr auto c15 = f15(&gi);
constexpr auto c16 = f16(ga);
constexpr auto c17 = f17(gi);
constexpr auto c18 = f18(gi);
constexpr auto c19 = f19(1);
constexpr auto c20 = f20(&gi);
constexpr auto c20b = f20(0);
constexpr auto c19b = f19(0);
constexpr int l1() { int i = 5; char *p = (char *)&i; return *p; }
constexpr int l2() { int i = 5; unsigned *p = (unsigned *)&i; return *p; }
constexpr int l3() { int i = 5; auto p = (ul)&i; return p != 0; }
constexpr int l4() { A i{5}; int *p = (int *)&i; return *p; }
constexpr int l5() { A i{5}; U *p = (U *)&i; return p->i; }
constexpr int l6() { int i = 5; void *p = &i; int *q = (int *)p; return *q; }
constexpr int l7() { int i[2] = {5, 6}; long *p = (long *)i; return *p != 0; }
constexpr int l8() { int i = 5; return (unsigned &)i; }
constexpr int l9() { int i = 5; return reinterpret_cast<unsigned &>(i); }
constexpr int l10() { int i = 5; return *(char *)&i; }
constexpr int l11() { int i = 5; const int *p = &i; *const_cast<int *>(p) = 3; return i; }
constexpr int l12() { const int i = 5; const int *p = &i; *const_cast<int *>(p) = 3; return i; }
constexpr auto m1 = l1();
constexpr auto m2 = l2();
constexpr auto m3 = l3();
constexpr auto m4 = l4();
constexpr auto m5 = l5();
constexpr auto m6 = l6();
constexpr auto m7 = l7();
constexpr auto m8 = l8();
constexpr auto m9 = l9();
constexpr auto m10 = l10();
constexpr auto m11 = l11();
constexpr auto m12 = l12();
