//! Trees to declarations as written.

mod attributes;
mod exprs;
mod names;
mod types;

use asunder_mangle::model::Ident;
use asunder_syntax::{AstNode, Dialect, Release, SyntaxKind, SyntaxNode, TextRange, TextSize, ast};

use crate::written::{
    Access, Attributes, BodyKind, ClassDecl, Decl, DeclKind, DeclName, EnumDecl, Expr, Init, ItemDecls,
    LocalId, ParamExpr, Path, SegmentName, Specifiers, TemplateHeader, TemplateParam, TemplateParamKind,
    TypeExpr,
};
use types::Declaration;

/// Nesting beyond which types and expressions are not understood.
const MAX_DEPTH: u32 = 128;
/// Elements of a braced initializer beyond which its values are not kept.
const MAX_CLAUSES: usize = 16;

/// Where the declarations of an item stand. Kept apart from [`ItemDecls`], for positions change
/// with texts that mean the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ItemPositions {
    /// For each declaration the name in its declarator (of a class or enum: its name, else its
    /// class-key), relative to the item.
    pub names: Vec<TextRange>,
    /// For each declaration the node that declares it, relative to the item: an init-declarator,
    /// a function definition, a class specifier, …
    pub nodes: Vec<TextRange>,
}

/// The declarations of the tree `node` outside function bodies, with their positions. `node` is a
/// declaration, or a node whose children are declarations; namespaces in it are not entered.
pub fn lower(node: &SyntaxNode) -> (ItemDecls, ItemPositions) {
    lowered(node, Lowerer::within(node))
}

/// The same for the tree of an item that is read in `dialect`.
pub(crate) fn lower_item(node: &SyntaxNode, dialect: Dialect) -> (ItemDecls, ItemPositions) {
    let has_tile_built_ins = dialect.release >= FIRST_WITH_TILES;
    lowered(node, Lowerer { has_tile_built_ins, ..Lowerer::within(node) })
}

/// The first release in which a built-in function for tiles is one of the device.
const FIRST_WITH_TILES: Release = Release::V13_3;

fn lowered(node: &SyntaxNode, mut lowerer: Lowerer) -> (ItemDecls, ItemPositions) {
    match ast::Decl::cast(node.clone()) {
        Some(decl) => lowerer.decl(&decl),
        None => ast::children(node).for_each(|decl: ast::Decl| lowerer.decl(&decl)),
    }
    // They are kept, most often one in each list.
    let Lowerer { mut decls, mut positions, .. } = lowerer;
    decls.shrink_to_fit();
    positions.names.shrink_to_fit();
    positions.nodes.shrink_to_fit();
    (ItemDecls { decls }, positions)
}

/// A name in a tree as a path; `None` when it has no part.
pub fn lower_name(name: &ast::Name) -> Option<Path> {
    Lowerer::within(name.syntax()).path(name)
}

/// An expression as written.
pub fn lower_expr(expr: &ast::Expr) -> Expr {
    Lowerer::within(expr.syntax()).expr(expr)
}

/// Lowers what stands inside bodies. Declarations on the way get numbers in their order.
pub struct Lowerer {
    /// The number of the first declaration.
    first: u32,
    /// What is added to the places of the tree's nodes.
    shift: i64,
    decls: Vec<Decl>,
    positions: ItemPositions,
    /// The class or enum whose members are being read, and its name.
    parent: Option<(LocalId, Option<Ident>)>,
    /// The access of the members being read.
    access: Access,
    /// Template parameter lists in front of the declaration that is being read.
    templates: Vec<TemplateHeader>,
    explicit_instantiation: bool,
    c_linkage: bool,
    /// The declaration directly follows `extern "…"`.
    direct_linkage: bool,
    /// `tile_builtin` says that a function is one of the device.
    has_tile_built_ins: bool,
    depth: u32,
}

impl Lowerer {
    /// For declarations with numbers from `first` on.
    pub fn new(first: u32) -> Self {
        Lowerer {
            first,
            shift: 0,
            decls: Vec::new(),
            positions: ItemPositions::default(),
            parent: None,
            access: Access::Public,
            templates: Vec::new(),
            explicit_instantiation: false,
            c_linkage: false,
            direct_linkage: false,
            has_tile_built_ins: false,
            depth: 0,
        }
    }

    /// For nodes whose places are relative to `root`.
    fn within(root: &SyntaxNode) -> Self {
        Lowerer { shift: -i64::from(u32::from(root.text_range().start())), ..Lowerer::new(0) }
    }

    /// Adds `shift` to the places of the nodes that follow; gives what was added before.
    pub fn set_shift(&mut self, shift: i64) -> i64 {
        std::mem::replace(&mut self.shift, shift)
    }

