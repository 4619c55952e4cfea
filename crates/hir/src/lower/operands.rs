//! Expressions in types: bounds of arrays, operands of `decltype`, `noexcept` and `alignas`, template arguments.

use std::sync::LazyLock;

use asunder_decls::written::{LocalId, Path, Segment, SegmentName};
use asunder_syntax::{AstNode, NodeOrToken, SyntaxKind, SyntaxNode, ast};
use memchr::memmem::Finder;

use super::{Lowering, child_of};
use crate::body::{OperandPlace, Owner, Root, TypeOperand, TypeOperandKind, TypeOrExpr};

impl Lowering<'_> {
    /// The body of the expressions in the types of a declaration, which `nodes` write; none where there are none.
    pub(super) fn types_of_declaration(&mut self, id: Option<LocalId>, nodes: &[SyntaxNode]) {
        let found = self.in_types(nodes);
        let Some(id) = id.filter(|_| !found.is_empty()) else { return };
        self.body(Owner::Types(id), |lowering| {
            lowering.builder().body.root = Root::Types;
            lowering.lower_in_types(Some(id), found);
        });
    }

    /// The expressions in types that `nodes` write, as those of the innermost body.
    pub(super) fn types_in_body(&mut self, owner: Option<LocalId>, nodes: &[SyntaxNode]) {
        let found = self.in_types(nodes);
        self.lower_in_types(owner, found);
    }

    fn in_types(&self, nodes: &[SyntaxNode]) -> Vec<Found> {
        let written = |node: &SyntaxNode| &self.text[self.placed(node.text_range())];
        match nodes.iter().any(|node| may_have_operands(written(node))) {
            true => in_types(nodes),
            false => Vec::new(),
        }
    }

    fn lower_in_types(&mut self, owner: Option<LocalId>, found: Vec<Found>) {
        for Found { kind, node, index, place } in found {
            let operand = match ast::TypeOrExpr::cast(node.clone()) {
                Some(operand) => self.unevaluated(Some(operand), &node),
                None => TypeOrExpr::Expr(self.missing("operand of a type", &node)),
            };
            let template = match kind {
                TypeOperandKind::Argument => {
                    node.parent().and_then(|list| template_of(&list)).map(|path| (path, index))
                }
                _ => None,
            };
            self.builder().body.type_operands.push(TypeOperand { owner, kind, place, template, operand });
        }
    }
}

/// The name of the template that a list of arguments is given to, where it consists of identifiers.
fn template_of(list: &SyntaxNode) -> Option<Path> {
    let id = ast::TemplateId::cast(list.parent()?)?;
    let name = id.syntax().parent().filter(|name| name.kind() == SyntaxKind::NAME)?;
    let segment = |name: &str| Segment { name: SegmentName::Ident(name.into()), args: None };
    let mut path = Path { global: false, segments: Vec::new() };
    for part in name.children_with_tokens() {
        match part {
            NodeOrToken::Node(node) if node == *id.syntax() => {
                path.segments.push(segment(id.ident_token()?.text()));
                return Some(path);
            }
            NodeOrToken::Node(_) => return None,
            NodeOrToken::Token(token) => match token.kind() {
                SyntaxKind::COLON2 => path.global |= path.segments.is_empty(),
                kind if kind.is_identifier() => path.segments.push(segment(token.text())),
                kind if kind.is_trivia() => {}
                _ => return None,
            },
        }
    }
    None
}

/// An expression or name in a type.
struct Found {
    kind: TypeOperandKind,
    node: SyntaxNode,
    /// Of a template argument, which one it is.
    index: u32,
    /// Where in the type it stands.
    place: OperandPlace,
}

/// Words, as far as they are spelled alike, in front of expressions in types.
const WORDS: [&str; 8] =
    ["decltype", "typeof", "noexcept", "throw", "lign", "launch_bounds", "maxnreg", "cluster_dims"];

