//! Names in front of template arguments that nothing declares, or that are no templates, in the types of declarations
//! outside functions: `vector<int> v;` without the header that declares `vector`.
//!
//! The reference reads such a name as that of a template, but where a declaration may be that of a variable: `void
//! f(vector<int> v)` is a variable `f` to it, with an expression in parentheses. Where a namespace does not have the name,
//! it reads the arguments as what follows a type.

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{
    Arg, BodyKind, Decl, DeclKind, DeclName, FunctionExpr, Path, SegmentName, TemplateParamKind, TypeExpr,
};
use asunder_mangle::model::Ident;
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxToken, TextSize, ast};
use asunder_types::Symbol;

use super::forms::declaration_around;
use super::{Checker, is_qualified, named_type};
use crate::finding::{Argument, EXPECTED_SEMICOLON, Found, Mistake, NameScopes, UNDECLARED};
use crate::lookup::{Lookup, Prefix, Sought, Want};
use crate::view::{Sema, Site};

/// "expected a ")"".
const EXPECTED_PARENTHESIS: u16 = 18;
/// "expected an expression".
const EXPECTED_EXPRESSION: u16 = 29;
/// "incomplete type … is not allowed".
const INCOMPLETE: u16 = 70;
/// "too many initializer values".
const TOO_MANY_VALUES: u16 = 146;
/// "attribute … does not apply here".
const DOES_NOT_APPLY: u16 = 1835;
/// "type name is not allowed".
const TYPE_NAME: u16 = 254;
/// "explicit type is missing ("int" assumed)".
const NO_TYPE: u16 = 260;
/// "qualified name is not allowed".
const QUALIFIED: u16 = 283;
/// "… may not have a template argument list".
const TAKES_NO_ARGUMENTS: u16 = 519;
/// "… is not a template".
const NO_TEMPLATE: u16 = 864;

/// What is wrong with the name of a template.
pub(super) enum Unknown {
    /// Nothing declares it.
    Name(Mistake),
    /// It is that of a class.
    Class(Mistake),
    /// A namespace does not have it.
    Member(Mistake),
}

impl<'db> Sema<'db> {
    /// What is wrong with the template that a path names.
    pub(super) fn unknown_template(&self, path: &Path, site: Site<'_, 'db>) -> Option<Unknown> {
        let first = path.segments.first().filter(|_| !path.global)?;
        if first.args.is_some() {
            let SegmentName::Ident(name) = &first.name else { return None };
            let plain = Path::ident(name);
            // Names that are built in.
            if name.starts_with("__") || !name.is_ascii() {
                return None;
            }
            return match self.lookup(Sought::Ident(name), site, Want::Any) {
                Lookup::None if self.namespace_of_path(&plain, site).is_none() => {
                    Some(Unknown::Name(Mistake::new(NO_TEMPLATE, vec![Argument::Text(name.to_string())])))
                }
                Lookup::Found(symbols) => {
                    let is_class = |symbol: &Symbol<'db>| {
                        let decl = self.decl(symbol.decl);
                        matches!(decl.kind, DeclKind::Class(_))
                            && decl.templates.is_empty()
                            && decl.parent.is_none()
                    };
                    let first = symbols.first().filter(|_| symbols.iter().all(is_class))?;
                    let entity = Argument::entity("class", self.qualified_name(*first)?);
                    Some(Unknown::Class(Mistake::new(TAKES_NO_ARGUMENTS, vec![entity])))
                }
                _ => None,
            };
        }
        let last = path.segments.last().filter(|last| last.args.is_some())?;
        let SegmentName::Ident(name) = &last.name else { return None };
        let named = self.lookup_path(path, site, Want::Any);
        let Prefix::Namespace(id) = named.prefix else { return None };
        if named.found != Lookup::None || id.0 == 0 {
            return None;
        }
        let scope = self.names.namespaces().qualifier(id)?;
        let arguments =
            vec![Argument::entity("namespace", scope.trim_matches(':')), Argument::entity("member", &**name)];
        Some(Unknown::Member(Mistake::new(crate::nested_names::NO_MEMBER, arguments)))
    }

    /// Whether a parameter is not declared, nor any behind it: a namespace does not have the template of its type, so that
    /// the reference misses a `)` in front of its arguments.
    pub(crate) fn is_unread_parameter(&self, ty: &TypeExpr, site: Site<'_, 'db>) -> bool {
        let path = named_type(ty).filter(|path| path.segments.last().is_some_and(|last| last.args.is_some()));
        path.is_some_and(|path| matches!(self.unknown_template(path, site), Some(Unknown::Member(_))))
    }
}

