//! Parts of declarators and attributes that do not fit the declared entity: qualifiers of functions that are not members
//! ([dcl.fct]/7), qualifiers of results, parameters of incomplete types ([dcl.fct.def.general]/3), exception
//! specifications of `main`, static data members of local classes ([class.local]/4), alignments ([dcl.align]/2), `nonnull`.
//!
//! Where these stand is read from the tree of the item.

use asunder_decls::item_tree;
use asunder_decls::names::DeclRef;
use asunder_decls::written::{BodyKind, Decl, DeclKind, DeclName, Expr, FunctionExpr, Path, TypeExpr};
use asunder_syntax::{AstNode, Release, SyntaxKind, SyntaxNode, TextSize, ast};
use asunder_types::{Kind, RefQualifier, Symbol, Value};

use super::Checker;
use crate::finding::{Argument, Found, Mistake};
use crate::infer::{Abstract, abstract_object};
use crate::spelled::Spelled;

/// "incomplete type … is not allowed".
const INCOMPLETE: u16 = 70;
/// "this declaration has no storage class or type specifier".
const NO_SPECIFIER: u16 = 77;
/// "explicit type is missing ("int" assumed)".
const NO_TYPE: u16 = 260;
/// "qualified name is not allowed".
const QUALIFIED: u16 = 283;
/// "qualified name is not allowed in member declaration".
const OWN_QUALIFIER: u16 = 427;
/// "only nonstatic member functions may be virtual".
const STATIC_VIRTUAL: u16 = 314;
/// "a storage class may not be specified here".
const STORAGE_CLASS: u16 = 80;
/// "… may not be initialized".
const INITIALIZED: u16 = 145;
/// "a requires-clause is not allowed here (not a templated function)".
const NOT_TEMPLATED: u16 = 3049;
/// "pure specifier ("= 0") allowed only on virtual functions".
const PURE: u16 = 319;
/// "a ref-qualifier is not allowed here".
const REF_QUALIFIER: u16 = 2448;
/// "exception specification is not allowed".
const EXCEPTIONS: u16 = 552;
/// "… returns incomplete type …".
const INCOMPLETE_RESULT: u16 = 409;
/// "type qualifier on return type is meaningless".
const QUALIFIED_RESULT: u16 = 815;
/// "static data member declaration is not allowed in this class".
const STATIC_MEMBER: u16 = 817;
/// "invalid alignment value specified by attribute".
const ALIGNMENT: u16 = 1090;
/// "invalid argument to attribute …".
const ARGUMENT: u16 = 1099;
/// "no parameter has pointer type".
const NO_POINTERS: u16 = 1621;
/// "a type qualifier is not allowed on a static member function".
const ON_STATIC: u16 = 1667;
/// "a type qualifier is not allowed on a constructor or destructor".
const ON_CONSTRUCTOR: u16 = 1668;
/// "a type qualifier is not allowed on a nonmember function".
const ON_NONMEMBER: u16 = 1670;

/// The first release that reports static data members of unnamed classes.
const UNNAMED_TOO: Release = Release::V13_3;

/// The greatest alignment that attributes can ask for.
const MOST: i128 = 1 << 31;

/// The declarator of a function in the tree.
struct Declarator {
    /// With its parameters.
    suffix: ast::FunctionSuffix,
    /// What `suffix` belongs to.
    inner: ast::Declarator,
    /// The outermost parentheses around it.
    outer: ast::Declarator,
}

impl Declarator {
    fn of(name: &SyntaxNode) -> Option<Declarator> {
        let mut declarators = name.ancestors().filter_map(ast::Declarator::cast);
        let mut outer = declarators.next()?;
        while let Some(around) =
            outer.syntax().parent().filter(|it| it.kind() == SyntaxKind::PAREN_DECLARATOR)
        {
            outer = around.parent().and_then(ast::Declarator::cast)?;
        }
        let suffix = outer.function()?;
        let inner = suffix.syntax().ancestors().find_map(ast::Declarator::cast)?;
        Some(Declarator { suffix, inner, outer })
    }

    fn specifiers(&self) -> Option<ast::DeclSpecifierSeq> {
        specifiers_of(self.outer.syntax())
    }
}

