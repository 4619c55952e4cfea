//! Host text of extended lambdas (spec page 4).
//!
//! The host compiler sees an object in the place of such a lambda whose type names the function around it, a number and
//! the types of the captures. Which lambdas are extended and what they capture is found by [`asunder_lambda`].
//!
//! * [`rewrite`] makes the host text of an item's lambdas.
//! * [`preamble`] makes the templates that the wrapper objects are instances of.

pub mod preamble;
pub mod rewrite;

#[cfg(test)]
mod tests {
    use asunder_decls::written::Spaces;
    use asunder_lambda::{LambdaAnalysis, LambdaContext, NothingKnown, TreeScopes, analyze};
    use asunder_parser::parse_item;
    use asunder_syntax::{Dialect, Standard, TextSize};

    use super::rewrite::edits;
    use crate::edit::Fragment;
    use crate::options::HostCompiler;

    const SAMPLE: &str = "\
namespace N { template<class T, int, class... P> struct S : B<T> { int v; static void s(T); void o(int); static void o(float);
  void m(T (&a)[3], auto *q, P... p) const && noexcept(sizeof(T)) { auto l = [=, *this, x = [] __attribute__((device)) { }, y(a)]
    __nv_parent((void (*)())&S::m) __attribute__((device)) <class U>(U u = [] __attribute__((device)) { }) mutable -> auto {
      for (auto [c, d] : a) { o(1.f + u); (o)(c * v); B<T>::w = sizeof(u) < v > (d); } return this->v + x; }; }
  friend S<T, 1> operator+(S, int *const &b) { return [&b, this] __attribute__((host)) __attribute__((device)) (int) { }; } }; }
template<> void N::S<char, 2>::o(int S) try { use([S] __attribute__((device)) { }); } catch (E &e) { [e] __attribute__((device)) { }; }";

    fn analysis(text: &str) -> LambdaAnalysis {
        let tree = parse_item(text, Dialect::new(Standard::Cpp20)).syntax();
        let scopes = TreeScopes::collect(&tree, &[]);
        analyze(
            &tree,
            &LambdaContext {
                enabled: true,
                namespaces: &[],
                declared_spaces: Spaces::default(),
                scopes: &scopes,
                bodies: &NothingKnown,
            },
        )
    }

    #[test]
    fn unfinished_text_gives_a_fragment() {
        for end in (0..SAMPLE.len()).filter(|&end| SAMPLE.is_char_boundary(end)) {
            let text = &SAMPLE[..end];
            let edits = edits(&analysis(text), text, HostCompiler::Clang(200_000));
            Fragment::new(TextSize::of(text), edits);
        }
    }

    #[test]
    fn counts_of_an_item() {
        let counts = analysis(SAMPLE).capture_counts();
        assert_eq!(counts.device().collect::<Vec<_>>(), [1, 4]);
        assert_eq!(counts.host_device().collect::<Vec<_>>(), [2]);
    }
}
