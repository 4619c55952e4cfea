//! The attributes that names, linkage and spaces depend on (spec page 3).

use asunder_mangle::model::{Builtin, Ident};
use asunder_syntax::{AstNode, NodeOrToken, SyntaxKind, SyntaxNode, ast};

use super::Lowerer;
use crate::written::{Arg, Attributes, Expr, LayoutAttributes, Spaces, TypeExpr};

/// What `aligned` without an operand means on x86-64, in bytes.
const LARGEST_ALIGNMENT: i128 = 16;

impl Lowerer {
    /// The attributes that are direct children of `node`.
    pub(super) fn attributes_of(&mut self, node: &SyntaxNode) -> Attributes {
        let mut result = Attributes::default();
        for attributes in ast::children::<ast::Attributes>(node) {
            self.add_attributes(&mut result, &attributes);
        }
        result
    }

    /// Adds one group of attributes.
    pub(super) fn add_attributes(&mut self, into: &mut Attributes, group: &ast::Attributes) {
        let list = match group {
            ast::Attributes::GnuAttributes(group) => group.attributes(),
            ast::Attributes::StdAttributes(group) => group.attributes(),
            ast::Attributes::AlignasSpecifier(alignas) => {
                let alignment = self.alignment(alignas.type_or_expr());
                into.layout_mut().alignments.push(alignment);
                return;
            }
        };
        for attribute in list {
            if let Some(name) = attribute.name().and_then(|name| last_word(name.syntax())) {
                self.add_attribute(into, &name, &attribute);
            }
        }
    }

    fn add_attribute(&mut self, into: &mut Attributes, name: &str, attribute: &ast::Attribute) {
        let name = name.strip_prefix("__").and_then(|n| n.strip_suffix("__")).unwrap_or(name);
        match name {
            "weak" => into.weak = true,
            "gnu_inline" => into.gnu_inline = true,
            "noreturn" => into.noreturn = true,
            "nodiscard" => {
                into.nodiscard = Some(string_arguments(attribute).into_iter().next().unwrap_or_default());
            }
            "warn_unused_result" => into.warn_unused_result = true,
            "cudart_builtin" | "device_builtin" => into.built_in = true,
            "abi_tag" => {
                into.abi_tags.extend(string_arguments(attribute));
                into.abi_tags.sort();
                into.abi_tags.dedup();
            }
            "vector_size" => into.vector_size = self.expr_argument(attribute),
            "packed" => into.layout_mut().packed = true,
            "no_unique_address" => into.layout_mut().overlaps = true,
            "aligned" => {
                let operand = attribute.attribute_args().and_then(|args| args.type_or_exprs().next());
                let alignment = match operand {
                    Some(operand) => self.alignment(Some(operand)),
                    None => Expr::Integer(LARGEST_ALIGNMENT, Builtin::Int),
                };
                into.layout_mut().alignments.push(alignment);
            }
            "mode" => into.mode = attribute.attribute_args().and_then(|a| last_word(a.syntax())),
            "tile_builtin" => into.spaces.device |= self.has_tile_built_ins,
            _ => add_space(&mut into.spaces, name),
        }
    }

    /// Adds what the attributes behind `*`, `&` and `C::*` say of layout: the reference takes those for the variable or
    /// member that is declared, whichever operator they stand behind.
    pub(super) fn merge_pointer_layout(&mut self, into: &mut Attributes, declarator: &ast::Declarator) {
        let mut declarator = Some(declarator.clone());
        while let Some(level) = declarator {
            for operator in level.ptr_ops() {
                let layout = self.attributes_of(operator.syntax()).layout;
                into.merge(Attributes { layout, ..Attributes::default() });
            }
            declarator = level.paren_declarator().and_then(|inner| inner.declarator());
        }
    }

    /// The alignment that `alignas(operand)` asks for.
    fn alignment(&mut self, operand: Option<ast::TypeOrExpr>) -> Expr {
        match operand.map(|operand| self.template_arg(&operand)) {
            Some(Arg::Type(ty)) => Expr::AlignofType(Box::new(ty)),
            Some(Arg::Expr(expr)) => expr,
            // `alignas(T)` of a type, `alignas(n)` of a value: evaluation tries the value.
            Some(Arg::Name(path)) => Expr::Name(path),
            _ => Expr::Unknown,
        }
    }

    fn expr_argument(&mut self, attribute: &ast::Attribute) -> Option<Box<Expr>> {
        match attribute.attribute_args()?.type_or_exprs().next()? {
            ast::TypeOrExpr::Expr(expr) => Some(Box::new(self.expr(&expr))),
            ast::TypeOrExpr::NameArg(name) => Some(Box::new(Expr::Name(self.path(&name.name()?)?))),
            other => match self.template_arg(&other) {
                Arg::Ambiguous(_, expr) => Some(expr),
                Arg::Expr(expr) => Some(Box::new(expr)),
                _ => Some(Box::new(Expr::Unknown)),
            },
        }
    }
}

impl Attributes {
    /// `ty` with the attributes that make it another type, which are taken out.
    pub(super) fn applied_to(&mut self, ty: TypeExpr) -> TypeExpr {
        let ty = match self.mode.take() {
            Some(mode) => TypeExpr::Mode(mode, Box::new(ty)),
            None => ty,
        };
        match self.vector_size.take() {
            Some(size) => TypeExpr::Vector(size, Box::new(ty)),
            None => ty,
        }
    }

    /// Adds the attributes of another part of the same declaration.
    pub(super) fn merge(&mut self, other: Attributes) {
        self.spaces = self.spaces.union(other.spaces);
        self.weak |= other.weak;
        self.gnu_inline |= other.gnu_inline;
        self.noreturn |= other.noreturn;
        self.nodiscard = self.nodiscard.take().or(other.nodiscard);
        self.warn_unused_result |= other.warn_unused_result;
        self.built_in |= other.built_in;
        self.abi_tags.extend(other.abi_tags);
        self.abi_tags.sort();
        self.abi_tags.dedup();
        self.vector_size = self.vector_size.take().or(other.vector_size);
        self.mode = self.mode.take().or(other.mode);
        if let Some(other) = other.layout {
            let own = self.layout_mut();
            own.packed |= other.packed;
            own.overlaps |= other.overlaps;
            own.alignments.extend(other.alignments);
        }
    }

    fn layout_mut(&mut self) -> &mut LayoutAttributes {
        self.layout.get_or_insert_default()
    }
}

fn add_space(spaces: &mut Spaces, name: &str) {
    match name {
        "host" => spaces.host = true,
        // Code for tiles reaches no host either.
        "device" | "tile" => spaces.device = true,
        "global" | "tile_global" => spaces.global = true,
        "shared" => spaces.shared = true,
        "constant" => spaces.constant = true,
        "managed" => spaces.managed = true,
        _ => {}
    }
}

fn last_word(node: &SyntaxNode) -> Option<Ident> {
    let tokens = node.descendants_with_tokens().filter_map(NodeOrToken::into_token);
    let words = tokens.filter(|token| token.kind().is_identifier() || token.kind().is_keyword());
    words.last().map(|token| token.text().into())
}

fn string_arguments(attribute: &ast::Attribute) -> Vec<Ident> {
    let tokens = attribute.syntax().descendants_with_tokens().filter_map(NodeOrToken::into_token);
    tokens
        .filter(|token| token.kind() == SyntaxKind::STRING)
        .map(|token| token.text().trim_matches('"').into())
        .collect()
}