impl<'db> Checker<'_, 'db> {
    /// The innermost node around the name of a declaration.
    pub(super) fn node_of(&self, at: DeclRef) -> Option<SyntaxNode> {
        let name = self.name_of(at)?;
        let root = item_tree(self.sema.db, self.sema.names().item_text(self.item)).syntax();
        asunder_syntax::token_at(&root, name.start())?.parent()
    }

    /// The form of a declaration of a block or another one.
    pub(super) fn forms(&mut self, at: DeclRef, decl: &'db Decl) {
        if decl.specifiers.is_untyped && !self.is_main(at, decl) {
            self.untyped(at, decl);
        }
        if !decl.explicit_instantiation {
            match &decl.kind {
                DeclKind::Function { ty: TypeExpr::Function(function), body } => {
                    self.function_form(at, decl, function, *body);
                    self.without_body(at, decl, function, *body);
                    self.modified_static(at, decl);
                    self.initialized_by_value(at, decl, *body);
                    self.constrained_function(at, decl);
                }
                DeclKind::Variable { .. } => self.static_member(at, decl),
                _ => {}
            }
        }
        if !decl.explicit_instantiation {
            self.member_storage(at, decl);
        }
        self.qualified_member(at, decl);
        self.named_as_class(at, decl);
        self.alignments(at, decl);
        if decl.specifiers.is_virtual
            && decl.specifiers.is_static
            && matches!(decl.kind, DeclKind::Function { .. })
            && let Some(start) = self.node_of(at).and_then(|node| start_of_declaration(&node))
        {
            self.met(Mistake::new(STATIC_VIRTUAL, Vec::new()), start);
        }
    }

    /// A member that its class declares with a qualified name ([class.mem.general]/5): with its own in front it is that
    /// member.
    fn qualified_member(&mut self, at: DeclRef, decl: &Decl) {
        let in_class = decl.parent.is_some_and(|parent| {
            parent.0 < asunder_hir::body::FIRST_LOCAL
                && matches!(self.sema.decl(at.sibling(parent)).kind, DeclKind::Class(_))
        });
        let is_member = matches!(decl.kind, DeclKind::Function { .. } | DeclKind::Variable { .. });
        if !in_class || !is_member || decl.specifiers.is_friend {
            return;
        }
        let (Some(name), Some(start)) = (self.name_of(at), self.start_of_qualified(at)) else { return };
        if start < name.start() {
            let number = if decl.qualifier.is_none() { OWN_QUALIFIER } else { QUALIFIED };
            self.met(Mistake::new(number, Vec::new()), start);
        }
    }

    /// A declaration without a type ([dcl.type]/2).
    fn untyped(&mut self, at: DeclRef, decl: &Decl) {
        let Some(node) = self.node_of(at) else { return };
        let declarators =
            node.ancestors().take_while(|it| !is_declaration(it)).filter_map(ast::Declarator::cast);
        let (Some(declarator), Some(declaration)) = (declarators.last(), declaration_around(&node)) else {
            return;
        };
        let has_specifiers = declaration.children().any(|it| it.kind() == SyntaxKind::DECL_SPECIFIER_SEQ);
        let is_function = match &decl.kind {
            DeclKind::Function { .. } => true,
            DeclKind::FunctionOrVariable { function: TypeExpr::Function(function), .. } => {
                self.sema.are_types(&function.params, self.site(at))
            }
            _ => false,
        };
        // `static T;` of a type declares nothing.
        if decl.name.ident().is_some_and(|name| self.sema.is_name_of_type(&Path::ident(name), self.site(at)))
        {
            return;
        }
        let number = if is_function || has_specifiers { NO_TYPE } else { NO_SPECIFIER };
        self.met(Mistake::new(number, Vec::new()), declarator.syntax().text_range().start());
    }

    fn function_form(&mut self, at: DeclRef, decl: &'db Decl, function: &FunctionExpr, body: BodyKind) {
        if self.special_member(at, decl, function) {
            return;
        }
        let (is_const, is_volatile) = (function.qualifiers.is_const, function.qualifiers.is_volatile);
        let is_qualified = is_const || is_volatile;
        let result_is_qualified = !function.is_trailing && matches!(function.result, TypeExpr::Qualified(..));
        let is_main = self.is_main(at, decl) && decl.templates.is_empty();
        let mentions_nonnull = self.mentions_nonnull;
        let has_body = body == BodyKind::Block
            && (may_be_class(&function.result)
                || function.params.iter().any(|param| may_be_class(&param.ty)));
        let is_ref_qualified = function.ref_qualifier != RefQualifier::None;
        if body == BodyKind::Pure {
            self.initialized_function(at, decl);
        }
        if !is_qualified
            && !result_is_qualified
            && !is_main
            && !mentions_nonnull
            && !has_body
            && !is_ref_qualified
        {
            return;
        }
        let Some(declarator) = self.node_of(at).and_then(|node| Declarator::of(&node)) else { return };
        if is_ref_qualified
            && self.wrong_qualifier(at, decl).is_some()
            && let Some(qualifier) = declarator.suffix.ref_qualifier()
        {
            self.met(Mistake::new(REF_QUALIFIER, Vec::new()), qualifier.syntax().text_range().start());
        }
        if is_qualified && let Some(number) = self.wrong_qualifier(at, decl) {
            let first = declarator.suffix.qualifiers().next();
            if let Some(first) = first {
                self.met(Mistake::new(number, Vec::new()), first.syntax().text_range().start());
            }
        }
        if result_is_qualified {
            self.qualified_result(at, function, &declarator);
        }
        if is_main && let Some(exceptions) = declarator.suffix.exception_spec() {
            self.met(Mistake::new(EXCEPTIONS, Vec::new()), exceptions.syntax().text_range().start());
        }
        if mentions_nonnull {
            self.nonnull(at, &declarator);
        }
        if has_body {
            self.incomplete_result(at, decl, function, &declarator);
            self.incomplete_parameters(at, function, &declarator);
        }
    }

    /// `= 0`, or another number, behind a function that is not virtual ([class.mem.general]/15) or not a member. What members
    /// of templates override is known in their instances only.
    fn initialized_function(&mut self, at: DeclRef, decl: &'db Decl) {
        let is_member = decl.parent.is_some();
        let initializer =
            self.node_of(at).and_then(|node| declaration_around(&node)).and_then(|declaration| {
                let name = self.name_of(at)?;
                let all = declaration.descendants().filter(|it| it.kind() == SyntaxKind::PURE_SPECIFIER);
                all.into_iter().find(|it| it.text_range().start() >= name.end())
            });
        let Some(initializer) = initializer else { return };
        let start = initializer.text_range().start();
        let env = self.sema.env_of(at);
        if !is_member {
            let is_member_outside = self.sema.class_around(Symbol { decl: at, env }).is_some();
            let name = self.sema.qualified_name(Symbol { decl: at, env });
            if let (Some(name), true) = (name, decl.templates.is_empty() && !is_member_outside) {
                self.met(Mistake::new(INITIALIZED, vec![Argument::entity("function", name)]), start);
            }
            return;
        }
        if self.is_in_template(at.local, decl) || self.is_in_open_template(at) {
            return;
        }
        let may_be_virtual = decl.specifiers.is_virtual
            || !decl.specifiers.is_friend
                && !decl.specifiers.is_static
                && !matches!(decl.name, DeclName::Constructor)
                && self
                    .sema
                    .class_of(env)
                    .and_then(|class| self.sema.inherited_virtual(class, &decl.name))
                    .is_none_or(|inherited| !inherited.is_empty());
        if !may_be_virtual {
            self.met(Mistake::new(PURE, vec![Argument::Name("= 0".to_owned())]), start);
        }
    }

    /// A requires-clause of something that is not a part of a template ([dcl.decl.general]/4).
    fn constrained_function(&mut self, at: DeclRef, decl: &Decl) {
        let is_templated = !decl.templates.is_empty()
            || decl.specifiers.is_abbreviated
            || at.local.0 >= asunder_hir::body::FIRST_LOCAL
            || self.is_in_template(at.local, decl)
            || decl.qualifier.is_some();
        if is_templated || !decl.specifiers.is_constrained {
            return;
        }
        let declaration = self.node_of(at).and_then(|node| declaration_around(&node));
        let clause = declaration.and_then(|it| {
            let all = it.descendants().filter(|it| it.kind() == SyntaxKind::REQUIRES_CLAUSE);
            all.into_iter().last()
        });
        if let Some(clause) = clause {
            self.met(Mistake::new(NOT_TEMPLATED, Vec::new()), clause.text_range().start());
        }
    }

    /// `void f() = e;` outside classes, whatever the value is.
    fn initialized_by_value(&mut self, at: DeclRef, decl: &Decl, body: BodyKind) {
        if body != BodyKind::None || decl.parent.is_some() || !decl.templates.is_empty() {
            return;
        }
        let declarator =
            self.node_of(at).and_then(|node| node.ancestors().find_map(ast::InitDeclarator::cast));
        let Some(ast::Initializer::EqInitializer(value)) = declarator.and_then(|it| it.initializer()) else {
            return;
        };
        let symbol = Symbol { decl: at, env: self.sema.env_of(at) };
        if let (Some(name), None) = (self.sema.qualified_name(symbol), self.sema.class_around(symbol)) {
            let entity = Argument::entity("function", name);
            self.met(Mistake::new(INITIALIZED, vec![entity]), value.syntax().text_range().start());
        }
    }

    /// A storage class of a member that is defined outside its class ([dcl.stc]/6).
    fn member_storage(&mut self, at: DeclRef, decl: &Decl) {
        let is_function = matches!(decl.kind, DeclKind::Function { .. });
        let keyword = match (decl.specifiers.is_static, decl.specifiers.is_extern && is_function) {
            (true, _) => SyntaxKind::STATIC_KW,
            (_, true) => SyntaxKind::EXTERN_KW,
            _ => return,
        };
        let symbol = Symbol { decl: at, env: self.sema.env_of(at) };
        if decl.qualifier.is_none()
            || decl.specifiers.is_friend
            || decl.parent.is_some()
            || self.sema.class_around(symbol).is_none_or(|class| !self.has_member_named(class, &decl.name))
        {
            return;
        }
        let declaration = self.node_of(at).and_then(|node| declaration_around(&node));
        if let Some(start) = declaration.and_then(ast::Decl::cast).and_then(|it| keyword_of(&it, keyword)) {
            self.met(Mistake::new(STORAGE_CLASS, Vec::new()), start);
        }
    }

    /// Whether a class has a member of a name.
    fn has_member_named(&self, class: asunder_types::Class<'db>, name: &DeclName) -> bool {
        let Some(definition) = self.sema.definition(class) else { return true };
        let mut members = self.sema.members(definition.decl).into_iter();
        members.any(|(_, member)| member.name == *name)
    }

    /// What is wrong with a qualifier behind the parameters of a function.
    fn wrong_qualifier(&self, at: DeclRef, decl: &Decl) -> Option<u16> {
        if decl.qualifier.is_some() {
            return self.sema.is_no_member(at).then_some(ON_NONMEMBER);
        }
        let is_member = decl.parent.is_some() && !decl.specifiers.is_friend;
        match &decl.name {
            DeclName::Constructor | DeclName::Destructor => Some(ON_CONSTRUCTOR),
            _ if !is_member => Some(ON_NONMEMBER),
            _ if decl.specifiers.is_static => Some(ON_STATIC),
            _ => None,
        }
    }

    /// A result without members, whose qualifiers say nothing.
    fn qualified_result(&mut self, at: DeclRef, function: &FunctionExpr, declarator: &Declarator) {
        let TypeExpr::Qualified(qualifiers, inner) = &function.result else { return };
        if !qualifiers.is_const && !qualifiers.is_volatile {
            return;
        }
        let db = self.sema.db;
        let resolved = self.sema.resolve(inner, self.site(at));
        if !matches!(
            resolved.kind(db),
            Kind::Builtin(_) | Kind::Pointer(_) | Kind::Enum(..) | Kind::MemberPointer(..)
        ) {
            return;
        }
        let is_qualifier = |it: &ast::KeywordSpecifier| {
            it.keyword().is_some_and(|it| matches!(it.kind(), SyntaxKind::CONST_KW | SyntaxKind::VOLATILE_KW))
        };
        let first = match declarator.inner.ptr_ops().last() {
            Some(pointer) => pointer.qualifiers().find(is_qualifier),
            None if declarator.inner.syntax() == declarator.outer.syntax() => {
                let specifiers = declarator.specifiers();
                let mut keywords = specifiers.into_iter().flat_map(|it| it.decl_specifiers());
                keywords.find_map(|it| match it {
                    ast::DeclSpecifier::KeywordSpecifier(it) => Some(it).filter(is_qualifier),
                    _ => None,
                })
            }
            None => None,
        };
        if let Some(first) = first {
            self.met(Mistake::new(QUALIFIED_RESULT, Vec::new()), first.syntax().text_range().start());
        }
    }

    /// `nonnull` without numbers where no parameter is a pointer.
    fn nonnull(&mut self, at: DeclRef, declarator: &Declarator) {
        let Some(signature) = self.sema.signature(Symbol { decl: at, env: self.sema.env_of(at) }) else {
            return;
        };
        let db = self.sema.db;
        let may_point = |ty: &asunder_types::Ty<'db>| {
            ty.absorbs(db) || matches!(ty.unqualified(db).kind(db), Kind::Pointer(_))
        };
        if signature.params.iter().any(may_point) {
            return;
        }
        let inside = declarator.suffix.syntax().children().chain(declarator.outer.syntax().children());
        let specifiers = declarator.specifiers();
        let groups = specifiers.into_iter().flat_map(|it| it.syntax().children().collect::<Vec<_>>());
        for group in inside.chain(groups).filter_map(ast::Attributes::cast) {
            let attributes: Vec<ast::Attribute> = match &group {
                ast::Attributes::GnuAttributes(group) => group.attributes().collect(),
                ast::Attributes::StdAttributes(group) => group.attributes().collect(),
                ast::Attributes::AlignasSpecifier(_) => Vec::new(),
            };
            for attribute in attributes {
                if attribute.is_named("nonnull") && attribute.attribute_args().is_none() {
                    self.met(Mistake::new(NO_POINTERS, Vec::new()), attribute.syntax().text_range().start());
                }
            }
        }
    }

    /// Parameters of a definition whose types are not complete, found at the end of the parameters. The device pass does
    /// not look at those of templates.
    fn incomplete_parameters(&mut self, at: DeclRef, function: &FunctionExpr, declarator: &Declarator) {
        let host_only = is_in_template(declarator.outer.syntax());
        let Some(list) = declarator.suffix.param_list() else { return };
        let known_at = Some(list.syntax().text_range().end());
        let site = self.site(at);
        for (param, node) in function.params.iter().zip(list.param_decls()) {
            let ty = self.sema.resolve(&param.ty, site);
            let class = ty.as_class(self.sema.db).filter(|_| !self.sema.is_dependent(ty));
            let Some(class) = class.filter(|_| !ty.absorbs(self.sema.db)) else { continue };
            if !self.sema.is_incomplete(ty, self.item) {
                let is_outside = self.sema.decl(at).parent.is_none();
                let mistake = abstract_object(self.sema, class, Abstract::Parameter);
                if let Some(mistake) = mistake.filter(|_| is_outside && !host_only) {
                    let found = Found::at(mistake, node.syntax().text_range().start());
                    self.found.push(Found { known_at, ..found });
                }
                continue;
            }
            let plain = Spelled::Plain(ty.unqualified(self.sema.db));
            let Some(argument) = self.sema.type_argument(&plain) else { continue };
            let mistake = Mistake { host_only, ..Mistake::new(INCOMPLETE, vec![argument]) };
            let found = Found::at(mistake, node.syntax().text_range().start());
            self.found.push(Found { known_at, ..found });
        }
    }

    /// A function that is defined while the class of its result is not complete.
    fn incomplete_result(
        &mut self,
        at: DeclRef,
        decl: &Decl,
        function: &FunctionExpr,
        declarator: &Declarator,
    ) {
        let is_plain = matches!(decl.name, DeclName::Ident(_))
            && decl.parent.is_none()
            && decl.qualifier.is_none()
            && !is_in_template(declarator.outer.syntax());
        let (Some(name), true) = (self.name_of(at), is_plain) else { return };
        let ty = self.sema.resolve(&function.result, self.site(at));
        let class = ty.as_class(self.sema.db).filter(|_| !self.sema.is_dependent(ty));
        let Some(class) = class.filter(|_| !ty.absorbs(self.sema.db)) else { return };
        if !self.sema.is_incomplete(ty, self.item) {
            if let Some(mistake) = abstract_object(self.sema, class, Abstract::Result) {
                self.met(mistake, name.start());
            }
            return;
        }
        let symbol = Symbol { decl: at, env: self.sema.env_of(at) };
        let text = self.sema.type_argument(&Spelled::Plain(ty.unqualified(self.sema.db)));
        if let (Some(function), Some(ty)) = (self.sema.qualified_name(symbol), text) {
            let arguments = vec![Argument::entity("function", function), ty];
            self.met(Mistake::new(INCOMPLETE_RESULT, arguments), name.start());
        }
    }

    /// A static data member of a class that is local or, in later releases, has no name. The device pass does not look
    /// into templates.
    fn static_member(&mut self, at: DeclRef, decl: &Decl) {
        let (Some(parent), true) = (decl.parent, decl.specifiers.is_static) else { return };
        let class = self.sema.decl(at.sibling(parent));
        let is_local = at.local.0 >= asunder_hir::body::FIRST_LOCAL;
        let is_unnamed = matches!(class.name, DeclName::None) && self.sema.dialect.release >= UNNAMED_TOO;
        if !matches!(class.kind, DeclKind::Class(_)) || !is_local && !is_unnamed {
            return;
        }
        let member = self.node_of(at);
        let member = member.and_then(|it| it.ancestors().find(|it| it.kind() == SyntaxKind::SIMPLE_DECL));
        let Some(member) = member else { return };
        let host_only = is_local && is_in_template(&member);
        let mistake = Mistake { host_only, ..Mistake::new(STATIC_MEMBER, Vec::new()) };
        self.met(mistake, member.text_range().start());
    }

    /// Alignments that are not powers of two.
    fn alignments(&mut self, at: DeclRef, decl: &Decl) {
        let written = decl.attributes.layout.iter().flat_map(|it| &it.alignments);
        let written: Vec<&Expr> = written.collect();
        if written
            .iter()
            .all(|it| matches!(it, Expr::Integer(value, _) if *value > 0 && value & (value - 1) == 0))
        {
            return;
        }
        let places = self.node_of(at).map(|node| alignment_places(&node)).unwrap_or_default();
        if places.len() != written.len() {
            return;
        }
        for (operand, (name, place)) in written.into_iter().zip(places) {
            let Value::Integer(bytes, _) = self.sema.constant_of(operand, self.site(at)) else { continue };
            if bytes < 0 {
                self.met(Mistake::new(ARGUMENT, vec![Argument::Name(name.to_owned())]), place);
            } else if bytes & (bytes - 1) != 0 || bytes > MOST {
                self.met(Mistake::new(ALIGNMENT, Vec::new()), place);
            }
        }
    }
}

