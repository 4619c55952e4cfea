//! Forms of constructors, destructors and conversion functions ([class.ctor], [class.dtor], [class.conv.fct]): their names,
//! results and parameters.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{Decl, DeclKind, DeclName, FunctionExpr, TypeExpr};
use asunder_syntax::{AstNode, SyntaxKind, TextSize, ast};
use asunder_types::{Builtin, Kind, Symbol};

use super::Checker;
use super::forms::{declaration_around, keyword_of};
use crate::finding::{Argument, Found, Mistake};
use crate::spelled::Spelled;

/// "a field with the same name as its class cannot be declared in a class with a user-declared constructor".
const FIELD_NAMED_AS_CLASS: u16 = 1081;
/// "declaration of a member with the same name as its class".
const MEMBER_NAMED_AS_CLASS: u16 = 280;
/// "invalid destructor declaration".
const OTHER_DESTRUCTOR: u16 = 279;
/// "no arguments allowed on user-defined conversion".
const CONVERSION_PARAMETERS: u16 = 343;
/// ""static" is not allowed".
const STATIC: u16 = 378;
/// "member function with the same name as its class must be a constructor".
const NAMED_AS_CLASS: u16 = 405;
/// "a destructor may not have parameters".
const DESTRUCTOR_PARAMETERS: u16 = 407;
/// "copy constructor for class … may not have a parameter of type …".
const COPY_BY_VALUE: u16 = 408;
/// "conversion function must be a nonstatic member function".
const CONVERSION_OUTSIDE: u16 = 436;
/// "return type may not be specified on a conversion function".
const CONVERSION_RESULT: u16 = 452;
/// "return type may not be specified on a destructor".
const DESTRUCTOR_RESULT: u16 = 964;
/// "destructor name must be qualified".
const FRIEND_DESTRUCTOR: u16 = 1010;