    /// The declarations so far.
    pub fn decls(&self) -> &[Decl] {
        &self.decls
    }

    /// Where the declarations so far stand.
    pub fn positions(&self) -> &ItemPositions {
        &self.positions
    }

    /// The declarations and where they stand.
    pub fn finish(self) -> (Vec<Decl>, ItemPositions) {
        (self.decls, self.positions)
    }

    /// Whether `function` is the other reading of the variable `id`, `T id(u)`.
    pub fn set_function_reading(&mut self, id: LocalId, reading: TypeExpr) {
        if let DeclKind::FunctionOrVariable { function, .. } = &mut self.at(id).kind {
            *function = reading;
        }
    }

    /// A variable that a condition, a range or a handler declares.
    pub fn variable(
        &mut self,
        sequence: Option<ast::DeclSpecifierSeq>,
        declarator: &ast::Declarator,
        node: &SyntaxNode,
    ) -> LocalId {
        let specifiers = self.specifiers(sequence.as_ref());
        let mut attributes = self.sequence_attributes(sequence.as_ref());
        attributes.merge(self.declarator_attributes(declarator));
        let base = self.base_type(sequence);
        let Declaration { name, bindings, ty, .. } = self.declarator(declarator, base);
        let kind = DeclKind::Variable { ty: attributes.applied_to(ty), init: Init::None };
        self.named_decl(name, bindings, true, specifiers, attributes, kind, node)
    }

    /// The template parameters of a lambda.
    pub fn lambda_template(&mut self, list: &ast::TemplateParamList, is_constrained: bool) -> TemplateHeader {
        let params = list.template_params().map(|param| self.template_param(&param)).collect();
        TemplateHeader { params, is_constrained }
    }

    fn at(&mut self, id: LocalId) -> &mut Decl {
        &mut self.decls[(id.0 - self.first) as usize]
    }

    fn nested<T>(&mut self, otherwise: T, step: impl FnOnce(&mut Self) -> T) -> T {
        if self.depth >= MAX_DEPTH {
            return otherwise;
        }
        self.depth += 1;
        let result = step(self);
        self.depth -= 1;
        result
    }

    fn relative(&self, range: TextRange) -> TextRange {
        let start = (i64::from(u32::from(range.start())) + self.shift).max(0);
        TextRange::at(TextSize::new(start as u32), range.len())
    }

    fn push(&mut self, decl: Decl, name: TextRange, node: &SyntaxNode) -> LocalId {
        let id = LocalId(self.first + self.decls.len() as u32);
        self.positions.names.push(self.relative(name));
        self.positions.nodes.push(self.relative(node.text_range()));
        self.decls.push(decl);
        id
    }

    /// A declaration without a declarator.
    fn push_plain(&mut self, name: DeclName, range: TextRange, node: &SyntaxNode, kind: DeclKind) {
        let decl = self.new_decl(name, None, Specifiers::default(), Attributes::default(), kind);
        self.push(decl, range, node);
    }

    fn new_decl(
        &mut self,
        name: DeclName,
        qualifier: Option<Path>,
        specifiers: Specifiers,
        attributes: Attributes,
        kind: DeclKind,
    ) -> Decl {
        Decl {
            parent: self.parent.as_ref().map(|(id, _)| *id),
            access: self.access,
            name,
            qualifier,
            templates: self.templates.clone(),
            explicit_instantiation: self.explicit_instantiation,
            specifiers,
            attributes,
            bit_width: None,
            explicit_if: None,
            kind,
        }
    }

    fn class_name(&self) -> Option<Ident> {
        self.parent.as_ref().and_then(|(_, name)| name.clone())
    }

    // ---- declarations

    /// A declaration with all that it declares.
    pub fn decl(&mut self, decl: &ast::Decl) {
        self.nested((), |lowerer| lowerer.decl_at_depth(decl));
    }

