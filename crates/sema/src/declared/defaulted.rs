//! Functions that are defaulted or deleted ([dcl.fct.def.default], [dcl.fct.def.delete]): which may be, with which types,
//! and in which of their declarations.

use asunder_decls::names::DeclRef;
use asunder_decls::redeclaration::Redeclarations;
use asunder_decls::written::{BodyKind, Decl, DeclKind, DeclName, FunctionExpr, ParamExpr};
use asunder_syntax::{AstNode, Standard, SyntaxKind, TextSize, ast};
use asunder_types::{Builtin, Class, Kind, Qualifiers, RefQualifier, Symbol, Ty};

use super::Checker;
use crate::finding::{Argument, Mistake};

/// "invalid type for defaulted constructor".
const WRONG_CONSTRUCTOR: u16 = 1808;
/// "invalid type for defaulted assignment operator".
const WRONG_ASSIGNMENT: u16 = 1806;
/// "… can only appear on default constructors, copy/move constructors, copy/move assignment operators, and destructors".
const NOT_SPECIAL: u16 = 1774;
/// ""= delete" can only appear on the first declaration of a function".
const DELETED_LATER: u16 = 1775;
/// "function templates cannot be defaulted".
const DEFAULTED_TEMPLATE: u16 = 1807;
/// ""= default" cannot be specified on a friend declaration".
const DEFAULTED_FRIEND: u16 = 1779;
/// "bad type … for parameter of defaulted comparison operator (must be "reference to const X" where X is the enclosing
/// class type)".
const COMPARED_TYPE: u16 = 2968;
/// "a defaulted member comparison operator must be "const"".
const COMPARISON_NOT_CONST: u16 = 2970;
/// "return type of defaulted comparison operator must be "bool"".
const COMPARISON_RESULT: u16 = 2969;
/// "function modifier does not apply to static member declaration".
const MODIFIED_STATIC: u16 = 2884;

