int a;
typedef struct { int x; } T, *P;
namespace A { namespace B::inline C { int x; } }
inline namespace [[deprecated]] V __attribute__((visibility("default"))) { }
namespace { static int y; }
namespace D = A::B;
using namespace A;
using X = struct { int a; };
extern "C" { int c(); extern "C++" { void d(); } }
extern "C" int e(void);
template <class T, int N = (3 > 2)> struct S { T t[N]; };
template <template <class> class TT, class U = TT<TT<int>>> void f(U);
template <> struct S<int, 1> final : A::Base<int> { };
extern template struct S<char>;
enum class E : unsigned { p, q };
struct S<int, 2> g();
struct H h = { 1, 2 }, i { 3 };
static_assert(sizeof(int) == 4, "int");
asm(".text");
;
# 20 "x.h"
#pragma once
int after;
template <class T> concept Small = requires(T t) { t.size(); } && sizeof(T) < 4;
S(int) -> S<int>;
template <int I, class = enable_if_t<I<2, int>> struct ValueParameter { };
template <class T, typename T::type I, int J> enable_if_t<I < 2 && J<I, int> value_in_result() { return 1; }
template <template <int> class I, class = enable_if_t<I<2>>> struct TemplateParameter { };
template <class I, class = void, enable_if_t<I<2, int>> * = nullptr> struct TypeParameter { };
template <class T, size_t w, bool = w < static_cast<size_t>(limits<T>::digits)> struct Shift { static const T value = 0; };