impl<'db> Checker<'_, 'db> {
    /// Whether nothing declares the type that a declaration names.
    pub(super) fn is_unknown_type(&self, at: DeclRef, path: &Path) -> bool {
        let site = self.site(at);
        self.undeclared(path, site).is_some() || self.sema.unknown_template(path, site).is_some()
    }

    /// The names of templates in the types of a declaration, parameters of functions apart.
    pub(super) fn unknown_templates(&mut self, at: DeclRef, decl: &'db Decl) {
        let mut paths = Vec::new();
        for param in decl.templates.iter().flat_map(|header| &header.params) {
            match &param.kind {
                TemplateParamKind::Type(Some(ty)) => paths_of_type(ty, &mut paths),
                TemplateParamKind::Value(ty, _) => paths_of_type(ty, &mut paths),
                _ => {}
            }
        }
        match &decl.kind {
            DeclKind::Variable { ty, .. } | DeclKind::Typedef(ty) => paths_of_type(ty, &mut paths),
            DeclKind::FunctionOrVariable { variable, .. } => paths_of_type(variable, &mut paths),
            DeclKind::Function { ty: TypeExpr::Function(function), .. } => {
                paths_of_type(&function.result, &mut paths);
            }
            DeclKind::Class(class) => class.bases.iter().for_each(|base| paths_of_type(base, &mut paths)),
            _ => return,
        }
        let has_arguments = |path: &&Path| path.segments.iter().any(|segment| segment.args.is_some());
        if !paths.iter().any(has_arguments) {
            return;
        }
        let Some(start) = self.node_of(at).and_then(|node| {
            let class = matches!(decl.kind, DeclKind::Class(_));
            let around = if class { Some(node.clone()) } else { declaration_around(&node) };
            let template = node.ancestors().find(|it| it.kind() == SyntaxKind::TEMPLATE_DECL);
            let around = around.or_else(|| node.ancestors().find(|it| it.kind() == SyntaxKind::ALIAS_DECL));
            let template = template.filter(|_| !decl.templates.is_empty());
            Some(template.or(around)?.text_range().start())
        }) else {
            return;
        };
        // The name of a class is declared in front of its bases.
        let point = match decl.kind {
            DeclKind::Class(_) => Point::behind(at),
            _ => Point::before(at),
        };
        let (mut from, site) = (usize::from(start), Site { point, ..self.site(at) });
        for path in paths {
            self.template_ids_of(path, site, &mut from);
        }
    }

    /// The templates that a path names, its arguments included, in the text from `from` on.
    fn template_ids_of(&mut self, path: &Path, site: Site<'_, 'db>, from: &mut usize) {
        let Some(SegmentName::Ident(name)) =
            path.segments.iter().find(|segment| segment.args.is_some()).map(|segment| &segment.name)
        else {
            return;
        };
        let Some(at) = template_name(&self.text[*from..], name).map(|at| *from + at) else { return };
        *from = at + name.len();
        if let Some(Unknown::Name(mistake) | Unknown::Class(mistake)) = self.sema.unknown_template(path, site)
        {
            let place = TextSize::new(at as u32);
            if self.unknown_places.insert(place) {
                self.met(mistake, place);
            }
        }
        for arg in path.segments.iter().filter_map(|segment| segment.args.as_deref()).flatten() {
            let mut inner = Vec::new();
            match arg {
                Arg::Type(ty) => paths_of_type(ty, &mut inner),
                Arg::Ambiguous(ty, _) => paths_of_type(ty, &mut inner),
                Arg::Name(path) => inner.push(path),
                _ => continue,
            }
            inner.into_iter().for_each(|path| self.template_ids_of(path, site, from));
        }
    }

    /// The template in the type of a parameter. True if the parameters behind it are not looked at.
    pub(super) fn template_of_parameter(
        &mut self,
        at: DeclRef,
        function: &FunctionExpr,
        index: usize,
        from: usize,
    ) -> bool {
        let decl = self.sema.decl(at);
        let ty = &function.params[index].ty;
        let mut paths = Vec::new();
        paths_of_type(ty, &mut paths);
        let site = self.site(at);
        let Some(path) = named_type(ty).filter(|path| path.segments.iter().any(|it| it.args.is_some()))
        else {
            let mut from = from;
            paths.into_iter().for_each(|path| self.template_ids_of(path, site, &mut from));
            return false;
        };
        let Some(unknown) = self.sema.unknown_template(path, site) else {
            let mut from = from;
            self.template_ids_of(path, site, &mut from);
            return false;
        };
        let is_free = decl.parent.is_none() && decl.qualifier.is_none();
        let may_be_variable = index == 0 && is_free && matches!(decl.name, DeclName::Ident(_));
        if may_be_variable && !is_qualified(ty) && !matches!(unknown, Unknown::Class(_)) {
            self.parameters_as_initializer(at, function);
            return true;
        }
        let mistake = match unknown {
            Unknown::Name(_) | Unknown::Class(_) => {
                let mut from = from;
                self.template_ids_of(path, site, &mut from);
                return false;
            }
            Unknown::Member(mistake) => mistake,
        };
        let Some(written) = crate::nested_names::WrittenName::at_word(self.text, from, path) else {
            return true;
        };
        let place = |at: usize| TextSize::new(at as u32);
        let is_constructor = matches!(decl.name, DeclName::Constructor) && decl.parent.is_some();
        if is_constructor && index == 0 || is_qualified(ty) {
            if !is_constructor || index > 0 {
                self.met(Mistake::new(NO_TYPE, Vec::new()), place(written.start()));
            }
            self.met(Mistake::new(QUALIFIED, Vec::new()), place(written.start()));
        } else {
            self.met(mistake, place(written.last()));
        }
        self.met(Mistake::new(EXPECTED_PARENTHESIS, Vec::new()), place(written.arguments()));
        if is_constructor
            && index == 0
            && let Some(brace) = self.body_of(at)
        {
            self.met(Mistake::new(EXPECTED_SEMICOLON, Vec::new()), brace);
        }
        true
    }

    /// Where the body of a function starts.
    fn body_of(&self, at: DeclRef) -> Option<TextSize> {
        let definition = declaration_around(&self.node_of(at)?).and_then(ast::FunctionDef::cast)?;
        let declarator = definition.declarator()?.syntax().text_range().end();
        let behind = &self.text[usize::from(declarator)..];
        Some(declarator + TextSize::new((behind.len() - behind.trim_start().len()) as u32))
    }

    /// Parameters that are read as the expressions that a variable is initialized with.
    pub(super) fn parameters_as_initializer(&mut self, at: DeclRef, function: &FunctionExpr) {
        let (Some(name), Some(node)) = (self.name_of(at), self.node_of(at)) else { return };
        let suffix_of = |declarator: ast::Declarator| {
            let ambiguous = || declarator.syntax().descendants().find_map(ast::FunctionSuffix::cast);
            declarator.function().or_else(ambiguous)?.param_list()
        };
        let list = node.ancestors().filter_map(ast::Declarator::cast).find_map(suffix_of);
        let Some(list) = list else { return };
        let is_void = self.sema.resolve(&function.result, self.site(at)).is_void(self.sema.db);
        self.attributes_of_functions(&node);
        if is_void {
            self.met(Mistake::new(INCOMPLETE, vec![Argument::ty("void")]), name.start());
        }
        let tokens = list.syntax().descendants_with_tokens().filter_map(|it| it.into_token());
        let tokens: Vec<SyntaxToken> = tokens.filter(|it| !it.kind().is_trivia()).skip(1).collect();
        let mut reader = InitializerReader { checker: self, site_of: at, tokens: &tokens, at: 0, is_void };
        if reader.read().is_none() {
            return;
        }
        if matches!(self.sema.decl(at).kind, DeclKind::Function { body: BodyKind::Block, .. })
            && let Some(brace) = self.body_of(at)
        {
            self.met(Mistake::new(EXPECTED_SEMICOLON, Vec::new()), brace);
        }
    }

    /// The attributes of a declaration that variables do not have.
    fn attributes_of_functions(&mut self, node: &SyntaxNode) {
        let Some(declaration) = declaration_around(node) else { return };
        for attribute in declaration.descendants().filter_map(ast::Attribute::cast) {
            let Some(name) = attribute.name() else { continue };
            if matches!(name.syntax().text().to_string().as_str(), "global" | "__global__") {
                let mistake = Mistake::warning(DOES_NOT_APPLY, vec![Argument::Name("__global__".to_owned())]);
                self.met(mistake, name.syntax().text_range().start());
            }
        }
    }
}