impl<'db> Checker<'_, 'db> {
    /// What is wrong with the form of a constructor, destructor or conversion function, or of a function that is named as
    /// its class; whether something is.
    pub(super) fn special_member(&mut self, at: DeclRef, decl: &'db Decl, function: &FunctionExpr) -> bool {
        let count = self.found.len();
        match &decl.name {
            DeclName::Ident(name) => {
                let class = decl.parent.map(|parent| self.sema.decl(at.sibling(parent)));
                let is_named_as = class.is_some_and(|class| {
                    matches!(class.kind, DeclKind::Class(_)) && class.name.ident() == Some(name)
                });
                if let (Some(place), true) = (self.name_of(at), is_named_as && !decl.specifiers.is_friend) {
                    self.met(Mistake::new(NAMED_AS_CLASS, Vec::new()), place.start());
                }
            }
            DeclName::Destructor => self.destructor_form(at, decl, function),
            DeclName::Conversion(_) => self.conversion_form(at, decl, function),
            DeclName::Constructor => self.copy_by_value(at, decl, function),
            _ => {}
        }
        self.found.len() > count
    }

    /// Whether a member that is not a constructor has the name of its class.
    pub(super) fn is_named_as_class(&self, at: DeclRef, decl: &Decl) -> bool {
        let class = self.sema.scope_parent(at).map(|parent| self.sema.decl(at.sibling(parent)));
        !decl.specifiers.is_friend
            && decl.qualifier.is_none()
            && decl.name.ident().is_some()
            && class.is_some_and(|class| {
                matches!(class.kind, DeclKind::Class(_)) && class.name.ident() == decl.name.ident()
            })
    }

    /// A member that is neither a function nor a data member of each object, and has the name of its class
    /// ([class.mem.general]/21); a data member has it where the class declares no constructor.
    pub(super) fn named_as_class(&mut self, at: DeclRef, decl: &Decl) {
        let is_field = match &decl.kind {
            DeclKind::Variable { .. } => !decl.specifiers.is_static,
            DeclKind::Typedef(_) | DeclKind::Class(_) | DeclKind::Enum(_) | DeclKind::Enumerator { .. } => {
                false
            }
            _ => return,
        };
        if !self.is_named_as_class(at, decl) {
            return;
        }
        let Some(class) = self.sema.scope_parent(at).map(|parent| at.sibling(parent)) else { return };
        let mut members = self.sema.members(class).into_iter();
        let has_constructor = members.any(|(_, member)| matches!(member.name, DeclName::Constructor));
        if let (Some(name), true) = (self.name_of(at), !is_field || has_constructor) {
            let number = if is_field { FIELD_NAMED_AS_CLASS } else { MEMBER_NAMED_AS_CLASS };
            self.met(Mistake::new(number, Vec::new()), name.start());
        }
    }

    fn destructor_form(&mut self, at: DeclRef, decl: &'db Decl, function: &FunctionExpr) {
        let Some(name) = self.name_of(at) else { return };
        if decl.specifiers.is_friend {
            if decl.qualifier.is_none() {
                self.met(Mistake::new(FRIEND_DESTRUCTOR, Vec::new()), name.start());
            }
            return;
        }
        if let Some(result) = self.start_of_result(at) {
            // Found behind the parameters, which a destructor has none of.
            let has_parameters = self.start_of_parameters(at, function).is_some();
            let known_at = if has_parameters { self.end_of_parameters(at) } else { None };
            self.found
                .push(Found { known_at, ..Found::at(Mistake::new(DESTRUCTOR_RESULT, Vec::new()), result) });
        }
        if decl.specifiers.is_static
            && decl.parent.is_some()
            && let Some(start) = self.start_of_keyword(at, SyntaxKind::STATIC_KW)
        {
            self.met(Mistake::new(STATIC, Vec::new()), start);
        }
        if self.is_of_another_class(at, decl, name.start()) {
            self.met(Mistake::new(OTHER_DESTRUCTOR, Vec::new()), name.start());
            return;
        }
        if let Some(start) = self.start_of_parameters(at, function) {
            self.met(Mistake::new(DESTRUCTOR_PARAMETERS, Vec::new()), start);
        }
    }

    /// Whether a destructor in a class is named as another one.
    fn is_of_another_class(&self, at: DeclRef, decl: &Decl, name: TextSize) -> bool {
        let Some(class) = decl.parent.and_then(|parent| self.sema.decl(at.sibling(parent)).name.ident())
        else {
            return false;
        };
        let Some(written) = self.text[usize::from(name)..].strip_prefix('~') else { return false };
        let written = written.trim_start();
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let written = &written[..written.find(|c| !is_part(c)).unwrap_or(written.len())];
        // A typedef may name the class, too.
        let names = self.sema.names();
        let has_typedef = |item: u32| {
            let mut decls = names.decls(item).iter();
            decls.any(|(_, it)| {
                matches!(it.kind, DeclKind::Typedef(_))
                    && it.name.ident().is_some_and(|name| &**name == written)
            })
        };
        let mut items = names.items_declaring(written).iter().copied().chain([self.item]);
        !written.is_empty() && written != &**class && !items.any(has_typedef)
    }

    fn conversion_form(&mut self, at: DeclRef, decl: &Decl, function: &FunctionExpr) {
        let Some(name) = self.name_of(at) else { return };
        let symbol = Symbol { decl: at, env: self.sema.env_of(at) };
        let is_member = decl.parent.is_some() && !decl.specifiers.is_friend;
        let is_free = decl.qualifier.is_none()
            && !is_member
            && (decl.specifiers.is_friend || self.sema.class_around(symbol).is_none());
        if decl.specifiers.is_static && is_member || is_free {
            self.met(Mistake::new(CONVERSION_OUTSIDE, Vec::new()), name.start());
        }
        if let Some(result) = self.start_of_result(at) {
            self.met(Mistake::new(CONVERSION_RESULT, Vec::new()), result);
        }
        if self.start_of_parameters(at, function).is_some() {
            self.met(Mistake::new(CONVERSION_PARAMETERS, Vec::new()), name.start());
        }
    }

    /// A constructor that copies the class from an object that would have to be copied first ([class.copy.ctor]/5).
    fn copy_by_value(&mut self, at: DeclRef, decl: &'db Decl, function: &FunctionExpr) {
        let Some((first, rest)) = function.params.split_first() else { return };
        let db = self.sema.db;
        if !decl.templates.is_empty() || decl.specifiers.is_friend || !rest.iter().all(|it| it.has_default) {
            return;
        }
        let env = self.sema.env_of(at);
        let Some(class) = self.sema.class_around(Symbol { decl: at, env }) else { return };
        let ty = self.sema.resolve(&first.ty, self.site(at));
        if !matches!(ty.unqualified(db).kind(db), Kind::Class(of) if *of == class) {
            return;
        }
        let Some(text) = self.sema.spelled_text(&Spelled::Plain(ty.unqualified(db))) else { return };
        if let Some(start) = self.start_of_parameters(at, function) {
            let arguments = vec![Argument::entity("class", text.clone()), Argument::ty(text)];
            self.met(Mistake::new(COPY_BY_VALUE, arguments), start);
        }
    }

    /// Where the first parameter of a function stands, or its `...`.
    fn start_of_parameters(&self, at: DeclRef, function: &FunctionExpr) -> Option<TextSize> {
        let is_void =
            matches!(function.params.as_slice(), [only] if only.ty == TypeExpr::Builtin(Builtin::Void));
        if (function.params.is_empty() || is_void) && !function.variadic {
            return None;
        }
        let node = self.node_of(at)?;
        let mut declarators = node.ancestors().filter_map(ast::Declarator::cast);
        let list = declarators.find_map(|declarator| declarator.function())?.param_list()?;
        let first = list.param_decls().next().map(|it| it.syntax().text_range().start());
        first.or_else(|| {
            let tokens = list.syntax().children_with_tokens();
            tokens.into_iter().find(|it| it.kind() == SyntaxKind::ELLIPSIS).map(|it| it.text_range().start())
        })
    }

    /// The end of the parameters of a function.
    fn end_of_parameters(&self, at: DeclRef) -> Option<TextSize> {
        let node = self.node_of(at)?;
        let mut declarators = node.ancestors().filter_map(ast::Declarator::cast);
        let function = declarators.find_map(|declarator| declarator.function())?;
        Some(function.syntax().text_range().end())
    }

    /// Where the type in front of a declarator starts, or its first qualifier.
    pub(super) fn start_of_result(&self, at: DeclRef) -> Option<TextSize> {
        let declaration = declaration_around(&self.node_of(at)?)?;
        let specifiers = declaration.children().find_map(ast::DeclSpecifierSeq::cast)?;
        specifiers.decl_specifiers().find_map(|specifier| {
            let is_part = match &specifier {
                ast::DeclSpecifier::Type(_) => true,
                ast::DeclSpecifier::KeywordSpecifier(it) => it
                    .keyword()
                    .is_some_and(|it| matches!(it.kind(), SyntaxKind::CONST_KW | SyntaxKind::VOLATILE_KW)),
                _ => false,
            };
            is_part.then(|| specifier.syntax().text_range().start())
        })
    }

    fn start_of_keyword(&self, at: DeclRef, keyword: SyntaxKind) -> Option<TextSize> {
        let declaration = declaration_around(&self.node_of(at)?).and_then(ast::Decl::cast)?;
        keyword_of(&declaration, keyword)
    }
}
