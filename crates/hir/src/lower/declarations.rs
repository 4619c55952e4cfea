//! The bodies of declarations: of items, and of local classes.

use asunder_decls::written::{Decl, DeclKind, LocalId, TypeExpr};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, ast};

use super::{Lowering, child_of, deep};
use crate::body::{Init, MemberInit, Owner, Root, Stmt};

impl Lowering<'_> {
    /// The bodies of a declaration behind template headers that have these requires-clauses.
    pub(super) fn declaration(&mut self, decl: &ast::Decl, clauses: &[ast::Expr]) {
        deep(|| self.declaration_at_depth(decl, clauses));
    }

    fn declaration_at_depth(&mut self, decl: &ast::Decl, clauses: &[ast::Expr]) {
        match decl {
            ast::Decl::SimpleDecl(simple) => self.simple(simple, clauses),
            ast::Decl::AmbiguousDecl(ambiguous) => {
                if let Some(simple) = ambiguous.simple_decl() {
                    self.simple(&simple, clauses);
                }
            }
            ast::Decl::FunctionDef(function) => self.function(function, clauses),
            ast::Decl::TemplateDecl(template) => {
                let clause = template.template_header().and_then(|header| header.requires_clause());
                let clauses: Vec<_> =
                    clauses.iter().cloned().chain(clause.and_then(|clause| clause.expr())).collect();
                if let Some(decl) = template.decl() {
                    self.declaration(&decl, &clauses);
                }
            }
            ast::Decl::ExplicitSpecialization(special) => {
                if let Some(decl) = special.decl() {
                    self.declaration(&decl, clauses);
                }
            }
            ast::Decl::ExplicitInstantiation(instantiation) => {
                if let Some(decl) = instantiation.decl() {
                    self.declaration(&decl, clauses);
                }
            }
            ast::Decl::LinkageSpec(linkage) => {
                let block = linkage.decl_block().into_iter().flat_map(|block| block.decls());
                for decl in linkage.decl().into_iter().chain(block) {
                    self.declaration(&decl, clauses);
                }
            }
            ast::Decl::ExportDecl(export) => {
                let block = export.decl_block().into_iter().flat_map(|block| block.decls());
                for decl in export.decl().into_iter().chain(block) {
                    self.declaration(&decl, clauses);
                }
            }
            ast::Decl::StaticAssertDecl(assertion) => {
                let owner = Owner::StaticAssert(self.static_asserts, self.class);
                self.static_asserts += 1;
                self.body(owner, |lowering| {
                    let condition = lowering.optional(assertion.expr(), assertion.syntax());
                    lowering.builder().body.root = Root::Expr(condition);
                });
            }
            ast::Decl::ConceptDecl(concept) => {
                let is_concept = |decl: &Decl| matches!(decl.kind, DeclKind::Concept);
                if let Some(id) = self.declared_by(concept.syntax(), is_concept) {
                    self.body(Owner::Concept(id), |lowering| {
                        let value = lowering.optional(concept.expr(), concept.syntax());
                        lowering.builder().body.root = Root::Expr(value);
                    });
                }
            }
            ast::Decl::AliasDecl(alias) => {
                let id = self.declared_by(alias.syntax(), |_| true);
                self.requires_clauses(id, clauses, None);
                self.types_of_declaration(id, &alias.syntax().children().collect::<Vec<_>>());
                for part in alias.type_id().iter().filter_map(ast::TypeId::decl_specifier_seq) {
                    self.classes_in_specifiers(Some(part));
                }
            }
            ast::Decl::DeductionGuide(guide) => {
                let is_guide = |decl: &Decl| matches!(decl.kind, DeclKind::DeductionGuide { .. });
                let id = self.declared_by(guide.syntax(), is_guide);
                self.requires_clauses(id, clauses, Some(guide.syntax()));
            }
            ast::Decl::NamespaceDef(_)
            | ast::Decl::NamespaceAlias(_)
            | ast::Decl::UsingDirective(_)
            | ast::Decl::UsingDecl(_)
            | ast::Decl::UsingEnumDecl(_)
            | ast::Decl::AccessSpec(_)
            | ast::Decl::AsmDecl(_)
            | ast::Decl::EmptyDecl(_)
            | ast::Decl::ModuleDecl(_)
            | ast::Decl::ImportDecl(_)
            | ast::Decl::ErrorNode(_) => {}
        }
    }

    /// The bodies in a declaration of a block that is not a simple one.
    pub(super) fn bodies_in(&mut self, decl: &ast::Decl) {
        self.declaration(decl, &[]);
    }

    /// The bodies of classes and enumerations that specifiers define.
    pub(super) fn classes_in_specifiers(&mut self, sequence: Option<ast::DeclSpecifierSeq>) {
        let specifiers = sequence.iter().flat_map(ast::DeclSpecifierSeq::decl_specifiers);
        for specifier in specifiers.collect::<Vec<_>>() {
            match specifier {
                ast::DeclSpecifier::Type(ast::Type::ClassSpecifier(class)) => self.class(&class, &[]),
                ast::DeclSpecifier::Type(ast::Type::EnumSpecifier(specifier)) => self.enumeration(&specifier),
                _ => {}
            }
        }
    }

    fn class(&mut self, class: &ast::ClassSpecifier, clauses: &[ast::Expr]) {
        let id = self.declared_by(class.syntax(), |decl| matches!(decl.kind, DeclKind::Class(_)));
        self.requires_clauses(id, clauses, None);
        let head = class.syntax().children().filter(|part| part.kind() != SyntaxKind::MEMBER_LIST);
        self.types_of_declaration(id, &head.collect::<Vec<_>>());
        let outer = std::mem::replace(&mut self.class, id);
        for member in class.member_list().iter().flat_map(ast::MemberList::decls) {
            self.declaration(&member, &[]);
        }
        self.class = outer;
    }

    fn enumeration(&mut self, specifier: &ast::EnumSpecifier) {
        let list = specifier.enumerator_list();
        for enumerator in list.iter().flat_map(ast::EnumeratorList::enumerators) {
            let is_enumerator = |decl: &Decl| matches!(decl.kind, DeclKind::Enumerator { .. });
            let id = self.declared_by(enumerator.syntax(), is_enumerator);
            if let (Some(id), Some(value)) = (id, enumerator.value()) {
                self.body(Owner::Initializer(id), |lowering| {
                    let value = lowering.full(&value);
                    lowering.builder().body.root = Root::Init(Init::Copy(value));
                });
            }
        }
    }

    fn simple(&mut self, simple: &ast::SimpleDecl, clauses: &[ast::Expr]) {
        let sequence = simple.decl_specifier_seq();
        let mut declarators = simple.init_declarators().peekable();
        let class_clauses = if declarators.peek().is_none() { clauses } else { &[] };
        let specifiers = sequence.iter().flat_map(ast::DeclSpecifierSeq::decl_specifiers);
        for specifier in specifiers.collect::<Vec<_>>() {
            match specifier {
                ast::DeclSpecifier::Type(ast::Type::ClassSpecifier(class)) => {
                    self.class(&class, class_clauses);
                }
                ast::DeclSpecifier::Type(ast::Type::EnumSpecifier(specifier)) => self.enumeration(&specifier),
                ast::DeclSpecifier::Type(ast::Type::ElaboratedType(ty)) => {
                    let id = self.declared_by(ty.syntax(), |decl| matches!(decl.kind, DeclKind::Class(_)));
                    self.requires_clauses(id, class_clauses, None);
                }
                _ => {}
            }
        }
        let mut readings = self.variable_readings(simple);
        let mut specifiers = sequence.map(|sequence| sequence.syntax().clone());
        for init in declarators {
            let is_declarator = |decl: &Decl| !matches!(decl.kind, DeclKind::Class(_) | DeclKind::Enum(_));
            let Some(id) = self.declared_by(init.syntax(), is_declarator) else { continue };
            let types: Vec<_> = specifiers.take().into_iter().chain(declaring_parts(&init)).collect();
            self.types_of_declaration(Some(id), &types);
            if let Some(width) = init.bit_width().and_then(|width| width.expr()) {
                self.body(Owner::BitWidth(id), |lowering| {
                    let width = lowering.full(&width);
                    lowering.builder().body.root = Root::Expr(width);
                });
            }
            if let Some(declarator) = init.declarator() {
                self.note_bindings(id, &declarator);
                self.default_arguments(id, &declarator);
                self.requires_clauses(Some(id), clauses, Some(declarator.syntax()));
            }
            match self.decl(id).kind {
                DeclKind::Variable { .. } => {
                    let initializer = init.any_initializer();
                    if initializer.is_some() {
                        self.body(Owner::Initializer(id), |lowering| {
                            let init = lowering.initializer(initializer);
                            lowering.builder().body.root = Root::Init(init);
                        });
                    }
                }
                DeclKind::FunctionOrVariable { .. } => {
                    if let Some(initializer) = readings.next() {
                        self.body(Owner::Initializer(id), |lowering| {
                            let init = lowering.initializer_reading(initializer);
                            lowering.builder().body.root = Root::Init(init);
                        });
                    }
                }
                _ => {}
            }
        }
    }

    /// The body of the default arguments of a function.
    pub(super) fn default_arguments(&mut self, id: LocalId, declarator: &ast::Declarator) {
        if !self.text[self.placed(declarator.syntax().text_range())].contains('=') {
            return;
        }
        let list = declarator.function().and_then(|function| function.param_list());
        let has_defaults =
            list.iter().flat_map(ast::ParamList::param_decls).any(|param| param.eq_token().is_some());
        if has_defaults {
            self.body(Owner::Defaults(id), |lowering| {
                let defaults = lowering.defaults(list.as_ref());
                lowering.builder().body.root = Root::Defaults(defaults);
            });
        }
    }

    /// The requires-clauses of templates around a declaration and behind its declarator.
    fn requires_clauses(
        &mut self,
        id: Option<LocalId>,
        clauses: &[ast::Expr],
        declarator: Option<&SyntaxNode>,
    ) {
        let behind = declarator
            .and_then(|declarator| child_of(declarator, SyntaxKind::REQUIRES_CLAUSE))
            .and_then(ast::RequiresClause::cast)
            .and_then(|clause| clause.expr());
        let clauses: Vec<_> = clauses.iter().cloned().chain(behind).collect();
        let Some(id) = id.filter(|_| !clauses.is_empty()) else { return };
        self.body(Owner::Requires(id), |lowering| {
            let clauses = clauses.iter().map(|clause| lowering.full(clause)).collect();
            lowering.builder().body.root = Root::Requires(clauses);
        });
    }

    // ---- functions

    fn function(&mut self, function: &ast::FunctionDef, clauses: &[ast::Expr]) {
        self.classes_in_specifiers(function.decl_specifier_seq());
        let is_function = |decl: &Decl| matches!(decl.kind, DeclKind::Function { .. });
        let Some(id) = self.declared_by(function.syntax(), is_function) else { return };
        let Some(declarator) = function.declarator() else { return };
        let types: Vec<_> = function.syntax().children().by_kind(is_declaring).collect();
        self.types_of_declaration(Some(id), &types);
        self.default_arguments(id, &declarator);
        self.requires_clauses(Some(id), clauses, Some(declarator.syntax()));
        let (list, block, handlers) = match function.body() {
            Some(ast::FunctionBody::CompoundBody(body)) => {
                (body.mem_initializer_list(), body.compound_stmt(), Vec::new())
            }
            Some(ast::FunctionBody::TryBody(body)) => {
                (body.mem_initializer_list(), body.compound_stmt(), body.handlers().collect())
            }
            _ => return,
        };
        let params = match &self.decl(id).kind {
            DeclKind::Function { ty: TypeExpr::Function(function), .. } => function.params.clone(),
            _ => Vec::new(),
        };
        self.body(Owner::Function(id), |lowering| {
            let names = declarator.function().and_then(|function| function.param_list());
            let places = names.iter().flat_map(ast::ParamList::param_decls);
            lowering.builder().map.params = {
                let places: Vec<_> = places.collect();
                places.iter().map(|param| lowering.param_place(param)).collect()
            };
            let initializers = list.iter().flat_map(ast::MemInitializerList::mem_initializers);
            let initializers = initializers.map(|init| lowering.member_initializer(&init)).collect();
            let block = match block {
                Some(block) => lowering.block(&block),
                None => lowering.push_stmt(Stmt::Empty, function.syntax()),
            };
            let handlers = handlers.iter().map(|handler| lowering.handler(handler)).collect();
            lowering.builder().body.root = Root::Function { params, initializers, block, handlers };
        });
    }

    fn member_initializer(&mut self, initializer: &ast::MemInitializer) -> MemberInit {
        let node = initializer.syntax();
        let (name, place) = match (initializer.name(), initializer.ty()) {
            (Some(name), _) => {
                let ty = match self.with_types(|types| types.path(&name)) {
                    Some(path) => TypeExpr::Name(path, false),
                    None => TypeExpr::Unknown,
                };
                (ty, name.syntax().text_range())
            }
            (None, Some(ty)) => {
                let place = ty.syntax().text_range();
                (self.with_types(|types| types.type_of_specifiers(std::slice::from_ref(&ty))), place)
            }
            (None, None) => (TypeExpr::Unknown, node.text_range()),
        };
        let place = self.placed(place);
        self.builder().map.initializers.push(place);
        let init = self.initializer(initializer.initializer());
        MemberInit { name, init, expansion: initializer.ellipsis_token().is_some() }
    }
}

/// The parts of a declarator with its initializer that write types.
pub(super) fn declaring_parts(init: &ast::InitDeclarator) -> impl Iterator<Item = SyntaxNode> + use<> {
    init.syntax().children().by_kind(is_declaring)
}

/// Whether a part of a declaration writes types.
pub(super) fn is_declaring(part: SyntaxKind) -> bool {
    matches!(
        part,
        SyntaxKind::DECL_SPECIFIER_SEQ
            | SyntaxKind::DECLARATOR
            | SyntaxKind::GNU_ATTRIBUTES
            | SyntaxKind::STD_ATTRIBUTES
            | SyntaxKind::ALIGNAS_SPECIFIER
    )
}
