//! Bodies of items as text.

use asunder_decls::ItemText;
use asunder_decls::queries::item_decls;
use asunder_hir::{bodies, display, source_map};
use asunder_syntax::{Dialect, Standard};
use expect_test::{Expect, expect};

fn lowered(text: &str) -> String {
    let db = salsa::DatabaseImpl::new();
    let dialect = Dialect { standard: Standard::Cpp20, ..Dialect::default() };
    let item = ItemText::new(&db, text, dialect);
    let map = source_map(&db, item);
    let bodies = bodies(&db, item);
    assert_eq!(map.bodies.len(), bodies.bodies.len());
    assert_eq!(map.locals.len(), bodies.locals.len());
    assert_eq!(bodies.body_of_local.len(), bodies.locals.len());
    for ((_, body), places) in bodies.bodies.iter().zip(&map.bodies) {
        assert_eq!(places.exprs.len(), body.exprs.len());
        assert_eq!(places.stmts.len(), body.stmts.len());
        assert_eq!(places.lambdas.len(), body.lambdas.len());
    }
    display::display(bodies, &item_decls(&db, item).decls)
}

/// The statements of a function, or what else the text declares.
fn check(text: &str, expected: Expect) {
    expected.assert_eq(&lowered(text));
}

/// The statements of a block.
fn check_block(text: &str, expected: Expect) {
    expected.assert_eq(&lowered(&format!("void f() {{ {text} }}")));
}