/// The parameters of a function as expressions, up to where the reference misses something.
struct InitializerReader<'r, 'a, 'db> {
    checker: &'r mut Checker<'a, 'db>,
    site_of: DeclRef,
    /// Behind the `(`.
    tokens: &'r [SyntaxToken],
    at: usize,
    /// The type of the variable is `void`.
    is_void: bool,
}

/// What ends an expression that is not whole.
enum Ends {
    /// Another element, or the `)`.
    Whole,
    /// An expression is missing at a token.
    Missing(usize),
    /// A token cannot follow.
    Stray(usize),
}

impl InitializerReader<'_, '_, '_> {
    fn start(&self, index: usize) -> TextSize {
        self.tokens[index].text_range().start()
    }

    /// Reports what is wrong; `None` where that is not known.
    fn read(&mut self) -> Option<()> {
        let mut second = None;
        let mut elements = 0;
        let end = loop {
            let first = self.at;
            let end = self.element()?;
            elements += 1;
            if elements == 2 {
                // Where an expression is missing, what is skipped stands in front of it.
                second = Some(if matches!(end, Ends::Missing(_)) { self.tokens.len() - 1 } else { first });
            }
            match end {
                Ends::Whole if self.tokens[self.at].kind() == SyntaxKind::COMMA => self.at += 1,
                end => break end,
            }
        };
        if let Ends::Missing(at) = end {
            self.met(EXPECTED_EXPRESSION, at);
        }
        // A variable of type `void` has no values at all.
        if let Some(second) = second.filter(|_| !self.is_void) {
            let known_at = self.start(self.at).checked_sub(TextSize::new(1));
            let found = Found::at(Mistake::new(TOO_MANY_VALUES, Vec::new()), self.start(second));
            self.checker.found.push(Found { known_at, ..found });
        }
        if let Ends::Stray(at) = end {
            self.met(EXPECTED_PARENTHESIS, at);
        }
        Some(())
    }

    fn met(&mut self, number: u16, at: usize) {
        let place = self.start(at);
        self.checker.met(Mistake::new(number, Vec::new()), place);
    }

    /// One expression, up to the `,` or `)` behind it.
    fn element(&mut self) -> Option<Ends> {
        let mut wants_operand = true;
        loop {
            let token = self.tokens.get(self.at)?;
            let kind = token.kind();
            match kind {
                SyntaxKind::COMMA | SyntaxKind::R_PAREN if wants_operand => {
                    return Some(Ends::Missing(self.at));
                }
                SyntaxKind::COMMA | SyntaxKind::R_PAREN => return Some(Ends::Whole),
                kind if !wants_operand && (kind == SyntaxKind::IDENT || is_value(kind)) => {
                    return Some(Ends::Stray(self.at));
                }
                kind if is_value(kind) => wants_operand = false,
                SyntaxKind::IDENT => {
                    self.name()?;
                    wants_operand = false;
                }
                SyntaxKind::CONST_KW
                | SyntaxKind::VOLATILE_KW
                | SyntaxKind::STRUCT_KW
                | SyntaxKind::CLASS_KW
                | SyntaxKind::UNION_KW
                | SyntaxKind::ENUM_KW
                | SyntaxKind::ELLIPSIS => {
                    return Some(if wants_operand { Ends::Missing(self.at) } else { Ends::Stray(self.at) });
                }
                _ if is_type_word(kind) => {
                    if !wants_operand {
                        return Some(Ends::Stray(self.at));
                    }
                    if self.tokens.get(self.at + 1)?.kind() == SyntaxKind::L_PAREN {
                        self.cast()?;
                        wants_operand = false;
                        self.at += 1;
                        continue;
                    }
                    self.met(TYPE_NAME, self.at);
                    while self.tokens.get(self.at + 1).is_some_and(|it| is_type_word(it.kind())) {
                        self.at += 1;
                    }
                    wants_operand = false;
                }
                SyntaxKind::STAR | SyntaxKind::AMP if wants_operand => {}
                // The halves of `>>`.
                SyntaxKind::GT if wants_operand && self.is_joint(SyntaxKind::GT) => {}
                SyntaxKind::LT | SyntaxKind::GT if wants_operand => return Some(Ends::Missing(self.at)),
                SyntaxKind::LT
                | SyntaxKind::GT
                | SyntaxKind::STAR
                | SyntaxKind::AMP
                | SyntaxKind::AMP2
                | SyntaxKind::EQ
                    if !wants_operand =>
                {
                    wants_operand = true;
                }
                _ => return None,
            }
            self.at += 1;
        }
    }

    /// `void(int)`, a cast of what stands in parentheses: its last token is the current one then.
    fn cast(&mut self) -> Option<()> {
        self.at += 2;
        loop {
            match self.element()? {
                Ends::Whole if self.tokens[self.at].kind() == SyntaxKind::COMMA => self.at += 1,
                Ends::Whole => return Some(()),
                Ends::Missing(_) | Ends::Stray(_) => return None,
            }
        }
    }

    /// Whether the token here touches one of a kind in front of it.
    fn is_joint(&self, kind: SyntaxKind) -> bool {
        self.at.checked_sub(1).is_some_and(|before| {
            self.tokens[before].kind() == kind
                && self.tokens[before].text_range().end() == self.start(self.at)
        })
    }

    /// A name: the last token of it is the current one then.
    fn name(&mut self) -> Option<()> {
        let first = self.at;
        let mut words: Vec<Ident> = vec![self.tokens[first].text().into()];
        while self.tokens.get(self.at + 1).is_some_and(|it| it.kind() == SyntaxKind::COLON2) {
            let next = self.tokens.get(self.at + 2).filter(|it| it.kind() == SyntaxKind::IDENT)?;
            words.push(next.text().into());
            self.at += 2;
        }
        let (sema, site) = (self.checker.sema, self.checker.site(self.site_of));
        if let [only] = words.as_slice() {
            match sema.lookup(Sought::Ident(only), site, Want::Any) {
                Lookup::None if sema.namespace_of_path(&Path::ident(only), site).is_none() => {
                    let mistake = Mistake::new(UNDECLARED, vec![Argument::Name(only.to_string())]);
                    let scopes = NameScopes { around: Vec::new(), declares: Some(0) };
                    let found = Found::at(mistake, self.start(first));
                    self.checker.found.push(Found { scopes: Some(scopes.into()), ..found });
                }
                Lookup::Param(..) | Lookup::Injected(_) => self.met(TYPE_NAME, first),
                Lookup::Found(symbols) => {
                    let is_type = |symbol: &Symbol<'_>| {
                        let decl = sema.decl(symbol.decl);
                        matches!(decl.kind, DeclKind::Class(_) | DeclKind::Enum(_) | DeclKind::Typedef(_))
                            && decl.templates.is_empty()
                    };
                    if !symbols.iter().all(is_type) {
                        return None;
                    }
                    self.met(TYPE_NAME, first);
                }
                _ => return None,
            }
            return Some(());
        }
        let segments = words.into_iter().map(|word| asunder_decls::written::Segment {
            name: SegmentName::Ident(word),
            args: Some(Vec::new()),
        });
        let mut path = Path { global: false, segments: segments.collect() };
        let inner = path.segments.len() - 1;
        path.segments[..inner].iter_mut().for_each(|segment| segment.args = None);
        match sema.unknown_template(&path, site) {
            Some(Unknown::Member(mistake)) => {
                let place = self.start(self.at);
                self.checker.met(mistake, place);
                Some(())
            }
            _ => None,
        }
    }
}

