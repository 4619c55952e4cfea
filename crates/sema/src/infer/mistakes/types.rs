//! Names in the types of block declarations: those that nothing declares, and those that name values.

use asunder_decls::written::{Arg, Expr as WrittenExpr, Path, SegmentName, Specifiers, TypeExpr};
use asunder_hir::body::{Declared, ExprId, Init, Stmt};
use asunder_mangle::model::Ident;
use asunder_outline::BUILTIN_VARIABLES;
use asunder_syntax::Standard;
use asunder_types::{Class, Kind, Origin, Symbol, Ty};

use super::super::statements::innermost;
use super::super::{At, Infer};
use crate::declared::named_type;
use crate::declared::type_names::{CLASS_NOT_DEDUCED, PART_OF_PLACEHOLDER};
use crate::finding::{Argument, EXPECTED_SEMICOLON, MetAt, Mistake, UNDECLARED};
use crate::lookup::{Lookup, Prefix, Sought, Want};
use crate::nested_names::{Follow, NamePart, typenames, typenames_of_arguments};
use crate::spelled::Spelled;
use crate::template_ids::template_id;
use crate::value_names::ValueName;

/// "expected a ")"".
const EXPECTED_PARENTHESIS: u16 = 18;
/// "expression has no effect".
const NO_EFFECT: u16 = 174;
/// "name must be a namespace name".
const NO_NAMESPACE: u16 = 725;
/// "a variable length array cannot have static storage duration".
const VARIABLE_LENGTH: u16 = 893;
/// "namespace-qualified name is required".
const NAMESPACE_QUALIFIED: u16 = 727;
/// "a namespace name is not allowed".
const NAMESPACE: u16 = 728;
/// "incomplete type … is not allowed".
const INCOMPLETE: u16 = 70;
/// "expected a type specifier".
const NO_TYPE: u16 = 79;
/// "const … requires an initializer".
const CONSTANT: u16 = 257;
/// "… is ambiguous".
const AMBIGUOUS: u16 = 266;
/// "nontype … is not a type name".
const NO_TYPE_NAME: u16 = 757;

