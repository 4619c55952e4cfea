//! Declarators: what is declared, beneath parentheses and ambiguities.

use super::{
    AmbiguousSuffix, AstNode, Declarator, DeclaratorSuffix, FunctionDef, FunctionSuffix, InitDeclarator,
    Initializer, Name, ParamDecl, support,
};
use crate::SyntaxKind::AMBIGUOUS_SUFFIX;
use crate::{SyntaxNode, SyntaxToken};

impl Declarator {
    /// The declarator that has the name: this one, or the one in the innermost parentheses.
    pub fn innermost(&self) -> Declarator {
        let mut declarator = self.clone();
        while let Some(inner) = declarator.paren_declarator().and_then(|it| it.declarator()) {
            declarator = inner;
        }
        declarator
    }

    /// The outermost suffix that is either parameters or an initializer, of the declarator itself or of one in its
    /// parentheses: `(U)` of `x(U)`, of `(x)(U)` and of `(*x)(U)`.
    pub fn ambiguous_suffix(&self) -> Option<AmbiguousSuffix> {
        let around = std::iter::successors(Some(self.clone()), |it| it.paren_declarator()?.declarator());
        around.flat_map(|it| support::children(it.syntax())).next()
    }

    /// The declared name; none in a type-id and for an unnamed parameter or bit-field.
    pub fn declared_name(&self) -> Option<Name> {
        self.innermost().name()
    }

    /// Parameters and what follows them, if a function is declared (as opposed to a pointer to
    /// one): `(int)` of `f(int)`, of `(f)(int)` and of `(*f(int))(float)`.
    pub fn function(&self) -> Option<FunctionSuffix> {
        let mut function = None;
        let mut declarator = Some(self.clone());
        while let Some(it) = declarator {
            let own = it.suffixes().next();
            let is_pointer = it.ptr_ops().next().is_some();
            declarator = it.paren_declarator().and_then(|paren| paren.declarator());
            match own.as_ref().map(function_of) {
                Some(suffix) => function = suffix,
                // A pointer in parentheses makes what stands outside part of its target.
                None if is_pointer && !same(&it, self) => function = None,
                None => {}
            }
        }
        function
    }
}

fn same(left: &Declarator, right: &Declarator) -> bool {
    left.syntax() == right.syntax()
}

/// The function suffix that a suffix is, or that is its preferred reading.
fn function_of(suffix: &DeclaratorSuffix) -> Option<FunctionSuffix> {
    match suffix {
        DeclaratorSuffix::FunctionSuffix(it) => Some(it.clone()),
        DeclaratorSuffix::AmbiguousSuffix(it) => it.function_suffix(),
        DeclaratorSuffix::ArraySuffix(_) => None,
    }
}

impl InitDeclarator {
    /// The initializer, also where `( list )` could be parameters and stands within the
    /// declarator as an ambiguous suffix.
    pub fn any_initializer(&self) -> Option<Initializer> {
        self.initializer().or_else(|| {
            let declarator = self.declarator()?;
            let is_ambiguous = |node: &SyntaxNode| node.kind() == AMBIGUOUS_SUFFIX;
            let suffix = declarator.syntax().children().find(is_ambiguous)?;
            support::child(&suffix)
        })
    }
}

impl FunctionDef {
    /// The name of the function.
    pub fn declared_name(&self) -> Option<Name> {
        self.declarator()?.declared_name()
    }
}

impl ParamDecl {
    /// The name of the parameter.
    pub fn declared_name(&self) -> Option<SyntaxToken> {
        self.declarator()?.declared_name()?.as_ident()
    }
}
