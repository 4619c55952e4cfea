// flags: -std=c++17
// about: where pragmas that leave calls unchecked may not stand
namespace Q { int qq; void qf(); }
#pragma nv_exec_check_disable
namespace A = Q;
#pragma nv_exec_check_disable
using Q::qq;
#pragma nv_exec_check_disable
enum E { e1 };
#pragma nv_exec_check_disable
typedef int T;
#pragma nv_exec_check_disable
template <class T> using TA = T;
#pragma nv_exec_check_disable
asm("");
#pragma nv_exec_check_disable
extern "C" int z;
#pragma nv_exec_check_disable
inline namespace R { int r; }
#pragma nv_exec_check_disable
class F;
#pragma nv_exec_check_disable
template <class T> class TF;
#pragma nv_exec_check_disable
