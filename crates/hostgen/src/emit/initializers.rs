//! Initializers of variables in device memory: the device sets the value; the host needs what the initializer
//! says about the type.
//!
//! ```text
//! __device__ int a[] = {1, 2};       static int a[2];
//! __device__ S s[] = {1, 2, 3};      static S s[sizeof((S[]){1, 2, 3}) / sizeof(S)];
//! __device__ auto p = "abc";         static __typeof__(*new auto("abc")) p;
//! typedef int A[];
//! __device__ A b = {1, 2};           static __typeof__((A){1, 2}) b;
//! ```
//!
//! Where syntax alone does not count the elements, the host compiler does, in an operand that is not evaluated.

use asunder_syntax::ast::{
    DeclSpecifier, DeclSpecifierSeq, Declarator, DeclaratorSuffix, Expr, InitClause, InitDeclarator,
    Initializer,
};
use asunder_syntax::{AstNode, SyntaxKind::*, SyntaxNode};
use rowan::{TextRange, TextSize};

use super::{Emitter, attributes, declarators};
use crate::edit::{Edit, Piece, line_structure};

impl Emitter<'_> {
    /// Whether the typedef before the declarator is an array of unknown bound.
    fn is_unbounded(&self, declarator: &Declarator) -> bool {
        declarators::declared_at(declarator)
            .is_some_and(|at| self.context.named_types.unbounded.contains(&at))
    }

    /// Whether the declarator, or the typedef before it, declares an array of unknown bound.
    pub(super) fn has_unknown_bound(&self, declarator: &Declarator) -> bool {
        unknown_bound(declarator).is_some() || self.is_unbounded(declarator)
    }

    /// Drops the initializer of a variable; what it says about the type is written out.
    pub(super) fn drop_initializer(
        &mut self,
        specifiers: Option<&DeclSpecifierSeq>,
        init: &InitDeclarator,
        declarator: &Declarator,
    ) {
        let Some(initializer) = init.initializer() else { return };
        match self.complete_type(specifiers, &initializer, declarator) {
            Completed::Unknown => {}
            Completed::AsWritten => self.remove_node(initializer.syntax()),
            Completed::WithInitializer => {
                let range = initializer.syntax().text_range();
                self.edits.push(Edit::replace(range, []));
                self.removed.insert(range);
            }
        }
    }

    /// Replaces the initializer of a variable by that of the pointer which stands for it.
    pub(super) fn null_initializer(
        &mut self,
        specifiers: Option<&DeclSpecifierSeq>,
        initializer: &Initializer,
        declarator: &Declarator,
    ) {
        let range = initializer.syntax().text_range();
        let lines = match self.complete_type(specifiers, initializer, declarator) {
            Completed::WithInitializer => String::new(),
            Completed::AsWritten | Completed::Unknown => line_structure(&self.text[range]),
        };
        self.edits.push(Edit::replace(range, [Piece::from("= 0"), Piece::Text(lines)]));
        self.removed.insert(range);
    }

    /// Writes the parts of the type that only the initializer gives.
    fn complete_type(
        &mut self,
        specifiers: Option<&DeclSpecifierSeq>,
        initializer: &Initializer,
        declarator: &Declarator,
    ) -> Completed {
        let Some(specifiers) = specifiers else { return Completed::AsWritten };
        if let Some(placeholder) = specifiers.syntax().children().find(|it| it.kind() == PLACEHOLDER_TYPE) {
            return self.write_deduced_type(&placeholder, initializer, declarator);
        }
        if let Some(bound) = unknown_bound(declarator) {
            return self.write_bound(bound, specifiers, initializer, declarator);
        }
        if self.is_unbounded(declarator) {
            return self.write_typedef_bound(specifiers, initializer, declarator);
        }
        Completed::AsWritten
    }

    /// In the place of `auto`, the type that it stands for in terms of the initializer.
    fn write_deduced_type(
        &mut self,
        placeholder: &SyntaxNode,
        initializer: &Initializer,
        declarator: &Declarator,
    ) -> Completed {
        let place = placeholder.text_range();
        if declarator.paren_declarator().is_some() {
            return Completed::Unknown;
        }
        if self.edits.iter().any(|edit| edit.range == place) {
            return Completed::AsWritten;
        }
        match placeholder.first_token().map(|token| token.kind()) {
            Some(AUTO_KW) => {}
            // Of other expressions it may be a reference type.
            Some(DECLTYPE_KW) => {
                let Some(literal) = literal_value(initializer) else { return Completed::Unknown };
                let value = Piece::Source(literal.text_range());
                self.edits.push(Edit::replace(place, [Piece::from("decltype("), value, Piece::from(")")]));
                return Completed::WithInitializer;
            }
            _ => return Completed::Unknown,
        }
        let value = match initializer {
            Initializer::EqInitializer(it) => match it.expr() {
                Some(Expr::InitList(_)) | None => return Completed::Unknown,
                Some(expr) => {
                    let range = expr.syntax().text_range();
                    [Piece::from("("), Piece::Source(range), Piece::from(")")].into()
                }
            },
            Initializer::ParenInitializer(_) | Initializer::InitList(_) => {
                vec![Piece::Source(initializer.syntax().text_range())]
            }
            Initializer::PureSpecifier(_) => vec![Piece::from("(0)")],
        };
        let stars = "*".repeat(1 + declarator.ptr_ops().count());
        let mut pieces = vec![Piece::Text(format!("__typeof__({stars}new auto"))];
        pieces.extend(value);
        pieces.push(Piece::from(")"));
        self.edits.push(Edit::replace(place, pieces));
        Completed::WithInitializer
    }

    /// The length of an array of unknown bound.
    fn write_bound(
        &mut self,
        bound: TextSize,
        specifiers: &DeclSpecifierSeq,
        initializer: &Initializer,
        declarator: &Declarator,
    ) -> Completed {
        if let Some(length) = initializer_length(initializer, specifiers, declarator) {
            self.edits.push(Edit::insert(bound, length.to_string()));
            return Completed::AsWritten;
        }
        let (Some(base), Some(value)) = (declarators::type_specifiers(specifiers), braced(initializer))
        else {
            return Completed::Unknown;
        };
        let array = abstract_declarator(declarator, None);
        let element = abstract_declarator(declarator, Some(bound));
        let mut pieces = vec![Piece::Text(format!("sizeof(({base}{array})"))];
        pieces.extend(value);
        pieces.push(Piece::Text(format!(") / sizeof({base}{element})")));
        self.edits.push(Edit::replace(TextRange::empty(bound), pieces));
        Completed::WithInitializer
    }

    /// The type of a variable whose typedef is an array of unknown bound.
    fn write_typedef_bound(
        &mut self,
        specifiers: &DeclSpecifierSeq,
        initializer: &Initializer,
        declarator: &Declarator,
    ) -> Completed {
        let mut types = specifiers.decl_specifiers().filter(|it| matches!(it, DeclSpecifier::Type(_)));
        let (Some(only), None, Some(value)) = (types.next(), types.next(), braced(initializer)) else {
            return Completed::Unknown;
        };
        let is_plain = declarator.ptr_ops().next().is_none() && declarator.suffixes().next().is_none();
        let place = only.syntax().text_range();
        if !is_plain || self.edits.iter().any(|edit| edit.range == place) {
            return Completed::Unknown;
        }
        let mut pieces = vec![Piece::from("__typeof__(("), Piece::Source(place), Piece::from(")")];
        pieces.extend(value);
        pieces.push(Piece::from(")"));
        self.edits.push(Edit::replace(place, pieces));
        Completed::WithInitializer
    }
}

