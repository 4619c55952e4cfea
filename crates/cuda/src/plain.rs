//! Device functions of the plainest form: the host pass has nothing to say of them, and their tokens alone show it.
//!
//! Generated device code has thousands of them; what is found plain here needs no tree, no declarations and no lookup.
//!
//! ```text
//! __attribute__((global)) void k(int *p, float x) { p[0] = x; }
//! static __attribute__((device)) float f(const float *__restrict__ p, int i) { return p[i] * 2; }
//! ```
//!
//! A head is plain if it has CUDA's attributes first, all for the device, then types that are keywords, pointers and
//! references: every rule on declarators is about something else. A body is plain if it declares nothing but
//! variables, and uses no kernel: the other rules are about host code, attributes, lambdas, templates and classes.

use asunder_outline::{Facts, Item};
use asunder_syntax::SyntaxKind::{self, *};
use asunder_syntax::{Dialect, SignificantTokens};
use rustc_hash::FxHashSet;

use crate::candidates::Candidates;
use crate::settings::Settings;
use crate::unit::may_speak_to_the_machine;

/// Facts that no plain function has.
const NOT_PLAIN: Facts = Facts::HOST_DEVICE
    .union(Facts::LAUNCH)
    .union(Facts::LAMBDA_ATTRIBUTE)
    .union(Facts::FRONT_END_PRAGMA)
    .union(Facts::CLASS_BODY)
    .union(Facts::TEMPLATE)
    .union(Facts::CONSTEXPR)
    .union(Facts::PREDEFINED_MACRO);

/// What decides whether a function is plain besides its text.
pub(crate) struct Plain<'db> {
    pub(crate) settings: Settings,
    pub(crate) dialect: Dialect,
    pub(crate) candidates: &'db Candidates,
    /// Names of function templates with launch attributes.
    pub(crate) configured: &'db FxHashSet<Box<str>>,
}

impl Plain<'_> {
    /// Whether an item of a block's text is a device function of the plainest form, the definition of one that no
    /// other declaration says something else of.
    pub(crate) fn is_function(&self, text: &str, item: &Item) -> bool {
        let Some(name) = item.function_name else { return false };
        let own = &text[item.range];
        let is_of_interest =
            self.settings.enable_tile || self.settings.missing_bounds && item.facts.contains(Facts::GLOBAL);
        !is_of_interest
            && item.facts.contains(Facts::CUDA_ATTRIBUTE.union(Facts::FUNCTION_BODY))
            && !item.facts.intersects(NOT_PLAIN)
            && !self.candidates.names_redeclared(&text[name])
            && !may_speak_to_the_machine(own)
            && self.reads(&mut SignificantTokens::new(own, self.dialect))
    }

    fn reads(&self, tokens: &mut SignificantTokens<'_>) -> bool {
        head(tokens).is_some() && self.is_body(tokens)
    }

    /// The tokens behind the brace of a body, up to the end of the item.
    fn is_body(&self, tokens: &mut SignificantTokens<'_>) -> bool {
        let mut previous = L_BRACE;
        tokens.all(|(kind, text)| match (kind, std::mem::replace(&mut previous, kind)) {
            // Others start lambdas and attributes.
            (L_BRACK, before) => matches!(before, IDENT | R_PAREN | R_BRACK),
            (IDENT, _) => !self.candidates.is_kernel(text) && !self.configured.contains(text),
            (UNKNOWN, _) => false,
            _ if kind.is_contextual_keyword() => false,
            _ if kind.is_keyword() => is_type(kind) || IN_BODIES.contains(&kind),
            _ => true,
        })
    }
}

/// Keywords of plain bodies that name no types.
const IN_BODIES: [SyntaxKind; 21] = [
    AUTO_KW,
    BREAK_KW,
    CASE_KW,
    CONST_KW,
    CONST_CAST_KW,
    CONTINUE_KW,
    DEFAULT_KW,
    DO_KW,
    ELSE_KW,
    FALSE_KW,
    FOR_KW,
    IF_KW,
    NULLPTR_KW,
    REINTERPRET_CAST_KW,
    RESTRICT_KW,
    RETURN_KW,
    SIZEOF_KW,
    STATIC_CAST_KW,
    SWITCH_KW,
    TRUE_KW,
    WHILE_KW,
];

/// Whether a keyword is a type, or a part of one.
fn is_type(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        BOOL_KW
            | CHAR_KW
            | DOUBLE_KW
            | FLOAT_KW
            | INT_KW
            | LONG_KW
            | SHORT_KW
            | SIGNED_KW
            | UNSIGNED_KW
            | VOID_KW
    )
}

/// Reads a plain head up to the brace of the body; `None` where it is not plain.
fn head(tokens: &mut SignificantTokens<'_>) -> Option<()> {
    let (mut global, mut device) = (0, 0);
    let (mut is_static, mut types, mut is_void) = (false, 0, false);
    // Attributes and specifiers come in any order.
    let (mut kind, mut word) = loop {
        let (kind, word) = tokens.next()?;
        match kind {
            ATTRIBUTE_KW => match attribute(tokens)? {
                "global" => global += 1,
                "device" => device += 1,
                _ => return None,
            },
            STATIC_KW if !is_static => is_static = true,
            CONST_KW => {}
            kind if is_type(kind) => {
                types += 1;
                is_void = kind == VOID_KW;
            }
            _ => break (kind, word),
        }
    };
    let mut is_pointer = false;
    while matches!(kind, STAR | AMP | CONST_KW | RESTRICT_KW) {
        is_pointer |= matches!(kind, STAR | AMP);
        (kind, word) = tokens.next()?;
    }
    let returns_nothing = is_void && types == 1 && !is_pointer;
    let is_marked = global + device == 1 && types > 0;
    if !is_marked || global == 1 && !returns_nothing || kind != IDENT || word == "main" {
        return None;
    }
    (tokens.next()?.0 == L_PAREN).then_some(())?;
    parameters(tokens)?;
    (tokens.next()?.0 == L_BRACE).then_some(())
}