    fn decl_at_depth(&mut self, decl: &ast::Decl) {
        match decl {
            ast::Decl::SimpleDecl(simple) => self.simple(simple),
            ast::Decl::FunctionDef(function) => self.function_def(function),
            ast::Decl::TemplateDecl(template) => {
                let header = self.template_header(template.template_header().as_ref());
                self.in_template(header, template.decl());
            }
            ast::Decl::ExplicitSpecialization(special) => {
                self.in_template(TemplateHeader::default(), special.decl());
            }
            ast::Decl::ExplicitInstantiation(instantiation) => {
                if let Some(decl) = instantiation.decl() {
                    let outer = std::mem::replace(&mut self.explicit_instantiation, true);
                    self.decl(&decl);
                    self.explicit_instantiation = outer;
                }
            }
            ast::Decl::LinkageSpec(linkage) => self.linkage(linkage),
            ast::Decl::ExportDecl(export) => {
                let block = export.decl_block().into_iter().flat_map(|block| block.decls());
                for decl in export.decl().into_iter().chain(block) {
                    self.decl(&decl);
                }
            }
            ast::Decl::NamespaceAlias(alias) => {
                let target = alias.target().and_then(|name| self.path(&name));
                if let (Some(ident), Some(target)) = (alias.ident_token(), target) {
                    let name = DeclName::Ident(ident.text().into());
                    let kind = DeclKind::NamespaceAlias(target);
                    self.push_plain(name, ident.text_range(), alias.syntax(), kind);
                }
            }
            ast::Decl::UsingDirective(using) => {
                if let Some(target) = using.name()
                    && let Some(path) = self.path(&target)
                {
                    let range = target.syntax().text_range();
                    let kind = DeclKind::UsingDirective(path);
                    self.push_plain(DeclName::None, range, using.syntax(), kind);
                }
            }
            ast::Decl::UsingDecl(using) => {
                for declarator in using.using_declarators() {
                    self.using_declarator(&declarator);
                }
            }
            ast::Decl::UsingEnumDecl(using) => {
                if let Some(target) = using.name()
                    && let Some(path) = self.path(&target)
                {
                    let range = target.syntax().text_range();
                    self.push_plain(DeclName::None, range, using.syntax(), DeclKind::UsingEnum(path));
                }
            }
            ast::Decl::AliasDecl(alias) => {
                let ty = alias.type_id().map_or(TypeExpr::Unknown, |ty| self.type_id(&ty));
                if let Some(ident) = alias.ident_token() {
                    let name = DeclName::Ident(ident.text().into());
                    let mut attributes = self.attributes_of(alias.syntax());
                    let kind = DeclKind::Typedef(attributes.applied_to(ty));
                    let decl = self.new_decl(name, None, Specifiers::default(), attributes, kind);
                    self.push(decl, ident.text_range(), alias.syntax());
                }
            }
            ast::Decl::ConceptDecl(concept) => {
                if let Some(ident) = concept.ident_token() {
                    let name = DeclName::Ident(ident.text().into());
                    self.push_plain(name, ident.text_range(), concept.syntax(), DeclKind::Concept);
                }
            }
            ast::Decl::DeductionGuide(guide) => self.deduction_guide(guide),
            ast::Decl::AmbiguousDecl(ambiguous) => {
                if let Some(simple) = ambiguous.simple_decl() {
                    self.simple(&simple);
                }
            }
            ast::Decl::AccessSpec(spec) => self.access = access(spec.keyword()),
            ast::Decl::NamespaceDef(_)
            | ast::Decl::StaticAssertDecl(_)
            | ast::Decl::AsmDecl(_)
            | ast::Decl::EmptyDecl(_)
            | ast::Decl::ModuleDecl(_)
            | ast::Decl::ImportDecl(_)
            | ast::Decl::ErrorNode(_) => {}
        }
    }

    fn linkage(&mut self, linkage: &ast::LinkageSpec) {
        let c = linkage.string_token().is_some_and(|token| token.text() == "\"C\"");
        let outer = std::mem::replace(&mut self.c_linkage, c);
        let outer_direct = std::mem::replace(&mut self.direct_linkage, linkage.decl().is_some());
        let block = linkage.decl_block().into_iter().flat_map(|block| block.decls());
        for decl in linkage.decl().into_iter().chain(block) {
            self.decl(&decl);
        }
        self.c_linkage = outer;
        self.direct_linkage = outer_direct;
    }

    fn in_template(&mut self, header: TemplateHeader, decl: Option<ast::Decl>) {
        self.templates.push(header);
        if let Some(decl) = decl {
            self.decl(&decl);
        }
        self.templates.pop();
    }

    fn template_header(&mut self, header: Option<&ast::TemplateHeader>) -> TemplateHeader {
        let list = header.and_then(ast::TemplateHeader::template_param_list);
        let params = list.iter().flat_map(ast::TemplateParamList::template_params);
        TemplateHeader {
            params: params.map(|param| self.template_param(&param)).collect(),
            is_constrained: header.is_some_and(|header| header.requires_clause().is_some()),
        }
    }

