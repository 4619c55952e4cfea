  // Machine modes (GNU).
template<class T> struct S { T x; float y __attribute__((mode(SD))); };
//                                                            ^ 1099 | mode
typedef int d __attribute__((mode(KF))) ;
//                                ^ 1099 | mode
typedef int e __attribute__((mode(IF))) ;
//                                ^ 1099 | mode
typedef int ff __attribute__((mode(PSI))) ;
//                                 ^ 1099 | mode
typedef int gg __attribute__((mode(libgcc_shift_count))) ;
typedef int hh __attribute__((mode(CC))) ;
//                                 ^ 1099 | mode
typedef int ii __attribute__((mode(V2DI))) ;
typedef int jj __attribute__((mode(V2QQ))) ;
typedef int kk __attribute__((__mode__(SQ))) ;
//                                     ^ 1099 | __mode__
typedef int ll __attribute__((mode(__SD__))) ;
//                                 ^ 1099 | mode
typedef int mm [[gnu::mode(SD)]] ;
//                         ^ 1099 | gnu::mode
typedef int nn __attribute__((mode(BLK))) ;
//                                 ^ 1099 | mode
typedef int oo __attribute__((mode(qi))) ;
//                                 ^ 1099 | mode