/// What became of the type of a variable whose initializer is going to vanish.
enum Completed {
    /// It is written without text of the initializer.
    AsWritten,
    /// The initializer's text, its lines included, stands in it now.
    WithInitializer,
    /// Syntax does not show it; the initializer must stay.
    Unknown,
}

/// Where the length of an array of unknown bound goes.
fn unknown_bound(declarator: &Declarator) -> Option<TextSize> {
    let DeclaratorSuffix::ArraySuffix(array) = declarators::innermost(declarator).suffixes().next()? else {
        return None;
    };
    if array.expr().is_some() {
        return None;
    }
    Some(array.syntax().text_range().end() - TextSize::of(']'))
}

/// How many elements an initializer gives an array of scalars, or of classes when each element has braces
/// of its own; `None` when syntax does not show it.
fn initializer_length(
    initializer: &Initializer,
    specifiers: &DeclSpecifierSeq,
    declarator: &Declarator,
) -> Option<usize> {
    let list = match initializer {
        Initializer::InitList(list) => list.clone(),
        Initializer::EqInitializer(it) => match it.expr()? {
            Expr::InitList(list) => list,
            _ => return None,
        },
        _ => return None,
    };
    let inner = declarators::innermost(declarator);
    let is_array_of_arrays = inner.suffixes().count() > 1;
    let is_scalar = !is_array_of_arrays
        && (inner.ptr_ops().next().is_some()
            || specifiers.syntax().children().any(|child| child.kind() == BUILTIN_TYPE));
    let clauses: Vec<InitClause> = list.init_clauses().collect();
    let is_string = |clause: &InitClause| {
        let token = clause.syntax().descendants_with_tokens().find_map(|it| it.into_token());
        token.is_some_and(|it| it.kind() == STRING)
    };
    let countable = clauses.iter().all(|clause| match clause {
        InitClause::Expr(Expr::InitList(_)) => true,
        InitClause::Expr(Expr::PackExpansion(_)) | InitClause::DesignatedInit(_) => false,
        InitClause::Expr(_) => is_scalar,
    });
    let is_one_string = clauses.len() == 1 && clauses.iter().any(is_string);
    (countable && !is_one_string).then_some(clauses.len())
}