    fn template_param(&mut self, param: &ast::TemplateParam) -> TemplateParam {
        let text = |token: asunder_syntax::SyntaxToken| -> Ident { token.text().into() };
        match param {
            ast::TemplateParam::TypeParam(param) => TemplateParam {
                name: param.ident_token().map(text),
                pack: param.ellipsis_token().is_some(),
                constraint: param.constraint().and_then(|name| self.path(&name)),
                kind: TemplateParamKind::Type(param.default().map(|ty| self.type_id(&ty))),
            },
            ast::TemplateParam::NonTypeParam(param) => {
                let sequence = param.decl_specifier_seq();
                let constraint = sequence.as_ref().and_then(|sequence| self.placeholder_constraint(sequence));
                let base = self.base_type(sequence);
                let (name, pack, ty) = match param.declarator() {
                    Some(declarator) => {
                        let declaration = self.declarator(&declarator, base);
                        let name = declaration.name.and_then(|name| name.as_ident());
                        (name, declaration.pack, declaration.ty)
                    }
                    None => (None, false, base),
                };
                let default = param.default().map(|value| self.expr(&value));
                let kind = TemplateParamKind::Value(ty, default);
                TemplateParam { name: name.map(text), pack, constraint, kind }
            }
            ast::TemplateParam::TemplateTemplateParam(param) => TemplateParam {
                name: param.ident_token().map(text),
                pack: param.ellipsis_token().is_some(),
                constraint: None,
                kind: TemplateParamKind::Template(param.default().and_then(|name| self.path(&name))),
            },
        }
    }

    fn using_declarator(&mut self, declarator: &ast::UsingDeclarator) {
        if let Some(name) = declarator.name() {
            self.using_declaration(&name, declarator.syntax());
        }
    }

    /// The declaration of what `name` means, by `node`.
    fn using_declaration(&mut self, name: &ast::Name, node: &SyntaxNode) {
        let Some(path) = self.path(name) else { return };
        let declared = match path.segments.last().map(|segment| &segment.name) {
            Some(SegmentName::Ident(ident)) => DeclName::Ident(ident.clone()),
            Some(SegmentName::Operator(spelling)) => DeclName::Operator(spelling.clone()),
            Some(SegmentName::LiteralOperator(suffix)) => DeclName::LiteralOperator(suffix.clone()),
            _ => DeclName::None,
        };
        let range = names::own_range(name);
        self.push_plain(declared, range, node, DeclKind::UsingDeclaration(path));
    }

    // ---- simple declarations and functions

    fn simple(&mut self, simple: &ast::SimpleDecl) {
        let sequence = simple.decl_specifier_seq();
        let specifiers = self.specifiers(sequence.as_ref());
        let mut attributes = self.sequence_attributes(sequence.as_ref());
        attributes.merge(self.attributes_of(simple.syntax()));
        let declarators: Vec<_> = simple.init_declarators().collect();
        let typedef = sequence.as_ref().is_some_and(|s| s.keyword(SyntaxKind::TYPEDEF_KW).is_some());
        let elaborated = lone_elaborated_type(sequence.as_ref());
        if let (Some(ty), true) = (&elaborated, declarators.is_empty()) {
            self.forward_declaration(ty, specifiers, attributes);
            return;
        }
        if let (Some(name), true, true) =
            (access_declaration(sequence.as_ref()), declarators.is_empty(), self.parent.is_some())
        {
            self.using_declaration(&name, simple.syntax());
            return;
        }
        let explicit_if = self.explicit_condition(sequence.as_ref());
        let base = self.base_type(sequence);
        for declarator in declarators {
            self.init_declarator(&declarator, &base, (specifiers, &explicit_if), &attributes, typedef);
        }
    }

    fn init_declarator(
        &mut self,
        node: &ast::InitDeclarator,
        base: &TypeExpr,
        (specifiers, explicit_if): (Specifiers, &Option<Box<Expr>>),
        attributes: &Attributes,
        typedef: bool,
    ) {
        let bit_width = node.bit_width().map(|width| Box::new(self.optional_expr(width.expr())));
        let Some(declarator) = node.declarator() else {
            // An unnamed bit-field.
            if bit_width.is_some() {
                let kind = DeclKind::Variable { ty: base.clone(), init: Init::None };
                let decl = self.new_decl(DeclName::None, None, specifiers, attributes.clone(), kind);
                self.push(Decl { bit_width, ..decl }, node.syntax().text_range(), node.syntax());
            }
            return;
        };
        let mut attributes = attributes.clone();
        attributes.merge(self.attributes_of(node.syntax()));
        attributes.merge(self.declarator_attributes(&declarator));
        if !typedef {
            self.merge_pointer_layout(&mut attributes, &declarator);
        }
        let declaration = self.declarator(&declarator, base.clone());
        let body = match node.initializer() {
            Some(ast::Initializer::PureSpecifier(_)) => BodyKind::Pure,
            _ => BodyKind::None,
        };
        let init = self.initializer(node, base, specifiers);
        let Declaration { name, bindings, ty, as_variable, .. } = declaration;
        let ty = attributes.applied_to(ty);
        let typed = !base.is_missing();
        let kind = if typedef {
            DeclKind::Typedef(ty)
        } else if let Some(variable) = as_variable {
            DeclKind::FunctionOrVariable { function: ty, variable }
        } else if matches!(ty, TypeExpr::Function(_)) {
            DeclKind::Function { ty, body }
        } else {
            DeclKind::Variable { ty, init }
        };
        let id = self.named_decl(name, bindings, typed, specifiers, attributes, kind, node.syntax());
        let explicit_if = explicit_if.clone();
        let decl = self.at(id);
        decl.bit_width = bit_width;
        decl.explicit_if = explicit_if;
    }

