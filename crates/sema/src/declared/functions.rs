//! What declarations of functions say besides their types: default arguments ([dcl.fct.default]), exception
//! specifications ([except.spec]).

use asunder_decls::item_tree;
use asunder_decls::names::DeclRef;
use asunder_decls::redeclaration::Redeclarations;
use asunder_decls::written::{
    BodyKind, Decl, DeclKind, DeclName, Expr as Written, FunctionExpr, NoexceptExpr, ParamExpr, TypeExpr,
};
use asunder_hir::body::{ExprId, Owner, Root};
use asunder_syntax::{AstNode, SyntaxKind, TextSize, ast};
use asunder_types::{Symbol, Value};

use super::Checker;
use super::redeclared::Order;
use crate::finding::{Argument, Mistake, Place};

/// "default argument not at end of parameter list".
const NOT_AT_END: u16 = 306;
/// "redefinition of default argument".
pub(super) const DEFAULT_TWICE: u16 = 307;
/// "exception specification is incompatible with that of previous …".
const THROWS_LESS: u16 = 536;
/// "allowing all exceptions is incompatible with previous …".
const THROWS_MORE: u16 = 541;
/// "linkage specification is incompatible with previous …".
const LINKAGE: u16 = 337;

/// "… was previously declared constexpr"; the next number with "not".
const WAS_CONSTEXPR: u16 = 2383;
/// "… was previously declared consteval"; the next number with "not".
const WAS_CONSTEVAL: u16 = 2930;

/// "more than one instance of overloaded … has … linkage".
const OVERLOADED_IN_C: u16 = 338;

/// What an exception specification says.
#[derive(Clone, Copy)]
struct Exceptions {
    allows_none: bool,
    is_written: bool,
}