#[test]
fn literals() {
    check_block(
        "1; 0x1Fu; 1'000LL; 1.5; 1e3f; 0x1.8p3L; 'a'; L'b'; 'ab'; u8'c'; \"x\" \"y\\n\"; u\"z\"; R\"d(\\n)d\"; \
         true; nullptr; __null; 1_km; 1.5_s; \"n\"_s; 'c'_c; 340282366920938463463374607431768211456;",
        expect![[r#"
            function f()
              1:Int
              31:UnsignedInt
              1000:LongLong
              1.5:Double
              1e3:Float
              0x1.8p3:LongDouble
              '97':Char
              '98':WChar
              '24930':Int
              '99':Char8
              "xy\n":Char[4]
              "z":Char16[2]
              "\\n":Char[3]
              true
              nullptr
              __null
              1:Int_km
              1.5:Double_s
              "n":Char[2]_s
              '99':Char_c
              <literal>
        "#]],
    );
}

#[test]
fn operators() {
    check_block(
        "a + b * c - d; a = b += c, d; a ? b : c ? d : e; a ?: b; -a; !a; ~a; *a; &a; ++a; a--; a << b >> c; \
         a <=> b; a.*b; a->*b; not a and b; __real__ a; __extension__ a; (a, b); a > b;",
        expect![[r#"
            function f()
              [[a + [b * c]] - d]
              [[a = [b += c]] , d]
              [a ? b : [c ? d : e]]
              [a ?  : b]
              [- a]
              [! a]
              [~ a]
              [* a]
              [& a]
              [++ a]
              [a --]
              [[a << b] >> c]
              [a <=> b]
              [a .* b]
              [a ->* b]
              [[! a] && b]
              [__real__ a]
              [__extension__ a]
              ([a , b])
              [a > b]
        "#]],
    );
}

#[test]
fn postfix_expressions() {
    check_block(
        "f(); f(a, b); a[1]; a.b.c; p->q::r; p->f<int>(1)[2](3); k<<<1, 2, 3>>>(a, b); ::g; N::h<int>(); this->m; \
         p->~T(); x.operator+(y); a[1, 2];",
        expect![[r#"
            function f()
              f()
              f(a, b)
              a[1:Int]
              a.b.c
              p->q::r
              p->f<type Int>(1:Int)[2:Int](3:Int)
              k<<<1:Int, 2:Int, 3:Int>>>(a, b)
              ::g
              N::h<type Int>()
              this->m
              p->~()
              x.operator+(y)
              a[1:Int, 2:Int]
        "#]],
    );
}

#[test]
fn casts_and_constructions() {
    check_block(
        "(int)a; static_cast<T *>(a); dynamic_cast<T &>(a); const_cast<T>(a); reinterpret_cast<T>(a); int(a); \
         int(); T{}; T{1, {2}}; typename A::B(1); (struct S){1}; (T[2]){[0] = 1, [1 ... 2] = 3}; S{.a = 1, .b{2}}; \
         new int; ::new (p) T(1, 2); new T[n][3]{}; delete p; ::delete[] p; throw; throw T(1);",
        expect![[r#"
            function f()
              C-cast<Int>(a)
              Static-cast<*T>(a)
              Dynamic-cast<&T>(a)
              Const-cast<T>(a)
              Reinterpret-cast<T>(a)
              let %a: Int
              new-value Int()
              new-value T{}
              new-value T{1:Int, {2:Int}}
              new-value A::B(1:Int)
              literal S{1:Int}
              literal [2:Int]T{[0:Int] = 1:Int, [1:Int ... 2:Int] = 3:Int}
              new-value S{.a = 1:Int, .b = {2:Int}}
              new Int
              ::new (p) T(1:Int, 2:Int)
              new [n][3:Int]T bound n{}
              delete p
              ::delete[] p
              throw
              throw T(1:Int)
        "#]],
    );
}

#[test]
fn unevaluated_operands() {
    check_block(
        "sizeof(int); sizeof(a); sizeof a.b; sizeof(T(a)); sizeof(a + 1); sizeof...(P); alignof(T *); noexcept(f()); \
         typeid(T); typeid(a + b); __is_same(T, int); __builtin_offsetof(S, a.b[1]); __builtin_va_arg(l, int);",
        expect![[r#"
            function f()
              sizeof(type Int)
              sizeof(either type a or a)
              sizeof(a.b)
              sizeof(either type fn(a) -> T or T(a))
              sizeof([a + 1:Int])
              sizeof...(P)
              alignof(type *T)
              noexcept(f())
              typeid(either type T or T)
              typeid([a + b])
              __is_same(either type T or T, type Int)
              __builtin_offsetof(either type S or S, a.b[1:Int])
              __builtin_va_arg(either type l or l, type Int)
        "#]],
    );
}

#[test]
fn lambdas() {
    check_block(
        "auto l = [=, &a, this, c = 1, &d = e](int x, T y = 2) mutable noexcept -> int { return x; }; \
         [] { return [*this] { return 1; }; }(); []<class T>(T &&...xs) constexpr { (f(xs), ...); };",
        expect![[r#"
            function f()
              let %l: auto = lambda [=, &a, this, c = 1:Int, &d = e](Int x, T y) #1 = 2:Int mutable noexcept -> Int
                return x
              lambda []()
                return lambda [*this]()
                  return 1:Int()
              lambda []<T>(...&&T xs) constexpr
                fold(f(xs) , ...)
        "#]],
    );
}

#[test]
fn folds_and_requirements() {
    check_block(
        "(xs + ...); (... && xs); (xs + ... + 0); f(xs...); \
         requires (T a) { a + a; typename T::type; { a.f() } noexcept -> C<int>; requires D<T>; };",
        expect![[r#"
            function f()
              fold(xs + ...)
              fold(&& ... xs)
              fold(xs + ... 0:Int)
              f(xs...)
              requires(T a) { [a + a]; typename T::type; {a.f()} noexcept -> C<type Int>; requires D<T>; }
        "#]],
    );
}

#[test]
fn statements() {
    check_block(
        "if (int a = 1; a) b; else if (T *p = q) {} if constexpr (c) ; if consteval { d; } if !consteval { e; } \
         while (int x = g()) break; do continue; while (h); for (int i = 0, j{1}; i < j; ++i) { } for (;;) ; \
         for (auto &[k, v] : m) k; for (T t{}; int x : {1, 2}) x; \
         switch (int s = 1; s) { case 1: case 2 ... 3: ; default: return; } \
         l: goto l; goto *p; try { a; } catch (const E &e) { b; } catch (...) { throw; } \
         asm volatile (\"x\" : \"=r\"(a) : \"r\"(b + 1)); static_assert(sizeof(int) == 4); ({ int z = 1; z; }); &&l; ;",
        expect![[r#"
            function f()
              if
                let %a: Int = 1:Int
              then a
                b
              else
                if %p: *T = q
              if constexpr c
                ;
              if consteval
                d
              if !consteval
                e
              while %x: Int = g()
                break
              do
                continue
              while h
              for
                let %i: Int = 0:Int, %j: Int{1:Int}
              then [i < j] step [++ i]
              for
                ;
              then
                ;
              for %[k, v]: &auto in m
                k
              for
                let %t: T{}
              then %x: Int in {1:Int, 2:Int}
                x
              switch
                let %s: Int = 1:Int
              then s
                case 1:Int
                case 2:Int ... 3:Int
                ;
                default:
                return
              l:
              goto l
              goto * p
              try
                a
              catch (&const E e)
                b
              catch (...)
                throw
              asm(a, [b + 1:Int])
              static_assert [sizeof(type Int) == 4:Int]
              statements
                let %z: Int = 1:Int
                z
              &&l
              ;
        "#]],
    );
}

#[test]
fn coroutines() {
    check(
        "T f() { co_await a; co_yield b; co_return c; }",
        expect![[r#"
        function f()
          co_await a
          co_yield b
          co_return c
    "#]],
    );
}

#[test]
fn declarations_of_blocks() {
    check_block(
        "int a, *b = nullptr, c[3] = {1, 2}, (*d)(int); static const T e(1, 2); T f{3}; auto [g, h] = p; typedef int I; \
         using J = T; using namespace N; using N::x; extern int v; void fn(int = 3); enum E { A, B = 2 } k = A; \
         struct L { int m = 1; L(int x) : m(x), b{2} {} int get() { return m; } int w : 3; } l(4), m2;",
        expect![[r#"
            function f()
              let %a: Int, %b: *Int = nullptr, %c: [3:Int]Int = {1:Int, 2:Int}, %d: *fn(Int) -> Int
              let %e: const T(1:Int, 2:Int)
              let %f: T{3:Int}
              let %[g, h]: auto = p
              let %I: Int
              let %J: T
              let %<unnamed>: using N
              let %x: using N::x
              let %v: Int
              let %fn: fn(Int) -> Void
              let %E: enum, %k: %E = A
              let %L: class, %l: %L(4:Int), %m2: %L
              in type of %c: Bound(3:Int)
            defaults %fn #0 = 3:Int
            initializer %B = 2:Int
            initializer %m = 1:Int
            function %<constructor>(Int x) : m(x), b{2:Int}
            function %get()
              return m
            bit width %w 3:Int
        "#]],
    );
}

#[test]
fn ambiguous_statements() {
    check_block(
        "T * x; T (y); T & z = w; T q(U); T r(U), s(1), t(V);",
        expect![[r#"
        function f()
          either T Type
            let %x: *T
          or
            [T * x]
          either T Type
            let %y: T
          or
            T(y)
          either T Type
            let %z: &T = w
          or
            [[T & z] = w]
          let %q: T or fn(U) -> T(U)
          let %r: T or fn(U) -> T(U), %s: T(1:Int), %t: T or fn(V) -> T(V)
    "#]],
    );
}

#[test]
fn ambiguous_expressions() {
    check_block(
        "a = (T)(x); a = (T) - x * y; a = f<b>(c) + 1; a = (T(U))(x); a = (T) - (U) * (T); g((T)((U)(v))); \
         g(f<a>()); g(f<b, c>(d)); f<b, c>(d), e; g(f<b>(c)...);",
        expect![[r#"
            function f()
              [a = either T Type <C-cast<T>((x))> or <(T)(x)>]
              [a = either T Value <[(T) - [x * y]]> or <[C-cast<T>([- x]) * y]>]
              [a = either f Template <[f<b>(c) + 1:Int]> or <[[f < b] > [(c) + 1:Int]]>]
              [a = either T Value <(T(U))(x)> or <C-cast<fn(U) -> T>((x))>]
              [a = either T Value <either U Value <[(T) - [(U) * (T)]]> or <[(T) - C-cast<U>([* (T)])]>> or <either U Value <[C-cast<T>([- (U)]) * (T)]> or <C-cast<T>([- C-cast<U>([* (T)])])>>]
              g(either T Type <C-cast<T>((either U Type <C-cast<U>((v))> or <(U)(v)>))> or <(T)(either U Type <C-cast<U>((v))> or <(U)(v)>)>)
              g(f<a>())
              g(either f Template <f<b, c>(d)> or <[f < b], [c > (d)]>)
              either f Type
                let %d: f<b, c>, %e: f<b, c>
              or
                either f Template <[f<b, c>(d) , e]> or <[[[f < b] , [c > (d)]] , e]>
              g(either f Template <f<b>(c)> or <[[f < b] > (c)]>...)
              in type of %d: Argument(either type b or b)
              in type of %d: Argument(either type c or c)
        "#]],
    );
}

#[test]
fn members_and_defaults() {
    check(
        "template <class T> requires C<T> struct S : B { int a = 1; int b : 2 + 1; static constexpr int c{3}; \
         S() : B(1), a(2), c{} { a = 3; } ~S() {} operator int() const { return a; } \
         void f(int x = 1, int y = g(2)) requires D<T>; friend bool operator==(S, S) { return true; } \
         template <class U> void t() try { } catch (int e) { } static_assert(sizeof(T) > 1, \"m\"); \
         enum { A = 4 }; };",
        expect![[r#"
            requires S C<T>
            initializer a = 1:Int
            bit width b [2:Int + 1:Int]
            initializer c{3:Int}
            function <constructor>() : B(1:Int), a(2:Int), c{}
              [a = 3:Int]
            function <destructor>()
            function operator Int()
              return a
            defaults f #0 = 1:Int #1 = g(2:Int)
            requires f D<T>
            function operator==(S, S)
              return true
            function t()
            catch (Int e)
            static_assert S [sizeof(either type T or T) > 1:Int]
            initializer A = 4:Int
        "#]],
    );
    check(
        "template <class T> concept C = sizeof(T) > 1 && D<T>;",
        expect![[r#"
        concept C [[sizeof(either type T or T) > 1:Int] && D<T>]
    "#]],
    );
    check(
        "T x(U), y(1 + 2), z = 3;",
        expect![[r#"
        initializer x(U)
        initializer y([1:Int + 2:Int])
        initializer z = 3:Int
    "#]],
    );
    check(
        "int (*f(int a))[3] { return a; }",
        expect![[r#"
            types f
              in type of f: Bound(3:Int)
            function f(Int a)
              return a
        "#]],
    );
    check(
        "auto v = [] { struct L { void f() { g(); } }; return L(); }();",
        expect![[r#"
        initializer v = lambda []()
          let %L: class
          return L()()
        function %f()
          g()
    "#]],
    );
}

#[test]
fn expressions_of_declarations() {
    // Bounds of arrays and the like are kept by declarations; they become bodies when they are asked for.
    check_block(
        "int a[sizeof(T) + f<1>(2)], b[(int)N::x ? -y : 'c'], c[S{1, .m = 2}.n[3]], d[([] { return 1; }())]; \
         decltype(p->m++) e; decltype(new int) g; decltype(\"ab\") h; decltype(1.5f, nullptr, this) i;",
        expect![[r#"
            function f()
              let %a: [[sizeof(either type T or T) + f<1:Int>(2:Int)]]Int, %b: [[C-cast<Int>(N::x) ? [- y] : '99':Char]]Int, %c: [new-value S{1:Int, .m = 2:Int}.n[3:Int]]Int, %d: [(<lambda of a declaration>())]Int
              let %e: decltype([p->m ++])
              let %g: decltype(new Int)
              let %h: decltype("ab":Char[3])
              let %i: decltype([[1.5:Float , nullptr] , this])
              in type of %a: Bound(either f Template <[sizeof(either type T or T) + f<1:Int>(2:Int)]> or <[[[sizeof(either type T or T) + f] < 1:Int] > (2:Int)]>)
              in type of %b: Bound([C-cast<Int>(N::x) ? [- y] : '99':Char])
              in type of %c: Bound(new-value S{1:Int, .m = 2:Int}.n[3:Int])
              in type of %d: Bound((lambda []()
              return 1:Int()))
              in type of %e: Decltype([p->m ++])
              in type of %g: Decltype(new Int)
              in type of %h: Decltype("ab":Char[3])
              in type of %i: Decltype([[1.5:Float , nullptr] , this])
        "#]],
    );
}

#[test]
fn expressions_in_types() {
    check(
        "struct alignas(8 + 8) S : B<n + 1> { int a[n - 1][2]; A<int, n + 2, C<3>> m; decltype(1 + n) d, e[4]; \
         int f(int p[n], A<float, m> q = A<float, 3>()) noexcept(sizeof(int) == 4); void g() { } };",
        expect![[r#"
            types S
              in type of S: Alignment([8:Int + 8:Int])
              in type of S: Argument([n + 1:Int])
            types a
              in type of a: Bound([n - 1:Int])
              in type of a: Bound(2:Int)
            types m
              in type of m: Argument([n + 2:Int])
              in type of m: Argument(either type C<3:Int> or C<3:Int>)
            types d
              in type of d: Decltype([1:Int + n])
            types e
              in type of e: Bound(4:Int)
            types f
              in type of f: Bound(n)
              in type of f: Argument(either type m or m)
              in type of f: Noexcept([sizeof(type Int) == 4:Int])
            defaults f #1 = A<type Float, 3:Int>()
            function g()
        "#]],
    );
    check(
        "typedef int t[3 * 2]; using U = A<n>; int x[] = {1}; auto f() -> decltype(a + b) { }",
        expect![[r#"
            types t
              in type of t: Bound([3:Int * 2:Int])
            types U
              in type of U: Argument(either type n or n)
            initializer x = {1:Int}
            types f
              in type of f: Decltype([a + b])
            function f()
        "#]],
    );
    check_block(
        "int x[n * 2], y; __attribute__((aligned(4 + 4))) char c[3]; decltype(y + 1) k; \
         auto l = [](int r[4], A<int, 6> *s) { int t[1 + 1]; }; for (A<n> i : v) ;",
        expect![[r#"
            function f()
              let %x: [[n * 2:Int]]Int, %y: Int
              let %c: [3:Int]Char
              let %k: decltype([y + 1:Int])
              let %l: auto = lambda []([4:Int]Int r, *A<type Int, 6:Int> s)
                let %t: [[1:Int + 1:Int]]Int
              for %i: A<n> in v
                ;
              in type of %x: Bound([n * 2:Int])
              in type of %c: Alignment([4:Int + 4:Int])
              in type of %c: Bound(3:Int)
              in type of %k: Decltype([y + 1:Int])
              in type of a lambda: Bound(4:Int)
              in type of a lambda: Argument(6:Int)
              in type of %t: Bound([1:Int + 1:Int])
              in type of %i: Argument(either type n or n)
        "#]],
    );
}
