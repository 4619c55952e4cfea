// about: an identifier that nothing declares is reported once in the scope that it is entered in, and in those inside
struct whole { int a = early; int b = early; int f() { return early; } };
int first = early;
struct late { int f() { return member; } int a = member; };
struct bounds { int a[size]; int b[size]; int f() { return size; } int g(int = size); };
int of_bounds = size;
struct defaults { int f(int = value); int g(int = value, int = value) { return value; } };
int of_defaults = value;
struct statics { static const int a = constant; static constexpr int b = constant; int c = constant; };
int of_statics = constant;
struct widths { int a : width; int b : width; enum { e = width }; };
int of_widths = width;
enum class scoped { a = enumerator, b = enumerator };
int of_scoped = enumerator;
namespace outer {
int a = spot;
namespace inner { int b = spot; }
inline namespace transparent { int c = place; }
int d = place;
}
int of_outer = spot;
int of_inline = place;
void parameters(int a[bound], int b = bound);
int of_parameters = bound;
auto closure = [] { return captured; };
int of_closure = captured;
int excepts() noexcept(condition);
auto results() -> decltype(condition);
int of_excepts = condition;
template <class T, int N = TILE> __global__ void tiled(T *p) { p[TILE] = 0; }
template <class T, int N = LIMIT, int M = LIMIT> struct limited { T a[LIMIT]; };
template <class T> struct pattern {
  static const int n = count;
  T rows[extent];
  enum { last = highest };
  void f(int = standard);
  static_assert(sizeof(T) == expected, "");
};
template <class T> T many[amount];
template <class T> T of_array(T (&)[amount]);
template <class T> auto measured(T a) -> decltype(a.x + offset);
int of_templates = amount + offset + extent + TILE;
