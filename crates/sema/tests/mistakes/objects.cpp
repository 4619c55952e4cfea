    struct B{ B(int); ~B(); float*d; }; struct R{int &r;}; struct K{const int c;}; struct N{ B b; }; struct A{virtual void x()=0;}; struct A2:A{}; struct A3:A{void x();}; class H{ H(); public: H(double,double); }; struct P{int x,y;}; struct Del{ Del()=delete; Del(const Del&)=delete; Del(int);}; struct PD{ ~PD(); private: PD(const PD&); public: PD(); }; class PDt{ ~PDt(); }; struct Ag{ P p; int a[2]; const char*s;};
    B g12(1,2);
//        ^ 289 | constructor B::B
    B g13={1,2};
//        ^ 289 | constructor B::B
    B g14{1,2};
//       ^ 289 | constructor B::B
    B g15="x";
//        ^ 415 | const char [2] | B
    P g16(1,2);
//        ^ 415 | int | P
//          ^ 146
    P g17(1);
//        ^ 415 | int | P
    P g18("x");
//        ^ 415 | const char [2] | P
    int g19[]=5;
//            ^ 144 | int | int []
    int g20[3]=5;
//             ^ 144 | int | int [3]
    int g24[2]={1,2,3};
//                  ^ 146
    int g25[2][2]={1,2,3,4,5};
//                         ^ 146
    Ag g27={{1,2,3},{1},"x"};
//               ^ 146
    Ag g28={{1,2},{1,2,3},"x"};
//                     ^ 146
    Ag g29={{1,"y"},{1,2},3};
//             ^ 144 | const char * | int
//                        ^ 144 | int | const char *
    P g30={.x=1,.z=2};
//               ^ 136 | class P | z
    int g32{1,2};
//            ^ 146
    int g33={};
    int g34{"x"};
//          ^ 144 | const char * | int
    int g35{1.5};
//          ^ 2361 | double | int
    float g36{1};
    char g37{300};
//           ^ 69
    void f(B b, Del d, PD pd, P p, int n, A*pa) {
    B l31(1,2);
//        ^ 289 | constructor B::B
    B l32={1,2};
//        ^ 289 | constructor B::B
    B l33{1,2};
//       ^ 289 | constructor B::B
    new B(1,2);
//       ^ 289 | constructor B::B
    new B{1,2};
//       ^ 289 | constructor B::B
    new B;
//      ^ 291 | class B
    new R;
//      ^ 1790 | R
    new K;
//      ^ 1790 | K
    new A();
//      ^ 322 | A
    new H;
//      ^ 330 | H::H()
    B(1,2);
//  ^ 289 | constructor B::B
    B("x");
//  ^ 289 | constructor B::B
    B{"x"};
//   ^ 289 | constructor B::B
    B{1,2};
//   ^ 289 | constructor B::B
    P{1,2,3};
//        ^ 146
    P{"x"};
//    ^ 144 | const char * | int
    (P)1;
//     ^ 415 | int | P
    int l40[3]=n;
//             ^ 520
    int l41[]=n;
//            ^ 520
    int l42[3]=f;
//             ^ 520
    int l43[n];
    int l45[0];
    void l49;
//       ^ 70 | void
    B l50=1;
    B l51=b;
    B l52(b);
    P l53=p; 
    P l54=1;
//        ^ 415 | int | P
    P l55={p,1};
//         ^ 413 | P | int
    A2 fa();
    void fb(A2);
    int *q3=new float;
//          ^ 144 | float * | int *
    delete n;
//         ^ 852
    delete[] p;
//           ^ 852
    int r1(1,2);
//           ^ 146
    int r2=(1,2);
//          ^ 174
    int r3=n,r3=2;
//           ^ 101 | r3
    int n=3;
//      ^ 101 | n
    }