/// The literal that is the whole value of `= value`.
fn literal_value(initializer: &Initializer) -> Option<SyntaxNode> {
    let Initializer::EqInitializer(it) = initializer else { return None };
    let Expr::Literal(literal) = it.expr()? else { return None };
    Some(literal.syntax().clone())
}

/// An initializer of an array as the braces of a compound literal.
fn braced(initializer: &Initializer) -> Option<Vec<Piece>> {
    let in_braces = |range| vec![Piece::from("{"), Piece::Source(range), Piece::from("}")];
    match initializer {
        Initializer::InitList(list) => Some(vec![Piece::Source(list.syntax().text_range())]),
        Initializer::EqInitializer(it) => match it.expr()? {
            Expr::InitList(list) => Some(vec![Piece::Source(list.syntax().text_range())]),
            expr => Some(in_braces(expr.syntax().text_range())),
        },
        Initializer::ParenInitializer(it) => {
            let range = it.syntax().text_range();
            let one = TextSize::of('(');
            (range.len() > one + one)
                .then(|| in_braces(TextRange::new(range.start() + one, range.end() - one)))
        }
        Initializer::PureSpecifier(_) => None,
    }
}

/// The declarator without its name, on one line, and without the array suffix that has `element_of` before its
/// bracket.
fn abstract_declarator(declarator: &Declarator, element_of: Option<TextSize>) -> String {
    let name = declarators::name(declarator).map(|it| it.syntax().text_range());
    declarators::flat_text(declarator.syntax(), |node| {
        let range = node.text_range();
        let is_dropped_suffix = element_of
            .is_some_and(|bound| node.kind() == ARRAY_SUFFIX && range.end() == bound + TextSize::of(']'));
        (node.kind() == NAME && Some(range) == name) || is_dropped_suffix || attributes::is_cuda(node)
    })
}