impl<'db> Infer<'_, 'db> {
    /// The type of a declaration that names what nothing declares. True if the declaration declares nothing.
    pub(crate) fn undeclared_type(&mut self, symbol: Symbol<'db>, written: &TypeExpr, init: &Init) -> bool {
        let (TypeExpr::Name(path, false), Some(statement)) = (innermost(written), self.statement) else {
            return false;
        };
        if let Some(ident) = path.as_ident() {
            let found = self.sema.lookup(Sought::Ident(ident), self.site(), Want::Any);
            if found == Lookup::None && self.sema.namespace_of_path(path, self.site()).is_some() {
                self.met_at(Mistake::new(NAMESPACE, Vec::new()), MetAt::Word(statement, ident.clone()));
                self.met_at(Mistake::new(EXPECTED_SEMICOLON, Vec::new()), MetAt::Name(symbol.decl));
            } else if found == Lookup::None && !ident.starts_with("__") {
                self.met_undeclared(&ident.clone(), MetAt::TypeOf(statement));
            } else if self.sema.is_ambiguous_type(&found) {
                let mistake = Mistake::new(AMBIGUOUS, vec![Argument::Name(ident.to_string())]);
                self.met_at(mistake, MetAt::Word(statement, ident.clone()));
            } else if matches!(
                written,
                TypeExpr::Pointer(_) | TypeExpr::LvalueRef(_) | TypeExpr::RvalueRef(_)
            ) && self.sema.dialect.standard >= Standard::Cpp17
                && !self.in_template
                && !self.in_instance
                && self.sema.lacks_arguments(path, self.site()).is_some()
            {
                // An initializer is read first.
                let number = match init {
                    Init::None => PART_OF_PLACEHOLDER,
                    _ => CLASS_NOT_DEDUCED,
                };
                self.met_at(Mistake::new(number, Vec::new()), MetAt::Word(statement, ident.clone()));
            }
            return false;
        }
        if !self.in_template
            && let Some(mistake) = self.sema.broken_member_type(path, self.site())
            && let Some(SegmentName::Ident(last)) = path.segments.last().map(|last| &last.name)
        {
            self.met_at(mistake, MetAt::Word(statement, last.clone()));
            return false;
        }
        let has_args = |index: usize| path.segments[index].args.is_some();
        let last = path.segments.len() - 1;
        if path.global || (0..last).any(has_args) {
            if !self.in_template
                && !self.in_instance
                && !has_args(last)
                && let Some((mistake, name)) = self.unknown_member(path)
            {
                self.met_at(mistake, MetAt::Word(statement, name));
            }
            return false;
        }
        if has_args(last) {
            return self.undeclared_template(symbol, written, path, init, statement);
        }
        if let Some((mistake, name)) = self.unknown_member(path) {
            self.met_at(mistake, MetAt::Word(statement, name));
        }
        false
    }

    /// The type of a parameter or the result of a lambda that names what nothing declares.
    pub(crate) fn check_signature_type(&mut self, lambda: ExprId, written: &TypeExpr) {
        let TypeExpr::Name(path, false) = innermost(written) else { return };
        let has_args = path.segments.iter().any(|segment| segment.args.is_some());
        if self.in_instance || path.global || has_args {
            return;
        }
        match path.as_ident() {
            Some(ident) => {
                let is_unknown = self.sema.lookup(Sought::Ident(ident), self.site(), Want::Any)
                    == Lookup::None
                    && self.sema.namespace_of_path(path, self.site()).is_none();
                if is_unknown && !ident.starts_with("__") {
                    self.met_undeclared(&ident.clone(), MetAt::WordIn(lambda, ident.clone()));
                }
            }
            None => {
                if let Some((mistake, name)) = self.unknown_member(path) {
                    self.met_at(mistake, MetAt::WordIn(lambda, name));
                }
            }
        }
    }

    /// The name of a variable, function or enumerator in front of what would be declared: an expression that ends there. Behind
    /// other specifiers it is a type that is none. True if nothing is declared.
    pub(crate) fn check_value_as_type(&mut self, symbol: Symbol<'db>, written: &TypeExpr) -> bool {
        let (TypeExpr::Name(path, false), Some(statement)) = (innermost(written), self.statement) else {
            return false;
        };
        let Some(SegmentName::Ident(word)) = path.segments.first().map(|it| &it.name) else { return false };
        if self.in_instance || path.global || path.segments.iter().any(|it| it.args.is_some()) {
            return false;
        }
        let named = self.sema.lookup_path(path, self.site(), Want::Any);
        let (value, entity) = match named.found {
            Lookup::Variable(number) if !self.is_undeclared_variable(number) => {
                let variable = self.variable_of(number);
                // `T T, *p;`: the name still means the type in the second declarator.
                let is_own = |declared: &Declared| {
                    variable.decl.is_some_and(|decl| decl == symbol.decl.sibling(declared.decl))
                };
                if matches!(&self.body[statement], Stmt::Decl(all) if all.iter().any(is_own)) {
                    return false;
                }
                let kind = if variable.parameter.is_some() { "parameter" } else { "variable" };
                (ValueName::Variable, Argument::entity(kind, &**word))
            }
            Lookup::Found(_) => match self.sema.value_named(path, self.site()) {
                Some(found) => found,
                None => return false,
            },
            _ => return false,
        };
        let mut inner = written;
        while let TypeExpr::Array(_, element) = inner {
            inner = element;
        }
        let is_plain = self.sema.decl(symbol.decl).specifiers == Specifiers::default();
        let is_namespaced = path.segments.len() > 1 && matches!(named.prefix, Prefix::Namespace(_));
        if !is_plain || crate::declared::is_qualified(written) || is_namespaced {
            self.met_at(Mistake::new(NO_TYPE_NAME, vec![entity]), MetAt::Word(statement, word.clone()));
            return false;
        }
        let is_instance_member = value == ValueName::Member && path.segments.len() > 1;
        if !matches!(inner, TypeExpr::Name(..)) || value == ValueName::Overloaded || is_instance_member {
            return false;
        }
        if self.scopes.is_condition() {
            self.met_at(Mistake::new(EXPECTED_PARENTHESIS, Vec::new()), MetAt::Name(symbol.decl));
            return true;
        }
        // Only the first of several declarators.
        let is_known = |met: &crate::finding::Met| {
            met.mistake.number == NO_EFFECT
                && matches!(&met.at, MetAt::Word(at, known) if *at == statement && known == word)
        };
        // What is reported of the first one is two mistakes, and nothing is of the others.
        if !self.out.mistakes.iter().rev().take(2).any(is_known) {
            self.met_at(Mistake::new(NO_EFFECT, Vec::new()), MetAt::Word(statement, word.clone()));
            self.met_at(Mistake::new(EXPECTED_SEMICOLON, Vec::new()), MetAt::Name(symbol.decl));
        }
        true
    }

    /// The type of a declaration in a template that is none without `typename` ([temp.res]/5): behind the name of a
    /// parameter it is read as a value, and the declaration as an expression that ends in front of the declared name.
    pub(crate) fn check_missing_typename(&mut self, symbol: Symbol<'db>, written: &TypeExpr) {
        let Some(statement) = self.statement.filter(|_| self.in_template && !self.in_instance) else {
            return;
        };
        let path = named_type(written);
        let Some(path) = path.filter(|path| path.segments.len() > 1 && !path.global) else { return };
        let SegmentName::Ident(first) = &path.segments[0].name else { return };
        if let Some(mistake) = self.sema.needs_typename(path, self.site()) {
            self.met_at(mistake, MetAt::Word(statement, first.clone()));
            return;
        }
        let Some(words) = path.plain_words() else { return };
        let found = self.sema.lookup(Sought::Ident(first), self.site(), Want::Scopes);
        if !matches!(found, Lookup::Param(_, None)) {
            return;
        }
        let decl = self.sema.decl(symbol.decl);
        let is_plain = decl.specifiers == Specifiers::default();
        if is_plain && matches!(written, TypeExpr::Name(..)) {
            let is_next = |met: &crate::finding::Met| {
                met.mistake.number == EXPECTED_SEMICOLON
                    && matches!(met.at, MetAt::Name(other) if other.item == symbol.decl.item
                        && other.local.0 + 1 == symbol.decl.local.0)
            };
            if !self.out.mistakes.iter().any(is_next) {
                self.met_at(Mistake::new(EXPECTED_SEMICOLON, Vec::new()), MetAt::Name(symbol.decl));
            }
        } else if !is_plain || crate::declared::is_qualified(written) {
            let mistake = Mistake::new(NO_TYPE_NAME, vec![Argument::entity("nontype", words.join("::"))]);
            self.met_at(mistake, MetAt::Word(statement, first.clone()));
        }
    }

    /// The names behind `typename` in the type of a declaration of an instance. True if the declaration is not read to its
    /// end: it declares nothing. A type that several declarators share is checked with the first of them.
    pub(crate) fn check_typenames(&mut self, written: &TypeExpr) -> bool {
        let Some(statement) = self.statement.filter(|_| self.in_instance) else { return false };
        let mut all = Vec::new();
        typenames(written, Follow::Declarator, &mut all);
        let is_same =
            |met: &&crate::finding::Met| matches!(&met.at, MetAt::NestedName(of, ..) if *of == statement);
        if all.is_empty() {
            return false;
        }
        if let Some(met) = self.out.mistakes.iter().rev().find(is_same) {
            return met.mistake.number == EXPECTED_SEMICOLON;
        }
        self.met_typenames(all, |path, part| MetAt::NestedName(statement, path, part))
    }

    /// The names behind `typename` in a type that an expression of an instance writes. True if one of them is wrong.
    pub(crate) fn check_typenames_in(&mut self, expr: ExprId, written: &TypeExpr, follow: Follow) -> bool {
        self.check_constants_of_type(expr, written);
        let mut all = Vec::new();
        if self.in_instance {
            typenames(written, follow, &mut all);
        }
        let known = self.out.mistakes.len();
        self.met_typenames(all, |path, part| MetAt::NestedNameIn(expr, path, part));
        self.out.mistakes.len() > known
    }

    /// The same in the template arguments that a name writes.
    pub(crate) fn check_typenames_of_arguments(&mut self, expr: ExprId, args: &[Arg]) -> bool {
        if !self.in_instance {
            return false;
        }
        let known = self.out.mistakes.len();
        self.met_typenames(typenames_of_arguments(args), |path, part| MetAt::NestedNameIn(expr, path, part));
        self.out.mistakes.len() > known
    }

    fn met_typenames(
        &mut self,
        all: Vec<(&Path, Follow)>,
        at: impl Fn(Box<Path>, NamePart) -> MetAt,
    ) -> bool {
        for (path, follow) in all {
            let (wrong, ends) = self.sema.wrong_typename(path, follow, self.site());
            for (mistake, part) in wrong {
                self.met_at(mistake, at(Box::new(path.clone()), part));
            }
            if ends {
                return true;
            }
        }
        false
    }

    /// The arguments of the template that the type of a declaration names.
    pub(crate) fn check_template_arguments(&mut self, written: &TypeExpr) {
        let (Some((path, name, args)), Some(statement)) = (template_id(written), self.statement) else {
            return;
        };
        for (place, mistake) in self.sema.wrong_template_arguments(path, args, self.site()) {
            self.met_at(mistake, MetAt::TemplateArguments(statement, name.into(), place));
        }
    }

    /// `using namespace n;` in a block, where no namespace has that name.
    pub(crate) fn check_directive(&mut self, path: &Path) {
        let Some(statement) = self.statement else { return };
        match path.as_ident() {
            Some(name) if &**name == "std" => {}
            Some(name) => {
                self.met_at(Mistake::new(NO_NAMESPACE, Vec::new()), MetAt::Word(statement, name.clone()));
            }
            None => {
                let named = self.sema.lookup_path(path, self.site(), Want::Any);
                let first = path.segments.first().map(|first| &first.name);
                if let Some((mistake, name)) = self.unknown_member(path) {
                    self.met_at(mistake, MetAt::Word(statement, name));
                } else if let (Lookup::Found(_), Prefix::Namespace(_) | Prefix::Type(_), false) =
                    (named.found, named.prefix, path.global)
                    && let Some(SegmentName::Ident(first)) = first
                {
                    let mistake = Mistake::new(NO_NAMESPACE, Vec::new());
                    self.met_at(mistake, MetAt::Word(statement, first.clone()));
                }
            }
        }
    }

    /// `using N::x;` in a block, where `N` has no `x`.
    pub(crate) fn check_using(&mut self, path: &Path) {
        if let (Some(name), Some(statement)) = (path.as_ident(), self.statement) {
            let mistake = Mistake::new(NAMESPACE_QUALIFIED, Vec::new());
            self.met_at(mistake, MetAt::Word(statement, name.clone()));
            return;
        }
        let named = self.sema.lookup_path(path, self.site(), Want::Any);
        if let (Lookup::None, Some(statement), Some(SegmentName::Ident(last))) =
            (named.found, self.statement, path.segments.last().map(|last| &last.name))
            && self.sema.namespace_of_path(path, self.site()).is_some()
        {
            self.met_at(Mistake::new(NAMESPACE, Vec::new()), MetAt::Word(statement, last.clone()));
            return;
        }
        if let (Some((mistake, name)), Some(statement)) = (self.unknown_member(path), self.statement)
            && path.segments.last().is_some_and(|last| last.args.is_none())
        {
            self.met_at(mistake, MetAt::Word(statement, name));
        }
    }

    /// The type of a declaration that names one its class does not let it name.
    pub(crate) fn check_named_type(&mut self, written: &TypeExpr) {
        let (Some(path), Some(statement), Some(owner)) = (named_type(written), self.statement, self.owner)
        else {
            return;
        };
        let function = self.sema.decl(owner).name.ident();
        if path.segments.len() > 1
            && let Some((mistake, name)) = self.sema.inaccessible_type(path, self.site(), function)
        {
            self.met_at(mistake, MetAt::Word(statement, name));
        }
    }

    /// An array whose bound is not constant, though it lives as long as the program or the block of threads.
    pub(crate) fn check_variable_length(&mut self, decl: asunder_decls::names::DeclRef, written: &TypeExpr) {
        let mut bounds = Vec::new();
        let mut at = written;
        while let TypeExpr::Array(bound, element) = at {
            bounds.extend(bound);
            at = element;
        }
        // What the device has of such arrays is its own rules'.
        let host_only = self.sema.decl(decl).attributes.spaces.shared || self.is_device_function();
        let is_variable = bounds.into_iter().any(|bound| self.is_run_time(bound));
        if is_variable && (!self.in_template || host_only) {
            let mistake = Mistake { host_only, ..Mistake::new(VARIABLE_LENGTH, Vec::new()) };
            self.met_at(mistake, MetAt::Name(decl));
        }
    }

    /// Whether a bound surely has the value of a variable that is not constant.
    fn is_run_time(&self, bound: &WrittenExpr) -> bool {
        match bound {
            WrittenExpr::Name(path) => {
                let found = self.sema.lookup_path(path, self.site(), Want::Any).found;
                let number = match found {
                    Lookup::Variable(number) => number,
                    Lookup::Found(symbols) => return matches!(&*symbols, [only] if self.is_changeable(*only)),
                    _ => return false,
                };
                let variable = self.variable_of(number);
                let is_const = variable.ty.qualifiers(self.db()).is_const || self.is_open(variable.ty);
                !is_const && variable.value.is_none()
            }
            WrittenExpr::Paren(inner) | WrittenExpr::Unary(_, inner) => self.is_run_time(inner),
            WrittenExpr::Binary(_, left, right) => self.is_run_time(left) || self.is_run_time(right),
            // `blockDim.x`
            WrittenExpr::Member(object, false, _) => match &**object {
                WrittenExpr::Name(path) => {
                    path.as_ident().is_some_and(|name| BUILTIN_VARIABLES.contains(&&**name))
                        && matches!(
                            self.sema.lookup_path(path, self.site(), Want::Any).found,
                            Lookup::Found(_)
                        )
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a symbol is a variable of a namespace whose integer may change.
    fn is_changeable(&self, symbol: Symbol<'db>) -> bool {
        let written = self.sema.decl(symbol.decl);
        let is_variable = matches!(written.kind, asunder_decls::written::DeclKind::Variable { .. });
        let ty = self.sema.variable_type(symbol);
        is_variable
            && written.parent.is_none()
            && !written.specifiers.is_constexpr
            && ty.as_builtin(self.db()).is_some()
            && !ty.qualifiers(self.db()).is_const
    }

    /// The type behind `new` that names what nothing declares.
    pub(crate) fn check_new_type(&mut self, id: ExprId, written: &TypeExpr) {
        let TypeExpr::Name(path, false) = innermost(written) else { return };
        let Some(last) = path.segments.last().filter(|last| last.args.is_none()) else { return };
        let SegmentName::Ident(name) = &last.name else { return };
        let is_unknown = match path.as_ident() {
            Some(_) => self.sema.lookup(Sought::Ident(name), self.site(), Want::Any) == Lookup::None,
            None => false,
        };
        if is_unknown && !name.starts_with("__") {
            self.met_at(Mistake::new(NO_TYPE, Vec::new()), MetAt::NewType(id));
        }
    }

    /// The member that a scope does not have, and its name.
    pub(super) fn unknown_member(&self, path: &Path) -> Option<(Mistake, Ident)> {
        let named = self.sema.lookup_path(path, self.site(), Want::Any);
        let SegmentName::Ident(name) = &path.segments.last()?.name else { return None };
        let is_unknown = named.found == Lookup::None
            && match named.prefix {
                Prefix::Namespace(id) => id.0 != 0,
                Prefix::Type(ty) => self.is_known_class(ty) || self.is_whole_instance(ty),
                _ => false,
            };
        if !is_unknown || name.starts_with("__") || path.segments.len() < 2 {
            return None;
        }
        Some((self.no_member(&named.prefix, name, None, Some(path))?, name.clone()))
    }

    /// Whether a type is an instance of a class template without bases.
    fn is_whole_instance(&self, ty: Ty<'db>) -> bool {
        ty.as_class(self.db()).is_some_and(|class| {
            class.args(self.db()).is_some()
                && !self.sema.is_dependent_class(class)
                && self.sema.definition(class).is_some()
                && self.sema.bases(class).is_empty()
        })
    }

    /// A class that nothing defines, where it has to be complete. True if it is reported.
    pub(crate) fn check_undefined_class(&mut self, class: Class<'db>, at: At) -> bool {
        let is_undefined = class.args(self.db()).is_none()
            && matches!(class.origin(self.db()), Origin::Decl(_))
            && self.sema.definition(class).is_none();
        if !is_undefined || self.in_template || self.in_instance || self.sema.is_dependent_class(class) {
            return false;
        }
        let text = self.sema.type_argument(&Spelled::Plain(self.sema.ty(Kind::Class(class))));
        let is_reported = text.is_some();
        if let Some(text) = text {
            self.met(Mistake::new(INCOMPLETE, vec![text]), at);
        }
        is_reported
    }

    /// The name of a template that nothing declares.
    pub(super) fn unknown_template(&self, path: &Path) -> Option<(Mistake, Ident)> {
        let [only] = path.segments.as_slice() else { return self.unknown_member(path) };
        let SegmentName::Ident(name) = &only.name else { return None };
        let is_unknown = self.sema.lookup(Sought::Ident(name), self.site(), Want::Any) == Lookup::None;
        let mistake = Mistake::new(UNDECLARED, vec![Argument::Name(name.to_string())]);
        (is_unknown && !path.global && name.is_ascii() && !name.starts_with("__"))
            .then(|| (mistake, name.clone()))
    }

    /// A constant without an initializer, whose type is not known.
    pub(super) fn check_constant_of_unknown(&mut self, symbol: Symbol<'db>, written: &TypeExpr, init: &Init) {
        let decl = self.sema.decl(symbol.decl);
        let is_const = matches!(written, TypeExpr::Qualified(qualifiers, _) if qualifiers.is_const);
        if let (true, Init::None, Some(name)) = (is_const, init, decl.name.ident())
            && !decl.specifiers.is_extern
        {
            let mistake = Mistake {
                is_warning: self.in_template,
                ..Mistake::new(CONSTANT, vec![Argument::entity("variable", &**name)])
            };
            self.met_at(mistake, MetAt::Behind(symbol.decl));
        }
    }
}
