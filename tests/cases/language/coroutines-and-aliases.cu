// flags: -std=c++20
// about: promises, instances of alias templates, incomplete classes, functions as values
#include <coroutine>
struct Task {
    struct promise_type {
        Task get_return_object();
        std::suspend_never initial_suspend();
        std::suspend_never final_suspend() noexcept;
        void unhandled_exception();
        void return_void();
    };
};
struct Plain { };
int number() { co_return 1; }
void nothing(int, char) { co_await std::suspend_always{}; }
Plain plain() { co_return; }
Task value() { co_return 5; }
Task yielded() { co_yield 1; }
Task waits() { co_await 1; }
Task waits_for_plain() { co_await Plain(); }
Task returns() { co_await std::suspend_never(); return Task(); }
auto deduced() { co_return; }
constexpr Task constant() { co_return; }
Task fine() { co_await std::suspend_never(); co_return; }

template <class T> using Inner = typename T::type;
template <class T> struct Wrapped { typedef typename T::type type; };
Inner<int> first;
Wrapped<int>::type second;
using Third = Inner<short>;
void local() { Wrapped<char>::type x; Inner<long> y; }

struct Unknown;
struct Holder { Unknown u; const Unknown c; static Unknown s; Unknown *p; };
int member = Unknown::value;
void names() { Unknown::call(); }
template <class T> T add(T, T);
int sum = add;
void one(int);
void one(double);
int &bound = one;