impl<'db> Checker<'_, 'db> {
    /// `void f(); extern "C" void f();` ([dcl.link]/5). True if it is reported.
    pub(super) fn changed_linkage(&mut self, at: DeclRef, decl: &'db Decl) -> bool {
        let is_function = decl.parent.is_none() && decl.qualifier.is_none() && decl.templates.is_empty();
        if !is_function || decl.specifiers.is_static || !self.sema.names().has_c_linkage(at) {
            return false;
        }
        // The program's beginning has no linkage of its own.
        if decl.name.ident().is_some_and(|name| &**name == "main") {
            return false;
        }
        let Some(name) = self.name_of(at) else { return false };
        let Some(first) = self.earlier(at, decl, Order::Forwards, |_| true) else { return false };
        let known = self.sema.decl(first);
        if self.sema.names().has_c_linkage(first) || known.specifiers.is_static || known.specifiers.is_friend
        {
            return false;
        }
        let symbol = Symbol { decl: first, env: self.sema.env_of(first) };
        let Some(text) = self.sema.qualified_name(symbol) else { return false };
        let declared = Some(Place::Decl(first));
        let entity = Argument::Entity { kind: None, name: text, declared };
        self.met(Mistake::new(LINKAGE, vec![entity]), name.start());
        true
    }

    /// A function with C linkage that is not the one that the last function of its name with C linkage is
    /// ([dcl.link]/6): an error in one namespace, and a warning where the two stand in different ones.
    pub(super) fn overloaded_in_c(&mut self, at: DeclRef, decl: &'db Decl) {
        let names = self.sema.names();
        let Some(ident) = decl.name.ident() else { return };
        let is_function = decl.parent.is_none() && decl.qualifier.is_none() && decl.templates.is_empty();
        if !is_function || decl.specifiers.is_static || !names.has_c_linkage(at) {
            return;
        }
        let Some(name) = self.name_of(at) else { return };
        let env = self.sema.env_of(at);
        let Some(own) = self.sema.signature(Symbol { decl: at, env }) else { return };
        let mut last = None;
        for item in names.items_declaring(ident) {
            for local in names.decls_named(*item, ident) {
                let other_at = DeclRef { item: *item, local };
                let other = self.sema.decl(other_at);
                let is_other = other_at < at
                    && other.parent.is_none()
                    && other.qualifier.is_none()
                    && other.templates.is_empty()
                    && !other.specifiers.is_static
                    && self.sema.function_expr(other_at).is_some()
                    && names.has_c_linkage(other_at);
                if is_other && last.is_none_or(|last: DeclRef| last < other_at) {
                    last = Some(other_at);
                }
            }
        }
        let Some(last) = last else { return };
        let symbol = Symbol { decl: last, env: self.sema.env_of(last) };
        let (Some(known), Some(text)) = (self.sema.signature(symbol), self.sema.qualified_name(symbol))
        else {
            return;
        };
        let db = self.sema.db;
        let is_open = own.ty.absorbs(db) || known.ty.absorbs(db);
        let has_same_parameters = own.params == known.params && own.variadic == known.variadic;
        let is_here = names.item(last.item).namespace == names.item(at.item).namespace;
        if is_open || has_same_parameters && (is_here || own.result == known.result) {
            return;
        }
        let arguments = vec![Argument::entity("function", text), Argument::Name("C".to_owned())];
        let mistake = match is_here {
            true => Mistake::new(OVERLOADED_IN_C, arguments),
            false => Mistake::warning(OVERLOADED_IN_C, arguments),
        };
        self.met(mistake, name.start());
    }

    /// Default arguments that leave a gap, or that the function has already.
    pub(super) fn default_arguments(&mut self, at: DeclRef, decl: &'db Decl, function: &FunctionExpr) {
        if !function.params.iter().any(|param| param.has_default) {
            return;
        }
        let mut known = vec![false; function.params.len()];
        self.earlier(at, decl, Order::Forwards, |other| {
            let params = self.sema.function_expr(other).map(|it| &it.params[..]).unwrap_or_default();
            for (known, param) in known.iter_mut().zip(params) {
                *known |= param.has_default;
            }
            known.iter().all(|known| *known)
        });
        let params = function.params.iter().enumerate();
        let is_last = |index: usize| {
            function.params[index..].iter().zip(&known[index..]).all(|(it, known)| it.has_default || *known)
        };
        let gap = params.clone().find(|(index, param)| param.has_default && !is_last(*index));
        let mut found = Vec::new();
        found.extend(gap.map(|(index, _)| (index, NOT_AT_END)));
        let twice = params.filter(|(index, param)| param.has_default && known[*index]);
        found.extend(twice.map(|(index, _)| (index, DEFAULT_TWICE)));
        for (index, number) in found {
            // Outside its class a member is known by its name.
            let place = match decl.qualifier {
                Some(_) => self.name_of(at).map(|name| name.start()),
                None => self.default_place(at, index),
            };
            if let Some(offset) = place {
                self.met(Mistake::new(number, Vec::new()), offset);
            }
        }
    }

    /// A default argument of a template, or of a member of one, in front of a parameter without one: a pack has none.
    pub(super) fn gap_in_template(&mut self, at: DeclRef, decl: &Decl) {
        let Some(function) = self.sema.function_expr(at) else { return };
        let is_first = match &decl.name {
            DeclName::Ident(ident) if decl.parent.is_none() => {
                let names = self.sema.names();
                names.is_declared_once(ident, self.item) && names.decls_named(self.item, ident).len() == 1
            }
            _ => decl.parent.is_some(),
        };
        let lacks = |param: &ParamExpr| !param.has_default && !matches!(param.ty, TypeExpr::Expansion(_));
        let last = function.params.iter().rposition(lacks).unwrap_or_default();
        let gap = function.params[..last].iter().position(|param| param.has_default);
        // A template is known by its name.
        let place = |index| match decl.templates.is_empty() {
            true => self.default_place(at, index),
            false => self.name_of(at).map(|name| name.start()),
        };
        if let Some(place) = gap.filter(|_| is_first).and_then(place) {
            self.met(Mistake::new(NOT_AT_END, Vec::new()), place);
        }
    }

    /// Where the default argument of a parameter stands.
    pub(super) fn default_place(&self, at: DeclRef, index: usize) -> Option<TextSize> {
        let bodies = self.sema.bodies(self.item);
        let number = bodies.number_of(Owner::Defaults(at.local))?;
        let (_, body) = bodies.bodies.get(number as usize)?;
        let Root::Defaults(defaults) = &body.root else { return None };
        let (_, expr): (u32, ExprId) = *defaults.iter().find(|(of, _)| *of as usize == index)?;
        let map = asunder_hir::source_map(self.sema.db, self.sema.names().item_text(self.item));
        Some(map.bodies.get(number as usize)?.range(expr).start())
    }

    /// The exception specification of a function, if its value is known.
    fn exceptions_of(&self, function: DeclRef) -> Option<Exceptions> {
        let allows_none = match &self.sema.function_expr(function)?.noexcept {
            NoexceptExpr::None => return Some(Exceptions { allows_none: false, is_written: false }),
            NoexceptExpr::Noexcept => true,
            NoexceptExpr::If(condition) => match &**condition {
                Written::Bool(value) => *value,
                condition => match self.sema.constant_of(condition, self.site(function)) {
                    Value::Integer(value, _) => value != 0,
                    _ => return None,
                },
            },
        };
        Some(Exceptions { allows_none, is_written: true })
    }

    /// An exception specification that an earlier declaration contradicts.
    pub(super) fn exceptions(&mut self, at: DeclRef, decl: &'db Decl) {
        let Some(name) = self.name_of(at) else { return };
        // Destructors and the functions of `delete` do not throw unless they say so.
        let is_plain = match &decl.name {
            DeclName::Ident(_) => true,
            DeclName::Operator(operator) => !operator.starts_with("delete"),
            _ => false,
        };
        if !is_plain {
            return;
        }
        let Some(own) = self.exceptions_of(at) else { return };
        let Some(other) = self.earlier(at, decl, Order::Backwards, |_| true) else { return };
        let Some(known) = self.exceptions_of(other) else { return };
        let number = match (known.allows_none, own) {
            (true, Exceptions { allows_none: false, is_written: false }) => THROWS_MORE,
            (known, own) if known != own.allows_none => THROWS_LESS,
            _ => return,
        };
        let symbol = Symbol { decl: other, env: self.sema.env_of(other) };
        let Some(text) = self.function_text(symbol, at) else { return };
        let entity =
            Argument::Entity { kind: Some("function"), name: text, declared: Some(Place::Decl(other)) };
        let Some(behind) = self.behind_parameters(usize::from(name.end())) else { return };
        self.met(Mistake::new(number, vec![entity]), TextSize::new(behind as u32));
    }

    /// A function whose first declaration is `constexpr` or `consteval` where this one is not, or the other way round
    /// ([dcl.constexpr]/1). What is shown is its definition, or else its first declaration.
    pub(super) fn constness(&mut self, at: DeclRef, decl: &'db Decl) {
        let is_written = |decl: &Decl| {
            let is_special = matches!(decl.name, DeclName::TemplateId(..) | DeclName::Destructor)
                || !decl.templates.is_empty() && decl.templates.iter().all(|it| it.params.is_empty());
            let body = match &decl.kind {
                DeclKind::Function { body, .. } => *body,
                _ => return false,
            };
            !is_special
                && !decl.explicit_instantiation
                && !matches!(body, BodyKind::Defaulted | BodyKind::Deleted)
                && !decl.templates.iter().any(|it| it.is_constrained)
        };
        let (Some(name), true) = (self.name_of(at), is_written(decl)) else { return };
        let Redeclarations::Known(mut all) = self.sema.names().redeclarations(at) else { return };
        all.retain(|other| *other < at);
        all.sort_unstable();
        let Some(first) = all.first().copied() else { return };
        let (own, known) = (&decl.specifiers, self.sema.decl(first));
        if !is_written(known) {
            return;
        }
        let known = &known.specifiers;
        let is_member =
            self.sema.class_around(Symbol { decl: first, env: self.sema.env_of(first) }).is_some();
        let number = match (known.is_constexpr, own.is_constexpr) {
            _ if known.is_consteval != own.is_consteval => {
                if is_member {
                    return;
                }
                match known {
                    _ if known.is_consteval => WAS_CONSTEVAL,
                    _ if known.is_constexpr => WAS_CONSTEXPR,
                    _ => WAS_CONSTEVAL + 1,
                }
            }
            (true, false) => WAS_CONSTEXPR,
            (false, true) => WAS_CONSTEXPR + 1,
            _ => return,
        };
        let is_definition = |other: &&DeclRef| {
            matches!(self.sema.decl(**other).kind, DeclKind::Function { body: BodyKind::Block, .. })
        };
        let shown = all.iter().find(is_definition).copied().unwrap_or(first);
        // Overloads are shown with their exception specifications.
        if self.sema.function_expr(shown).is_some_and(|it| it.noexcept != NoexceptExpr::None) {
            return;
        }
        let symbol = Symbol { decl: first, env: self.sema.env_of(first) };
        let is_template = self.sema.is_function_template(first);
        let text = match &decl.name {
            _ if is_template => self.sema.names().qualified_text(first).filter(|_| !is_member),
            DeclName::Conversion(_) => self.sema.qualified_name(symbol),
            _ => self.function_text(symbol, at),
        };
        let Some(text) = text else { return };
        let kind = Some(if is_template { "function template" } else { "function" });
        let entity = Argument::Entity { kind, name: text, declared: Some(Place::Decl(shown)) };
        // What is new is shown.
        let word = match number {
            WAS_CONSTEXPR | WAS_CONSTEVAL => None,
            _ if own.is_consteval => Some(SyntaxKind::CONSTEVAL_KW),
            _ => Some(SyntaxKind::CONSTEXPR_KW),
        };
        let root = item_tree(self.sema.db, self.sema.names().item_text(self.item)).syntax();
        let specifier = word.and_then(|word| {
            let token = asunder_syntax::token_at(&root, name.start())?;
            let mut around = token.parent_ancestors();
            let specifiers = around.find_map(|it| it.children().find_map(ast::DeclSpecifierSeq::cast))?;
            Some(specifiers.keyword(word)?.syntax().text_range().start())
        });
        self.met(Mistake::new(number, vec![entity]), specifier.unwrap_or(name.start()));
    }

    /// What follows the parameters of a function and its qualifiers: the place of its exception specification. `from`
    /// is the end of its name.
    pub(super) fn behind_parameters(&self, from: usize) -> Option<usize> {
        let open = from + self.text[from..].find('(')?;
        let mut depth = 0;
        let close = self.text[open..].find(|c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        })?;
        let mut rest = &self.text[open + close + 1..];
        loop {
            rest = rest.trim_start();
            let qualifier = ["const", "volatile", "&&", "&"].iter().find_map(|word| rest.strip_prefix(word));
            match qualifier {
                Some(behind) => rest = behind,
                None => return Some(self.text.len() - rest.len()),
            }
        }
    }
}