/// Whether a token is a value by itself.
fn is_value(kind: SyntaxKind) -> bool {
    kind.is_literal() || matches!(kind, SyntaxKind::TRUE_KW | SyntaxKind::FALSE_KW | SyntaxKind::NULLPTR_KW)
}

/// Whether a keyword is that of a built-in type.
fn is_type_word(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        SyntaxKind::INT_KW
            | SyntaxKind::FLOAT_KW
            | SyntaxKind::DOUBLE_KW
            | SyntaxKind::CHAR_KW
            | SyntaxKind::BOOL_KW
            | SyntaxKind::LONG_KW
            | SyntaxKind::SHORT_KW
            | SyntaxKind::UNSIGNED_KW
            | SyntaxKind::SIGNED_KW
            | SyntaxKind::VOID_KW
    )
}

/// The paths that a type is made of, in the order of the text, template arguments apart.
fn paths_of_type<'t>(ty: &'t TypeExpr, paths: &mut Vec<&'t Path>) {
    match ty {
        TypeExpr::Name(path, _) => paths.push(path),
        TypeExpr::Qualified(_, inner)
        | TypeExpr::Pointer(inner)
        | TypeExpr::LvalueRef(inner)
        | TypeExpr::RvalueRef(inner)
        | TypeExpr::Expansion(inner)
        | TypeExpr::Array(_, inner) => paths_of_type(inner, paths),
        _ => {}
    }
}

/// Where a name stands in a text in front of a `<`.
fn template_name(text: &str, name: &str) -> Option<usize> {
    crate::mistakes::words(text, name).find(|at| text[at + name.len()..].trim_start().starts_with('<'))
}
