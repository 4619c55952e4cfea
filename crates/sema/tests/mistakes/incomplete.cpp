// Variables of types that are incomplete where they are declared ([basic.types.general]/5). The template arguments of
// classes are shown as messages show them.

struct Declared;
    Declared object; Declared elements[2]; extern Declared elsewhere; Declared *pointer;
//           ^ 70 | Declared
//                            ^ 70 | Declared [2]
struct Later;
    Later early; struct Later {}; Later late;
//        ^ 70 | Later
    int unbounded[]; extern int unbounded_elsewhere[]; int counted[] = {1, 2};
//      ^ 70 | int []
    void nothing;
//       ^ 70 | void
    void in_block() { Declared local; static Declared kept; struct Inner; Inner inner; extern Declared other; }
//                             ^ 70 | Declared
//                                                    ^ 70 | Declared
//                                                                              ^ 70 | Inner

template<class T> struct Type; template<auto V> struct Constant; template<class... P> struct Pack;
template<template<class> class C> struct Template; template<class T, class D = T*, int I = 4> struct Defaults;
enum class Scoped : short { a }; enum Plain { u }; struct S { struct Nest {}; int m; }; template<class T> struct W {};
namespace N { namespace { struct Hidden {}; } inline namespace v1 { struct V {}; } }
template<> struct Type<char>; Type<char> *forward; template<> struct Type<char> {}; Type<char> specialized;
    Type<const int> a1; Type<int *volatile *> a2; Type<int &> a3; Type<const int &&> a4; Type<int (*)[3]> a5;
//                  ^ 70 | Type<const int>
//                                            ^ 70 | Type<int *volatile *>
//                                                            ^ 70 | Type<int &>
//                                                                                   ^ 70 | Type<const int &&>
//                                                                                                        ^ 70 | Type<int (*)[3]>
    Type<int[2][3]> b1; Type<int (&)[3]> b2; Type<int[]> b3; Type<int *[3]> b4; Type<void (*)(int *)> b5;
//                  ^ 70 | Type<int [2][3]>
//                                       ^ 70 | Type<int (&)[3]>
//                                                       ^ 70 | Type<int []>
//                                                                          ^ 70 | Type<int *[3]>
//                                                                                                    ^ 70 | Type<void (*)(int *)>
    Type<int (*(*)(char))[3]> c1; Type<void (&)(void (*)())> c2; Type<int S::*> c3; Type<void (S::*)(int) const> c4;
//                            ^ 70 | Type<int (*(*)(char))[3]>
//                                                           ^ 70 | Type<void (&)(void (*)())>
//                                                                              ^ 70 | Type<int S::*>
//                                                                                                               ^ 70 | Type<void (S::*)(int) const>
    Type<N::Hidden> d1; Type<N::V> d2; Type<Scoped> d3; Type<S::Nest> d4; Type<W<W<int>>> d5; Type<unsigned char> d6;
//                  ^ 70 | Type<N::<unnamed>::Hidden>
//                                 ^ 70 | Type<N::v1::V>
//                                                  ^ 70 | Type<Scoped>
//                                                                    ^ 70 | Type<S::Nest>
//                                                                                        ^ 70 | Type<W<W<int>>>
//                                                                                                                ^ 70 | Type<unsigned char>
    Constant<'c'> e1; Constant<'\310'> e2; Constant<u> e3; Constant<Scoped::a> e4; Constant<(Plain)7> e5;
//                ^ 70 | Constant<'c'>
//                                     ^ 70 | Constant<'\310'>
//                                                     ^ 70 | Constant<u>
//                                                                             ^ 70 | Constant<Scoped::a>
//                                                                                                    ^ 70 | Constant<(Plain)7>
    Constant<nullptr> f1; Constant<true> f2; Constant<3u> f3; Constant<sizeof(int)> f4; Constant<-5> f5; Constant<9ll> f6;
//                    ^ 70 | Constant<nullptr>
//                                       ^ 70 | Constant<true>
//                                                        ^ 70 | Constant<3U>
//                                                                                  ^ 70 | Constant<4UL>
//                                                                                                   ^ 70 | Constant<-5>
//                                                                                                                     ^ 70 | Constant<9LL>
    Pack<> g1; Pack<int, char &> g2; Template<W> g3; Defaults<int> g4; Defaults<int, char, 1> g5;
//         ^ 70 | Pack<>
//                               ^ 70 | Pack<int, char &>
//                                               ^ 70 | Template<W>
//                                                                 ^ 70 | Defaults<int, int *, 4>
//                                                                                            ^ 70 | Defaults<int, char, 1>


// Classes are incomplete in themselves.
struct Own { int i; Own own; };
//                      ^ 70 | Own
struct Row { int i; Row rows[2]; };
//                      ^ 70 | Row [2]
struct Pair { const Pair pair; ~Pair(); };
//                       ^ 70 | const Pair
struct Anonymous { union { Anonymous object; int i; }; };
//                                   ^ 70 | Anonymous
struct Around { struct Nested; Nested early; struct Nested { int i; }; Nested late; static Around around; Around *next; };
//                                    ^ 70 | Around::Nested
template<class T> struct Self { Self<T> self; };
template<class T> struct Of { T t; };
struct Through { Of<Through> of; };
template<class T> struct On : T { };
struct Loop : On<Loop> { };
void endless(Own own) { Own a = {0}, b = own; b = a; Row r = {1}; Anonymous c; (void)sizeof(Own); Self<int> s = {}; Through t{}; }
Own made() { Through t; return Own(); }