    fn function_def(&mut self, function: &ast::FunctionDef) {
        let Some(declarator) = function.declarator() else { return };
        let sequence = function.decl_specifier_seq();
        let specifiers = self.specifiers(sequence.as_ref());
        let mut attributes = self.sequence_attributes(sequence.as_ref());
        attributes.merge(self.attributes_of(function.syntax()));
        attributes.merge(self.declarator_attributes(&declarator));
        let explicit_if = self.explicit_condition(sequence.as_ref());
        let base = self.base_type(sequence);
        let typed = !base.is_missing();
        let Declaration { name, ty, .. } = self.declarator(&declarator, base);
        let body = match function.body() {
            Some(ast::FunctionBody::DefaultBody(_)) => BodyKind::Defaulted,
            Some(ast::FunctionBody::DeleteBody(_)) => BodyKind::Deleted,
            Some(_) => BodyKind::Block,
            None => BodyKind::None,
        };
        let kind = DeclKind::Function { ty, body };
        let id = self.named_decl(name, None, typed, specifiers, attributes, kind, function.syntax());
        self.at(id).explicit_if = explicit_if;
    }

    fn deduction_guide(&mut self, guide: &ast::DeductionGuide) {
        let Some(of) = guide.name().and_then(|name| self.path(&name)?.as_ident().cloned()) else { return };
        let kind = DeclKind::DeductionGuide { of, ty: self.type_of_guide(guide) };
        let specifiers = self.specifiers(guide.decl_specifier_seq().as_ref());
        let mut decl = self.new_decl(DeclName::None, None, specifiers, Attributes::default(), kind);
        decl.explicit_if = self.explicit_condition(guide.decl_specifier_seq().as_ref());
        if guide.requires_clause().is_some() {
            match decl.templates.last_mut() {
                Some(header) => header.is_constrained = true,
                None => decl.specifiers.is_constrained = true,
            }
        }
        self.push(decl, guide.syntax().text_range(), guide.syntax());
    }

    #[allow(clippy::too_many_arguments)]
    fn named_decl(
        &mut self,
        name: Option<ast::Name>,
        bindings: Option<ast::StructuredBinding>,
        typed: bool,
        specifiers: Specifiers,
        attributes: Attributes,
        kind: DeclKind,
        node: &SyntaxNode,
    ) -> LocalId {
        let range = match &name {
            Some(name) => names::own_range(name),
            None => node.text_range(),
        };
        let path = name.and_then(|name| self.path(&name));
        let (qualifier, name) = match (path, bindings) {
            (Some(path), _) => {
                let class = self.class_name();
                let declared = self.declared_name(path, class.as_deref(), typed);
                (declared.qualifier, declared.name)
            }
            (None, Some(bindings)) => {
                let names = bindings.bindings().filter_map(|binding| binding.ident_token());
                (None, DeclName::Bindings(names.map(|token| token.text().into()).collect()))
            }
            (None, None) => (None, DeclName::None),
        };
        let mut kind = kind;
        let mut specifiers = specifiers;
        if !typed
            && (!specifiers.is_friend || matches!(kind, DeclKind::Function { .. }))
            && (qualifier.is_none() || matches!(kind, DeclKind::Variable { .. }))
            && matches!(name, DeclName::Ident(_))
            && !self.explicit_instantiation
        {
            specifiers.is_untyped = true;
            match &mut kind {
                DeclKind::Variable { ty, .. } | DeclKind::Function { ty, .. } | DeclKind::Typedef(ty) => {
                    ty.assume_int();
                }
                DeclKind::FunctionOrVariable { function, variable } => {
                    function.assume_int();
                    variable.assume_int();
                }
                _ => {}
            }
        }
        let mut decl = self.new_decl(name, qualifier, specifiers, attributes, kind);
        let declarators = ast::children::<ast::Declarator>(node);
        for specifier in declarators.flat_map(|it| it.virt_specifiers()).filter_map(|it| it.keyword()) {
            decl.specifiers.is_override |= specifier.kind() == SyntaxKind::OVERRIDE_KW;
            decl.specifiers.is_final |= specifier.kind() == SyntaxKind::FINAL_KW;
        }
        if let DeclKind::Function { ty: TypeExpr::Function(function), .. } = &decl.kind {
            decl.specifiers.is_abbreviated = function.params.iter().any(ParamExpr::invents_parameter);
        }
        let declarators = node.children().by_kind(|part| part == SyntaxKind::DECLARATOR);
        if declarators.flat_map(|part| part.children()).any(|it| it.kind() == SyntaxKind::REQUIRES_CLAUSE) {
            match decl.templates.last_mut() {
                Some(header) => header.is_constrained = true,
                None => decl.specifiers.is_constrained = true,
            }
        }
        self.push(decl, range, node)
    }