/// Whether types in a text may have expressions, as its characters show it. Words may be spliced.
fn may_have_operands(text: &str) -> bool {
    static FINDERS: LazyLock<[Finder<'static>; WORDS.len()]> = LazyLock::new(|| WORDS.map(Finder::new));
    memchr::memchr3(b'[', b'<', b'\\', text.as_bytes()).is_some()
        || FINDERS.iter().any(|word| word.find(text.as_bytes()).is_some())
}

/// The expressions and names in types below `nodes`, in the order of the text. Classes that are defined there, and
/// expressions, have their own.
fn in_types(nodes: &[SyntaxNode]) -> Vec<Found> {
    let mut found = Vec::new();
    let mut open: Vec<(SyntaxNode, OperandPlace)> =
        nodes.iter().rev().map(|node| (node.clone(), OperandPlace::Outside)).collect();
    while let Some((node, around)) = open.pop() {
        let place = match node.kind() {
            SyntaxKind::PARAM_LIST => OperandPlace::Parameters,
            SyntaxKind::TRAILING_RETURN | SyntaxKind::EXCEPTION_SPEC => OperandPlace::BehindParameters,
            _ => around,
        };
        let kind = match node.kind() {
            SyntaxKind::ARRAY_SUFFIX => TypeOperandKind::Bound,
            SyntaxKind::DECLTYPE_TYPE | SyntaxKind::TYPEOF_TYPE => TypeOperandKind::Decltype,
            SyntaxKind::EXCEPTION_SPEC => TypeOperandKind::Noexcept,
            SyntaxKind::ALIGNAS_SPECIFIER => TypeOperandKind::Alignment,
            SyntaxKind::ATTRIBUTE if is_named(&node, &ALIGNMENT) => TypeOperandKind::Alignment,
            SyntaxKind::ATTRIBUTE if is_named(&node, &LAUNCH) => TypeOperandKind::Launch,
            SyntaxKind::TEMPLATE_ARG_LIST => TypeOperandKind::Argument,
            SyntaxKind::CLASS_SPECIFIER
            | SyntaxKind::ENUM_SPECIFIER
            | SyntaxKind::ATTRIBUTE
            | SyntaxKind::BIT_WIDTH
            | SyntaxKind::ASM_LABEL
            | SyntaxKind::REQUIRES_CLAUSE => continue,
            kind if ast::Expr::can_cast(kind) => continue,
            _ => {
                let first = open.len();
                open.extend(node.children().map(|child| (child, place)));
                open[first..].reverse();
                continue;
            }
        };
        let parts = match kind {
            TypeOperandKind::Alignment | TypeOperandKind::Launch => {
                child_of(&node, SyntaxKind::ATTRIBUTE_ARGS).unwrap_or(node)
            }
            _ => node,
        };
        for (part, index) in parts.children().zip(0..) {
            match part.kind() {
                // Types among template arguments have expressions of their own.
                SyntaxKind::TYPE_ID | SyntaxKind::TYPE_PACK if kind == TypeOperandKind::Argument => {
                    found.extend(in_types(&[part]).into_iter().map(|inner| match inner.place {
                        OperandPlace::Outside => Found { place, ..inner },
                        _ => inner,
                    }));
                }
                SyntaxKind::TYPE_ID if kind == TypeOperandKind::Noexcept => {}
                part_kind if ast::TypeOrExpr::can_cast(part_kind) => {
                    found.push(Found { kind, node: part, index, place })
                }
                _ => {}
            }
        }
    }
    found
}

/// Names of attributes that align.
const ALIGNMENT: [&str; 4] = ["aligned", "__aligned__", "align", "__align__"];
/// Names of attributes that configure launches and take numbers.
const LAUNCH: [&str; 8] = [
    "launch_bounds",
    "__launch_bounds__",
    "maxnreg",
    "__maxnreg__",
    "local_maxnreg",
    "__local_maxnreg__",
    "cluster_dims",
    "__cluster_dims__",
];

/// Whether an attribute has one of these names.
fn is_named(attribute: &SyntaxNode, names: &[&str]) -> bool {
    let name = child_of(attribute, SyntaxKind::ATTRIBUTE_NAME);
    name.is_some_and(|name| names.contains(&name.text().to_string().trim()))
}