/// Whether a declaration stands in a template.
pub(super) fn is_in_template(declaration: &SyntaxNode) -> bool {
    declaration.ancestors().any(|it| it.kind() == SyntaxKind::TEMPLATE_DECL)
}

/// The specifiers in front of a declarator.
fn specifiers_of(declarator: &SyntaxNode) -> Option<ast::DeclSpecifierSeq> {
    let around = declarator.ancestors().skip(1).find(|it| it.kind() != SyntaxKind::INIT_DECLARATOR)?;
    around.children().find_map(ast::DeclSpecifierSeq::cast)
}

/// The attributes that ask for an alignment, of the declaration of a name: which, and the place of its operand.
fn alignment_places(name: &SyntaxNode) -> Vec<(&'static str, TextSize)> {
    let mut parents: Vec<SyntaxNode> = Vec::new();
    let class = name.ancestors().take(2).find(|it| {
        matches!(it.kind(), SyntaxKind::CLASS_SPECIFIER | SyntaxKind::ENUM_SPECIFIER | SyntaxKind::ALIAS_DECL)
    });
    match class {
        Some(class) => parents.push(class),
        None => {
            let mut declarators = name.ancestors().filter(|it| it.kind() == SyntaxKind::DECLARATOR);
            let Some(declarator) = declarators.next() else { return Vec::new() };
            parents.extend(specifiers_of(&declarator).map(|it| it.syntax().clone()));
            parents.push(declarator.clone());
            parents.extend(declarator.parent().filter(|it| it.kind() == SyntaxKind::INIT_DECLARATOR));
        }
    }
    let groups = parents.iter().flat_map(|it| it.children()).filter_map(ast::Attributes::cast);
    let mut places = Vec::new();
    for group in groups {
        let attributes: Vec<ast::Attribute> = match &group {
            ast::Attributes::AlignasSpecifier(alignas) => {
                if let Some(operand) = alignas.type_or_expr() {
                    places.push(("alignas", operand.syntax().text_range().start()));
                }
                continue;
            }
            ast::Attributes::GnuAttributes(group) => group.attributes().collect(),
            ast::Attributes::StdAttributes(group) => group.attributes().collect(),
        };
        for attribute in attributes.iter().filter(|it| it.is_named("aligned")) {
            let operand = attribute.attribute_args().and_then(|it| it.type_or_exprs().next());
            let range = operand.map_or(attribute.syntax().text_range(), |it| it.syntax().text_range());
            places.push(("aligned", range.start()));
        }
    }
    places
}