impl<'db> Checker<'_, 'db> {
    /// What is wrong with `= default` or `= delete` behind a function.
    pub(super) fn without_body(
        &mut self,
        at: DeclRef,
        decl: &'db Decl,
        function: &FunctionExpr,
        body: BodyKind,
    ) {
        match body {
            BodyKind::Defaulted => self.defaulted(at, decl, function),
            BodyKind::Deleted => self.deleted_later(at, decl),
            BodyKind::None | BodyKind::Block | BodyKind::Pure => {}
        }
    }

    /// `static void f() override;`
    pub(super) fn modified_static(&mut self, at: DeclRef, decl: &Decl) {
        let specifiers = decl.specifiers;
        if !specifiers.is_static || specifiers.is_override == specifiers.is_final || decl.parent.is_none() {
            return;
        }
        let Some(node) = self.node_of(at) else { return };
        let modifier = node.ancestors().filter_map(ast::Declarator::cast).find_map(|declarator| {
            declarator.syntax().children().find(|it| it.kind() == SyntaxKind::VIRT_SPECIFIER)
        });
        if let Some(modifier) = modifier {
            self.met(Mistake::new(MODIFIED_STATIC, Vec::new()), modifier.text_range().start());
        }
    }

    fn defaulted(&mut self, at: DeclRef, decl: &'db Decl, function: &FunctionExpr) {
        let Some(name) = self.name_of(at).map(|name| name.start()) else { return };
        let class = self.sema.class_around(Symbol { decl: at, env: self.sema.env_of(at) });
        let is_in_class = decl.parent.is_some();
        // Headers of the classes around stand in front of a member that is defined outside.
        let is_template = is_in_class && !decl.templates.is_empty();
        let is_comparison = self.sema.dialect.standard >= Standard::Cpp20 && compares(&decl.name);
        let mistake = match &decl.name {
            _ if decl.specifiers.is_friend && is_comparison => return,
            _ if decl.specifiers.is_friend || is_template => {
                let number = if is_template { DEFAULTED_TEMPLATE } else { DEFAULTED_FRIEND };
                if let Some(start) = self.body_place(at, SyntaxKind::EQ) {
                    self.met(Mistake::new(number, Vec::new()), start);
                }
                return;
            }
            DeclName::Destructor => return,
            DeclName::Constructor => {
                let is_special = match (class, function.params.as_slice(), function.variadic) {
                    (None, ..) => return,
                    (Some(_), [], variadic) => !variadic,
                    (Some(_), _, true) => false,
                    (Some(class), [only], false) => {
                        match self.is_object_of(at, class, only, Takes::Reference) {
                            Some(is_special) => is_special,
                            None => return,
                        }
                    }
                    _ => false,
                };
                (!is_special).then(|| Mistake::new(WRONG_CONSTRUCTOR, Vec::new()))
            }
            DeclName::Operator(operator) if &**operator == "=" => {
                let Some(class) = class else { return };
                match self.is_assignment(at, class, function) {
                    Some(true) | None => None,
                    Some(false) => Some(Mistake::new(WRONG_ASSIGNMENT, Vec::new())),
                }
            }
            DeclName::Operator(_) if is_comparison => match class {
                Some(class) if !decl.specifiers.is_static => self.comparison_form(at, class, function),
                _ => None,
            },
            // What is wrong with an operator otherwise is reported first.
            DeclName::Operator(_) if class.is_some() && (decl.specifiers.is_static || !is_in_class) => None,
            _ => {
                let place =
                    if is_in_class { Some(name) } else { self.body_place(at, SyntaxKind::DEFAULT_KW) };
                if let Some(place) = place {
                    let arguments = vec![Argument::Name("= default".to_owned())];
                    self.met(Mistake::new(NOT_SPECIAL, arguments), place);
                }
                return;
            }
        };
        if let Some(mistake) = mistake {
            self.met(mistake, name);
        }
    }

    /// Whether an assignment operator copies or moves its class; `None` where that is not known.
    fn is_assignment(&self, at: DeclRef, class: Class<'db>, function: &FunctionExpr) -> Option<bool> {
        let [only] = function.params.as_slice() else { return Some(false) };
        let is_plain = function.qualifiers == Qualifiers::default() && !function.variadic;
        let result = self.sema.resolve(&function.result, self.site(at));
        let result = match result.kind(self.sema.db) {
            Kind::Reference(to, false) => {
                self.is_class(*to, class).map(|is| is && !self.is_qualified(*to))?
            }
            Kind::Gap(_) | Kind::Error | Kind::Dependent => return None,
            _ => false,
        };
        let takes_class = self.is_object_of(at, class, only, Takes::Reference)?;
        Some(is_plain && result && takes_class)
    }

    /// What is wrong with the type of a defaulted comparison that is a member ([class.compare.default]/1).
    fn comparison_form(&self, at: DeclRef, class: Class<'db>, function: &FunctionExpr) -> Option<Mistake> {
        let [only] = function.params.as_slice() else { return None };
        if !self.is_object_of(at, class, only, Takes::Constant)? {
            let spelled = self.sema.spelled(&only.ty, self.site(at))?;
            return Some(Mistake::new(COMPARED_TYPE, vec![self.sema.type_argument(&spelled)?]));
        }
        if function.ref_qualifier == RefQualifier::Rvalue {
            return None;
        }
        if function.qualifiers != Qualifiers::CONST {
            return Some(Mistake::new(COMPARISON_NOT_CONST, Vec::new()));
        }
        let is_three_way = matches!(&self.sema.decl(at).name, DeclName::Operator(it) if &**it == "<=>");
        let result = self.sema.resolve(&function.result, self.site(at)).unqualified(self.sema.db);
        let is_open = matches!(result.kind(self.sema.db), Kind::Gap(_) | Kind::Error | Kind::Dependent);
        let is_wrong = !is_three_way && !is_open && result.as_builtin(self.sema.db) != Some(Builtin::Bool);
        is_wrong.then(|| Mistake::new(COMPARISON_RESULT, Vec::new()))
    }

    /// Whether a parameter refers to an object of a class as a special member function wants it; `None` where its type is
    /// not known.
    fn is_object_of(&self, at: DeclRef, class: Class<'db>, param: &ParamExpr, takes: Takes) -> Option<bool> {
        let db = self.sema.db;
        let ty = self.sema.resolve(&param.ty, self.site(at));
        let (to, moves) = match ty.kind(db) {
            Kind::Reference(to, moves) => (*to, *moves),
            Kind::Gap(_) | Kind::Error | Kind::Dependent => return None,
            _ => return Some(false),
        };
        let is_const = to.qualifiers(db) == Qualifiers::CONST;
        let fits = match takes {
            Takes::Reference => is_const && !moves || !self.is_qualified(to),
            Takes::Constant => is_const && !moves,
        };
        Some(self.is_class(to, class)? && fits)
    }

    /// Whether a type is a class, qualifiers apart; `None` where that is not known.
    fn is_class(&self, ty: Ty<'db>, class: Class<'db>) -> Option<bool> {
        let db = self.sema.db;
        let ty = ty.unqualified(db);
        match ty.as_class(db) {
            Some(of) if of == class => Some(true),
            // Another instance, or the same one by arguments that are not known to be equal.
            Some(of) if of.origin(db) == class.origin(db) => None,
            None if matches!(ty.kind(db), Kind::Gap(_) | Kind::Error | Kind::Dependent) => None,
            _ => Some(false),
        }
    }

    fn is_qualified(&self, ty: Ty<'db>) -> bool {
        ty.qualifiers(self.sema.db) != Qualifiers::default()
    }

    /// `= delete` behind a function that is declared before ([dcl.fct.def.delete]/4).
    fn deleted_later(&mut self, at: DeclRef, decl: &'db Decl) {
        let is_specialization = decl.templates.iter().any(|header| header.params.is_empty());
        let is_of_block = at.local.0 >= asunder_hir::body::FIRST_LOCAL;
        if decl.parent.is_some() || decl.specifiers.is_friend || is_specialization || is_of_block {
            return;
        }
        let Redeclarations::Known(all) = self.sema.names().redeclarations(at) else { return };
        let mut earlier = all.into_iter().filter(|other| *other < at).peekable();
        let is_definition = |other: DeclRef| {
            let kind = &self.sema.decl(other).kind;
            matches!(kind, DeclKind::Function { body, .. } if body.is_definition())
        };
        // A second definition is another mistake.
        if earlier.peek().is_none() || decl.qualifier.is_none() && earlier.any(is_definition) {
            return;
        }
        let place = match decl.templates.is_empty() {
            true => self.body_place(at, SyntaxKind::DELETE_KW),
            false => self.name_of(at).map(|name| name.start()),
        };
        if let Some(place) = place {
            self.met(Mistake::new(DELETED_LATER, Vec::new()), place);
        }
    }

    /// Where a token of `= default` or `= delete` stands.
    fn body_place(&self, at: DeclRef, token: SyntaxKind) -> Option<TextSize> {
        let node = self.node_of(at)?;
        let function = node.ancestors().find(|it| it.kind() == SyntaxKind::FUNCTION_DEF)?;
        let is_body = |kind| matches!(kind, SyntaxKind::DEFAULT_BODY | SyntaxKind::DELETE_BODY);
        let body = function.children().find(|it| is_body(it.kind()))?;
        let mut tokens = body.children_with_tokens();
        tokens.find(|it| it.kind() == token).map(|it| it.text_range().start())
    }
}

/// What a special member function takes its class as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Takes {
    /// `C &`, `const C &` or `C &&`.
    Reference,
    /// `const C &`.
    Constant,
}

/// Whether a name is that of a comparison.
fn compares(name: &DeclName) -> bool {
    matches!(name, DeclName::Operator(it) if matches!(&**it, "==" | "!=" | "<" | ">" | "<=" | ">=" | "<=>"))
}