    fn initializer(&mut self, node: &ast::InitDeclarator, base: &TypeExpr, specifiers: Specifiers) -> Init {
        let constant = specifiers.is_constexpr
            || matches!(base, TypeExpr::Qualified(qualifiers, _) if qualifiers.is_const);
        match node.initializer() {
            None => Init::None,
            Some(ast::Initializer::EqInitializer(init))
                if matches!(init.expr(), Some(ast::Expr::LambdaExpr(_))) =>
            {
                Init::Value(Expr::Lambda)
            }
            Some(ast::Initializer::EqInitializer(init)) if constant => {
                Init::Value(self.optional_expr(init.expr()))
            }
            Some(ast::Initializer::InitList(list)) if constant => {
                let mut clauses = list.init_clauses();
                match (clauses.next(), clauses.next()) {
                    (Some(ast::InitClause::Expr(only)), None) => Init::Value(self.expr(&only)),
                    // Objects of class types; tables are too long to be kept.
                    _ if list.init_clauses().count() <= MAX_CLAUSES => {
                        Init::Value(Expr::List(self.clauses(&list)))
                    }
                    _ => Init::Other,
                }
            }
            Some(_) => Init::Other,
        }
    }

    // ---- specifiers

    fn specifiers(&self, sequence: Option<&ast::DeclSpecifierSeq>) -> Specifiers {
        let mut specifiers =
            Specifiers { c_linkage: self.c_linkage, is_extern: self.direct_linkage, ..Specifiers::default() };
        let Some(sequence) = sequence else { return specifiers };
        for specifier in sequence.decl_specifiers() {
            let keyword = match specifier {
                ast::DeclSpecifier::KeywordSpecifier(keyword) => keyword,
                ast::DeclSpecifier::ExplicitSpecifier(_) => {
                    specifiers.is_explicit = true;
                    continue;
                }
                _ => continue,
            };
            match keyword.syntax().first_token().map(|token| token.kind()) {
                Some(SyntaxKind::STATIC_KW) => specifiers.is_static = true,
                Some(SyntaxKind::EXTERN_KW) => specifiers.is_extern = true,
                Some(SyntaxKind::INLINE_KW) => specifiers.is_inline = true,
                Some(SyntaxKind::VIRTUAL_KW) => specifiers.is_virtual = true,
                Some(SyntaxKind::CONSTEXPR_KW) => specifiers.is_constexpr = true,
                Some(SyntaxKind::CONSTEVAL_KW) => specifiers.is_consteval = true,
                Some(SyntaxKind::CONSTINIT_KW | SyntaxKind::GNU_CONSTINIT_KW) => {
                    specifiers.is_constinit = true;
                }
                Some(SyntaxKind::FRIEND_KW) => specifiers.is_friend = true,
                Some(SyntaxKind::EXPLICIT_KW) => specifiers.is_explicit = true,
                Some(SyntaxKind::MUTABLE_KW) => specifiers.is_mutable = true,
                Some(SyntaxKind::THREAD_LOCAL_KW | SyntaxKind::GNU_THREAD_KW) => {
                    specifiers.is_thread_local = true;
                }
                _ => {}
            }
        }
        specifiers
    }

    /// The condition of `explicit(e)` ([dcl.fct.spec]/2).
    fn explicit_condition(&mut self, sequence: Option<&ast::DeclSpecifierSeq>) -> Option<Box<Expr>> {
        let specifier = sequence?.decl_specifiers().find_map(|specifier| match specifier {
            ast::DeclSpecifier::ExplicitSpecifier(specifier) => Some(specifier),
            _ => None,
        })?;
        Some(Box::new(self.optional_expr(specifier.expr())))
    }

    fn sequence_attributes(&mut self, sequence: Option<&ast::DeclSpecifierSeq>) -> Attributes {
        let mut attributes = sequence.map_or_else(Attributes::default, |s| self.attributes_of(s.syntax()));
        // What changes the type belongs to that of the specifiers.
        attributes.applied_to(TypeExpr::None);
        attributes
    }

    pub(super) fn declarator_attributes(&mut self, declarator: &ast::Declarator) -> Attributes {
        let mut attributes = self.attributes_of(declarator.syntax());
        for suffix in declarator.suffixes() {
            attributes.merge(self.attributes_of(suffix.syntax()));
        }
        if let Some(inner) = declarator.paren_declarator() {
            attributes.merge(self.attributes_of(inner.syntax()));
        }
        attributes
    }

