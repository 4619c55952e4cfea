//! The names that the functions and classes of an item declare.

use asunder_syntax::ast::{Declarator, ParamDecl};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxKind::*, SyntaxNode, WalkEvent};
use rowan::TextRange;
use rustc_hash::FxHashMap;

use super::declarators;

/// Declarators, bindings and parameters of an item's tree by their names. Found in one walk: later lookups
/// takes no time that grows with the item.
pub(super) struct LocalNames {
    root: SyntaxNode,
    /// Declarators and bindings by the region that they stand in, each list in source order.
    declarators: FxHashMap<Option<TextRange>, FxHashMap<String, Vec<Declared>>>,
    /// Parameters, in source order.
    parameters: FxHashMap<String, Vec<Declared>>,
}

/// Where a declarator, binding or parameter stands.
#[derive(Clone, Copy)]
struct Declared {
    range: TextRange,
    kind: SyntaxKind,
}

/// Nodes whose declarators belong to no scope outside them.
fn is_region(kind: SyntaxKind) -> bool {
    matches!(kind, COMPOUND_STMT | MEMBER_LIST | LAMBDA_EXPR | PARAM_LIST)
}

impl LocalNames {
    /// The names of the tree that `node` belongs to.
    pub(super) fn of(node: &SyntaxNode) -> LocalNames {
        let root = node.ancestors().last().unwrap_or_else(|| node.clone());
        let mut names = LocalNames {
            root: root.clone(),
            declarators: FxHashMap::default(),
            parameters: FxHashMap::default(),
        };
        let mut regions: Vec<TextRange> = Vec::new();
        for event in root.preorder() {
            match event {
                WalkEvent::Enter(node) => {
                    names.note(&node, regions.last().copied());
                    if is_region(node.kind()) {
                        regions.push(node.text_range());
                    }
                }
                WalkEvent::Leave(node) if is_region(node.kind()) => drop(regions.pop()),
                WalkEvent::Leave(_) => {}
            }
        }
        names
    }

    fn note(&mut self, node: &SyntaxNode, region: Option<TextRange>) {
        let name = match node.kind() {
            DECLARATOR => Declarator::cast(node.clone()).and_then(|it| declarators::identifier(&it)),
            BINDING => node.first_token().map(|token| token.text().to_owned()),
            PARAM_DECL => ParamDecl::cast(node.clone()).and_then(|it| declarators::parameter_name(&it)),
            _ => None,
        };
        let Some(name) = name else { return };
        let known = match node.kind() {
            PARAM_DECL => &mut self.parameters,
            _ => self.declarators.entry(region).or_default(),
        };
        known.entry(name).or_default().push(Declared { range: node.text_range(), kind: node.kind() });
    }

    /// Whether `name` is declared in the function or class around `node`: as parameter, local variable or
    /// member.
    pub(super) fn declares(&self, node: &SyntaxNode, name: &str) -> bool {
        self.find(node, name).is_some()
    }

    /// The declarator, binding or parameter that declares `name` in the function or class around `node`.
    pub(super) fn declaration(&self, node: &SyntaxNode, name: &str) -> Option<SyntaxNode> {
        let Declared { range, kind } = self.find(node, name)?;
        let covering = self.root.covering_element(range);
        let covering = covering.as_node().cloned().or_else(|| covering.parent())?;
        covering.ancestors().find(|it| it.kind() == kind && it.text_range() == range)
    }

    fn find(&self, node: &SyntaxNode, name: &str) -> Option<Declared> {
        let use_end = node.text_range().end();
        let scopes: Vec<(SyntaxKind, TextRange)> =
            node.ancestors().skip(1).map(|scope| (scope.kind(), scope.text_range())).collect();
        // The region that each scope is or stands in, from the outside in.
        let mut region = None;
        let mut regions: Vec<Option<TextRange>> = Vec::new();
        for (kind, range) in scopes.iter().rev() {
            if is_region(*kind) {
                region = Some(*range);
            }
            regions.push(region);
        }
        scopes.into_iter().zip(regions.into_iter().rev()).find_map(|((kind, range), region)| {
            let declared = || self.declarators.get(&region).and_then(|names| names.get(name));
            match kind {
                MEMBER_LIST => first_in(declared()?, range),
                COMPOUND_STMT | FOR_STMT | RANGE_FOR_STMT | IF_STMT | WHILE_STMT | SWITCH_STMT | HANDLER => {
                    first_in(declared()?, range).filter(|it| it.range.start() < use_end)
                }
                FUNCTION_DEF | LAMBDA_EXPR => first_in(self.parameters.get(name)?, range),
                _ => None,
            }
        })
    }
}

/// The first of these that stands in a scope.
fn first_in(declared: &[Declared], scope: TextRange) -> Option<Declared> {
    let first = declared.get(declared.partition_point(|it| it.range.start() < scope.start()))?;
    scope.contains_range(first.range).then_some(*first)
}

#[cfg(test)]
mod tests {
    use asunder_syntax::{Dialect, SyntaxNode, SyntaxToken};

    use super::LocalNames;

    /// Whether the `x` behind `/*use*/` is declared in the function or class around it.
    fn is_declared(text: &str) -> bool {
        let root: SyntaxNode = asunder_parser::parse_item(text, Dialect::default()).syntax();
        let at = (text.find("/*use*/x").expect("a use") as u32 + 7).into();
        let token: SyntaxToken = asunder_syntax::token_at(&root, at).expect("a token");
        let node = token.parent().expect("a token has a parent");
        let names = LocalNames::of(&node);
        assert_eq!(names.declares(&node, "x"), names.declaration(&node, "x").is_some());
        names.declares(&node, "x")
    }

    #[test]
    fn scopes_end_where_they_end() {
        for text in [
            "void f(int x) { g(/*use*/x); }",
            "void f() { int x; { g(/*use*/x); } }",
            "void f() { for (int x = 0; ; ) g(/*use*/x); }",
            "void f() { if (int x = g()) { } else if (/*use*/x) { } }",
            "void f() { auto [y, x] = p; g(/*use*/x); }",
            "struct S { void f() { g(/*use*/x); } int x; };",
            "void f() { auto l = [](int x) { return /*use*/x; }; }",
        ] {
            assert!(is_declared(text), "{text}");
        }
        for text in [
            "void f() { g(/*use*/x); int x; }",
            "void f() { { int x; } g(/*use*/x); }",
            "void f() { auto l = [] { int x; }; g(/*use*/x); }",
            "struct S { void f() { int x; } void h() { g(/*use*/x); } };",
        ] {
            assert!(!is_declared(text), "{text}");
        }
    }
}