/// `((name))` behind `__attribute__`: the name without `__` around it.
fn attribute<'t>(tokens: &mut SignificantTokens<'t>) -> Option<&'t str> {
    (tokens.next()?.0 == L_PAREN && tokens.next()?.0 == L_PAREN).then_some(())?;
    let (_, word) = tokens.next()?;
    (tokens.next()?.0 == R_PAREN && tokens.next()?.0 == R_PAREN).then_some(())?;
    Some(word.trim_matches('_'))
}

/// Reads plain parameters and the closing parenthesis: types that are keywords, pointers and references to such.
fn parameters(tokens: &mut SignificantTokens<'_>) -> Option<()> {
    let (mut kind, _) = tokens.next()?;
    if kind == R_PAREN {
        return Some(());
    }
    loop {
        let (mut types, mut is_void) = (0, false);
        while is_type(kind) || kind == CONST_KW {
            types += usize::from(kind != CONST_KW);
            is_void |= kind == VOID_KW;
            kind = tokens.next()?.0;
        }
        let mut is_indirect = false;
        while matches!(kind, STAR | AMP | CONST_KW | RESTRICT_KW) {
            is_indirect |= matches!(kind, STAR | AMP);
            kind = tokens.next()?.0;
        }
        if kind == IDENT {
            kind = tokens.next()?.0;
        }
        if types == 0 || is_void && !is_indirect {
            return None;
        }
        match kind {
            COMMA => kind = tokens.next()?.0,
            R_PAREN => return Some(()),
            _ => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use asunder_outline::{ItemKind, block_outline};
    use asunder_source::SourceText;

    use super::*;
    use crate::candidates::candidates;
    use crate::finding::ItemFindings;
    use crate::instances::configured_templates;
    use crate::settings::Pass;
    use crate::unit::{Unit, item_findings, subject};

    /// What is said of each item of a text, and whether it is found plain.
    fn checked(text: &str) -> Vec<(bool, ItemFindings)> {
        let db = &salsa::DatabaseImpl::default();
        let source = SourceText::new(db, "a.cu".into(), text.into());
        let (dialect, settings) =
            (Dialect::default(), Settings { missing_bounds: false, ..Settings::new(Pass::Host) });
        let unit = Unit::new(db, source, dialect, settings);
        let plain = Plain {
            settings,
            dialect,
            candidates: candidates(db, source, dialect),
            configured: configured_templates(db, source, dialect),
        };
        let outline = block_outline(db, source.blocks(db)[0], dialect);
        let items = outline.items.iter().filter(|item| item.kind == ItemKind::Declaration);
        let numbers = unit.layout(db).numbers();
        let checked = items.zip(numbers).map(|(item, number)| {
            let findings = item_findings(db, subject(db, unit, number)).clone();
            (plain.is_function(text, item), findings)
        });
        checked.collect()
    }

    #[test]
    fn nothing_is_said_of_plain_functions() {
        for text in [
            "__attribute__((global)) void k() {}",
            "static __attribute__((__global__)) void k(int *p, const float *__restrict__ q) { p[1] = q[2]; }",
            "__attribute__((global)) void k(const unsigned int n, float &r) { for (int i = 1; i < n; ++i) r += i; }",
            "__attribute__((device)) const float *f(const float *p, long long) { return p + sizeof(int); }",
            "__attribute__((device)) int f(int x) { if (x) return f(x - 1); return static_cast<int>(x); }",
            "void __attribute__((device)) f() { int a[3]; a[1] = 2; }",
            "__attribute__((device)) bool f(unsigned x) { return x >= 0; }",
        ] {
            assert_eq!(checked(text), [(true, ItemFindings::default())], "{text}");
        }
    }

    #[test]
    fn others_are_looked_at() {
        for text in [
            "__attribute__((global)) int k() { return 1; }",
            "__attribute__((global)) void *k() { return nullptr; }",
            "__attribute__((global)) inline void k() {}",
            "__attribute__((global)) __attribute__((device)) void k() {}",
            "__attribute__((global)) __attribute__((launch_bounds(32))) void k() {}",
            "__attribute__((global)) void k(int, ...) {}",
            "__attribute__((global)) void k() noexcept {}",
            "__attribute__((global)) void main() {}",
            "__attribute__((global)) void S::k() {}",
            "struct E {}; __attribute__((global)) void k(E) {}",
            "template<class T> __attribute__((global)) void k() {}",
            "__attribute__((host)) __attribute__((device)) int f() { return 1; }",
            "__attribute__((device)) int f() { auto l = [] { return 1; }; return l(); }",
            "__attribute__((device)) int f() { __attribute__((shared)) int s; return s; }",
            "__attribute__((device)) int f() { struct L { int m; }; return 1; }",
            "int f();",
        ] {
            assert!(checked(text).iter().all(|(is_plain, _)| !is_plain), "{text}");
        }
        // Uses of a kernel, and declarations that say different things.
        let plain = |text| checked(text).iter().map(|(is_plain, _)| *is_plain).collect::<Vec<_>>();
        assert_eq!(
            plain("__attribute__((global)) void k() {} __attribute__((device)) void f() { k(); }"),
            [true, false]
        );
        assert_eq!(plain("void f(); __attribute__((device)) void f() {}"), [false, false]);
    }
}