    // ---- classes and enums

    /// `struct T;`, `friend struct T;`, `enum E;` without declarators.
    fn forward_declaration(
        &mut self,
        ty: &ast::ElaboratedType,
        specifiers: Specifiers,
        attributes: Attributes,
    ) {
        let Some(name) = ty.name() else { return };
        let Some(path) = self.path(&name) else { return };
        let keyword = ty.syntax().first_token().map(|token| token.kind());
        let kind = match keyword {
            Some(SyntaxKind::ENUM_KW) => {
                DeclKind::Enum(EnumDecl { scoped: false, base: None, is_definition: false })
            }
            _ => DeclKind::Class(ClassDecl {
                is_union: keyword == Some(SyntaxKind::UNION_KW),
                is_definition: false,
                bases: Vec::new(),
                has_virtual_base: false,
                base_access: Access::Public,
                elaborated: false,
                is_final: false,
            }),
        };
        let range = names::own_range(&name);
        let declared = self.declared_name(path, None, true);
        let decl = self.new_decl(declared.name, declared.qualifier, specifiers, attributes, kind);
        self.push(decl, range, ty.syntax());
    }

    /// `struct T` used as a type: declares `T` in the nearest namespace if nothing else does.
    fn elaborated(&mut self, ty: &ast::ElaboratedType) -> TypeExpr {
        let Some(name) = ty.name() else { return TypeExpr::Unknown };
        let Some(path) = self.path(&name) else { return TypeExpr::Unknown };
        let keyword = ty.syntax().first_token().map(|token| token.kind());
        if let (Some(ident), true) = (path.as_ident(), keyword != Some(SyntaxKind::ENUM_KW)) {
            let kind = DeclKind::Class(ClassDecl {
                is_union: keyword == Some(SyntaxKind::UNION_KW),
                is_definition: false,
                bases: Vec::new(),
                has_virtual_base: false,
                base_access: Access::Public,
                elaborated: true,
                is_final: false,
            });
            let declared = DeclName::Ident(ident.clone());
            let mut decl = self.new_decl(declared, None, Specifiers::default(), Attributes::default(), kind);
            decl.parent = None;
            decl.access = Access::Public;
            decl.templates.clear();
            self.push(decl, name.syntax().text_range(), ty.syntax());
        }
        TypeExpr::Elaborated(path)
    }

    fn class_specifier(&mut self, class: &ast::ClassSpecifier) -> Option<LocalId> {
        self.nested(None, |lowerer| Some(lowerer.class_at_depth(class)))
    }

    fn class_at_depth(&mut self, class: &ast::ClassSpecifier) -> LocalId {
        let path = class.name().and_then(|name| self.path(&name));
        let range = match class.name() {
            Some(name) => names::own_range(&name),
            None => class.syntax().first_token().map_or(TextRange::empty(0.into()), |t| t.text_range()),
        };
        let (qualifier, name) = match path {
            Some(path) => {
                let declared = self.declared_name(path, None, true);
                (declared.qualifier, declared.name)
            }
            None => (None, DeclName::None),
        };
        let mut attributes = self.attributes_of(class.syntax());
        // Those behind the closing brace belong to the class too.
        let mut behind = class.syntax().next_sibling();
        while let Some(group) = behind.and_then(ast::Attributes::cast) {
            self.add_attributes(&mut attributes, &group);
            behind = group.syntax().next_sibling();
        }
        let clause = class.base_clause();
        let keyword = class.syntax().first_token().map(|token| token.kind());
        let specifiers = Specifiers { c_linkage: false, ..Specifiers::default() };
        let kind = DeclKind::Class(ClassDecl {
            is_union: keyword == Some(SyntaxKind::UNION_KW),
            is_definition: true,
            bases: Vec::new(),
            has_virtual_base: false,
            base_access: Access::Public,
            elaborated: false,
            is_final: class.final_token().is_some(),
        });
        let ident = name.ident().cloned();
        let decl = self.new_decl(name, qualifier, specifiers, attributes, kind);
        let id = self.push(decl, range, class.syntax());

        let mut bases = Vec::new();
        let (mut has_virtual_base, mut base_access) = (false, Access::Public);
        for base in clause.iter().flat_map(ast::BaseClause::base_specifiers) {
            has_virtual_base |= base.virtual_token().is_some();
            base_access = base_access.max(match base.access().map(|keyword| keyword.kind()) {
                Some(SyntaxKind::PUBLIC_KW) => Access::Public,
                Some(SyntaxKind::PROTECTED_KW) => Access::Protected,
                None if keyword != Some(SyntaxKind::CLASS_KW) => Access::Public,
                _ => Access::Private,
            });
            let ty = match base.ty() {
                Some(ty) => self.type_of_specifiers(&[ty]),
                None => TypeExpr::Unknown,
            };
            bases.push(match base.ellipsis_token() {
                Some(_) => TypeExpr::Expansion(Box::new(ty)),
                None => ty,
            });
        }
        if let DeclKind::Class(decl) = &mut self.at(id).kind {
            decl.bases = bases;
            decl.has_virtual_base = has_virtual_base;
            decl.base_access = base_access;
        }

        let outer_parent = self.parent.replace((id, ident));
        let default = if keyword == Some(SyntaxKind::CLASS_KW) { Access::Private } else { Access::Public };
        let outer_access = std::mem::replace(&mut self.access, default);
        let outer_templates = std::mem::take(&mut self.templates);
        let outer_instantiation = std::mem::replace(&mut self.explicit_instantiation, false);
        let outer_linkage = std::mem::replace(&mut self.c_linkage, false);
        let outer_direct = std::mem::replace(&mut self.direct_linkage, false);
        for member in class.member_list().iter().flat_map(ast::MemberList::decls) {
            self.decl(&member);
        }
        self.parent = outer_parent;
        self.access = outer_access;
        self.templates = outer_templates;
        self.explicit_instantiation = outer_instantiation;
        self.c_linkage = outer_linkage;
        self.direct_linkage = outer_direct;
        id
    }

