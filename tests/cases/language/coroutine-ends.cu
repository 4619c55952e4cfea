// flags: -std=c++20
// about: Ends of coroutines
#include <coroutine>
struct Gen { struct promise_type { Gen get_return_object() { return {}; } std::suspend_always initial_suspend() noexcept { return {}; } std::suspend_always final_suspend() noexcept { return {}; } std::suspend_always yield_value(int v) { return {}; } void return_void() {} void unhandled_exception() {} }; };
Gen a(int n) { for (int i = 0; i < n; ++i) co_yield i; }
Gen b(int n) { co_yield n; }
Gen c(int n) { while (n--) { co_await std::suspend_always{}; } }
Gen d(int n) { if (n) co_return; }
Gen e(int n) { auto x = [](int k) -> Gen { for (;k--;) co_yield k; }; x(n); co_return; }
Gen f(int n) { try { co_yield 1; } catch (...) { } }
Gen g(int n) { for (int i : {1, 2}) co_yield i; }
struct M { Gen m(int n) { while (n) co_yield n; } }; template <class T> Gen t(T n) { for (; n; --n) co_yield n; } void u() { t(3); }
Gen j(int n) { switch (n) { case 1: co_yield n; } }
Gen k(int n) { do co_yield n; while (n--); }
int plain(int n) { if (n) return 1; }
