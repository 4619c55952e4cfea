//! Which expressions are evaluated when the function around them runs.

use asunder_syntax::{Outward, SyntaxKind, SyntaxNode};

/// Whether an expression is evaluated and stands in the body of a function or lambda, or among the arguments of a
/// mem-initializer. Nothing else counts as a call of a function (spec 2 §1a): neither initializers outside functions
/// nor default arguments.
pub(crate) fn is_evaluated_in_body(node: &SyntaxNode) -> bool {
    use SyntaxKind::*;
    thread_local! {
        static DECIDING: Outward = Outward::new(&[
            COMPOUND_STMT, MEM_INITIALIZER,
            DECLTYPE_TYPE, TYPEOF_TYPE, SIZEOF_EXPR, ALIGNOF_EXPR, NOEXCEPT_EXPR, TYPEID_EXPR, REQUIRES_EXPR,
            REQUIRES_CLAUSE, TEMPLATE_ARG_LIST, TRAILING_RETURN, PARAM_DECL, GNU_ATTRIBUTES, STD_ATTRIBUTES,
            TYPE_TRAIT_EXPR, TYPE_BUILTIN_EXPR, ENUMERATOR, BIT_WIDTH, ALIGNAS_SPECIFIER, EXCEPTION_SPEC,
        ]);
    }
    let deciding = DECIDING.with(|deciding| deciding.around(node));
    deciding.is_some_and(|it| matches!(it.node.kind(), COMPOUND_STMT | MEM_INITIALIZER))
}