    fn enum_specifier(&mut self, specifier: &ast::EnumSpecifier) -> Option<LocalId> {
        let path = specifier.name().and_then(|name| self.path(&name));
        let keyword_range = specifier.syntax().first_token()?.text_range();
        let range = match specifier.name() {
            Some(name) => names::own_range(&name),
            None => keyword_range,
        };
        let (qualifier, name) = match path {
            Some(path) => {
                let declared = self.declared_name(path, None, true);
                (declared.qualifier, declared.name)
            }
            None => (None, DeclName::None),
        };
        let scoped = specifier.is_scoped();
        let base = specifier
            .enum_base()
            .map(|base| base.type_id().map_or(TypeExpr::Unknown, |ty| self.type_id(&ty)));
        let list = specifier.enumerator_list();
        let attributes = self.attributes_of(specifier.syntax());
        let kind = DeclKind::Enum(EnumDecl { scoped, base, is_definition: list.is_some() });
        let decl = self.new_decl(name, qualifier, Specifiers::default(), attributes, kind);
        let id = self.push(decl, range, specifier.syntax());

        let outer_parent = self.parent.replace((id, None));
        let outer_templates = std::mem::take(&mut self.templates);
        for (index, enumerator) in list.iter().flat_map(ast::EnumeratorList::enumerators).enumerate() {
            let value = enumerator.value().map(|value| self.expr(&value));
            if let Some(ident) = enumerator.ident_token() {
                let name = DeclName::Ident(ident.text().into());
                let kind = DeclKind::Enumerator { index: index as u32, value };
                self.push_plain(name, ident.text_range(), enumerator.syntax(), kind);
            }
        }
        self.parent = outer_parent;
        self.templates = outer_templates;
        Some(id)
    }
}

/// What an access specifier says.
fn access(keyword: Option<asunder_syntax::SyntaxToken>) -> Access {
    match keyword.map(|token| token.kind()) {
        Some(SyntaxKind::PRIVATE_KW) => Access::Private,
        Some(SyntaxKind::PROTECTED_KW) => Access::Protected,
        _ => Access::Public,
    }
}

/// The name of an access declaration `B::m;`, a using-declaration without `using` that a class of C++98 may have (C++98
/// [class.access.dcl]).
fn access_declaration(sequence: Option<&ast::DeclSpecifierSeq>) -> Option<ast::Name> {
    let mut specifiers = sequence?.decl_specifiers();
    match (specifiers.next(), specifiers.next()) {
        (Some(ast::DeclSpecifier::Type(ast::Type::NamedType(ty))), None) => ty.name().filter(|name| {
            name.syntax().children_with_tokens().any(|part| part.kind() == SyntaxKind::COLON2)
        }),
        _ => None,
    }
}

/// The elaborated type of `struct T;` when nothing else names a type.
fn lone_elaborated_type(sequence: Option<&ast::DeclSpecifierSeq>) -> Option<ast::ElaboratedType> {
    let mut types = sequence?.decl_specifiers().filter_map(|specifier| match specifier {
        ast::DeclSpecifier::Type(ty) => Some(ty),
        _ => None,
    });
    match (types.next(), types.next()) {
        (Some(ast::Type::ElaboratedType(ty)), None) => Some(ty),
        _ => None,
    }
}