/// Whether a parameter may be an object of a class, as its type is written.
fn may_be_class(ty: &TypeExpr) -> bool {
    match ty {
        TypeExpr::Builtin(_)
        | TypeExpr::Signed(_)
        | TypeExpr::Complex(_)
        | TypeExpr::Pointer(_)
        | TypeExpr::LvalueRef(_)
        | TypeExpr::RvalueRef(_)
        | TypeExpr::MemberPointer(..)
        | TypeExpr::Array(..)
        | TypeExpr::Function(_) => false,
        TypeExpr::Qualified(_, inner) => may_be_class(inner),
        _ => true,
    }
}

fn is_declaration(node: &SyntaxNode) -> bool {
    matches!(node.kind(), SyntaxKind::SIMPLE_DECL | SyntaxKind::FUNCTION_DEF)
}

/// The declaration around a node.
pub(super) fn declaration_around(node: &SyntaxNode) -> Option<SyntaxNode> {
    node.ancestors().find(is_declaration)
}

/// The start of the declaration around a node.
/// Where the declaration around a node starts.
pub(super) fn start_of_declaration(node: &SyntaxNode) -> Option<TextSize> {
    let first = declaration_around(node)?.descendants_with_tokens().filter_map(|it| it.into_token());
    first.into_iter().find(|token| !token.kind().is_trivia()).map(|token| token.text_range().start())
}

/// Whether a token of a kind is a part of a node.
pub(super) fn has_keyword(node: &SyntaxNode, kind: SyntaxKind) -> bool {
    node.children_with_tokens().any(|it| it.kind() == kind)
}

/// Where a keyword stands among the specifiers of a declaration.
pub(super) fn keyword_of(declaration: &ast::Decl, kind: SyntaxKind) -> Option<TextSize> {
    let specifiers = declaration.syntax().children().find_map(ast::DeclSpecifierSeq::cast)?;
    specifiers.decl_specifiers().find_map(|specifier| match specifier {
        ast::DeclSpecifier::KeywordSpecifier(it) => {
            it.keyword().filter(|it| it.kind() == kind).map(|it| it.text_range().start())
        }
        _ => None,
    })
}

/// Whether a declaration is one of a friend.
pub(super) fn is_friend(declaration: &SyntaxNode) -> bool {
    ast::Decl::cast(declaration.clone()).is_some_and(|it| keyword_of(&it, SyntaxKind::FRIEND_KW).is_some())
}
