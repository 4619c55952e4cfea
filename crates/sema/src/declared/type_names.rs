//! The names of types in front of declarators, and of parameters: whether they are declared, may be named there, and are read as
//! types.

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{Decl, DeclKind, DeclName, FunctionExpr, Path, SegmentName, TypeExpr};
use asunder_hir::body::FIRST_LOCAL;
use asunder_syntax::{Standard, SyntaxKind, SyntaxNode, TextRange, TextSize};
use asunder_types::{Kind, Symbol};

use super::templates::HIDDEN;
use super::{Checker, first_word, is_qualified, last_word, named_type};
use crate::finding::{Argument, EXPECTED_SEMICOLON, Found, Mistake, NOT_GLOBAL, UNDECLARED};
use crate::lookup::{Lookup, Prefix, Sought, Want};
use crate::spelled::Spelled;
use crate::template_ids::{argument_place, template_id};
use crate::view::Site;

/// "reference to void is not allowed".
const VOID_REFERENCE: u16 = 250;
/// "incomplete type … is not allowed".
const INCOMPLETE: u16 = 70;
/// "this declaration has no storage class or type specifier".
pub(super) const NO_SPECIFIER: u16 = 77;
/// "duplicate parameter name".
const PARAMETER_TWICE: u16 = 100;
/// "… has no …".
const NO_MEMBER: u16 = 135;
/// "… is ambiguous".
const AMBIGUOUS: u16 = 266;
/// "explicit type is missing ("int" assumed)".
const NO_TYPE: u16 = 260;
/// "qualified name is not allowed".
const QUALIFIED: u16 = 283;
/// "cannot deduce class template arguments".
pub(crate) const CLASS_NOT_DEDUCED: u16 = 2958;
/// "class template name must be a placeholder for the complete type being initialized (not for a component of that type)".
pub(crate) const PART_OF_PLACEHOLDER: u16 = 2887;
/// "const … requires an initializer".
const CONSTANT: u16 = 257;
/// "attribute … does not apply here".
const DOES_NOT_APPLY: u16 = 1835;
/// "missing initializer for constexpr variable".
const NO_CONSTANT: u16 = 2385;
/// "nontype … is not a type name".
pub(super) const NO_TYPE_NAME: u16 = 757;

impl<'db> Checker<'_, 'db> {
    /// The name of a type that nothing declares, as the mistake that it is.
    pub(super) fn undeclared(&self, path: &Path, site: Site<'_, 'db>) -> Option<(Mistake, String)> {
        let last = path.segments.last()?;
        let SegmentName::Ident(name) = &last.name else { return None };
        // Types that are built in; words that end like attributes are none.
        if name.starts_with("__") && !name.ends_with('_') {
            return None;
        }
        let named = self.sema.lookup_path(path, site, Want::Any);
        if named.found != Lookup::None {
            return None;
        }
        match named.prefix {
            Prefix::Unqualified => {
                let is_known =
                    !matches!(self.sema.type_of_path(path, site, Want::Any).kind(self.sema.db), Kind::Error);
                let is_namespace = self.sema.namespace_of_path(&Path::ident(name), site).is_some();
                (!is_known && !is_namespace && last.args.is_none() && name.is_ascii()).then(|| {
                    (Mistake::new(UNDECLARED, vec![Argument::Name(name.to_string())]), name.to_string())
                })
            }
            Prefix::Namespace(id) if id.0 == 0 && last.args.is_none() => {
                let mistake = Mistake::new(NOT_GLOBAL, vec![Argument::Name(name.to_string())]);
                Some((mistake, name.to_string()))
            }
            Prefix::Namespace(id) if id.0 != 0 => {
                let scope = self.sema.names.namespaces().qualifier(id)?;
                let arguments = vec![
                    Argument::entity("namespace", scope.trim_matches(':')),
                    Argument::entity("member", &**name),
                ];
                Some((Mistake::new(NO_MEMBER, arguments), name.to_string()))
            }
            Prefix::Type(ty) if last.args.is_none() => {
                let class =
                    ty.as_class(self.sema.db).filter(|class| !self.sema.is_dependent_class(*class))?;
                let is_known = self.sema.definition(class).is_some() && self.sema.bases(class).is_empty();
                let text = self.sema.spelled_text(&Spelled::Plain(ty.unqualified(self.sema.db)))?;
                let kind = match self.sema.is_union(ty) {
                    true => "union",
                    false => "class",
                };
                let arguments = vec![Argument::entity(kind, text), Argument::entity("member", &**name)];
                is_known.then(|| (Mistake::new(NO_MEMBER, arguments), name.to_string()))
            }
            _ => None,
        }
    }

    /// `T::type x;` of a template parameter, without the `typename` that C++20 no longer wants ([temp.res]/5).
    fn missing_typename(&mut self, at: DeclRef, ty: &TypeExpr, name: TextSize) {
        let Some(path) = named_type(ty).filter(|path| path.segments.len() > 1 && !path.global) else {
            return;
        };
        let is_outside = self.sema.decl(at).qualifier.is_some();
        if self.sema.dialect.standard < Standard::Cpp20
            && !is_outside
            && let Some(mistake) = self.sema.needs_typename(path, self.site(at))
            && let Some(start) = self.written_type(at)
        {
            self.met(mistake, start);
            return;
        }
        let Some(words) = path.plain_words() else { return };
        if self.sema.dialect.standard >= Standard::Cpp20 || at.local.0 >= FIRST_LOCAL {
            return;
        }
        let around = self.sema.env_of(at);
        let own = self.sema.template_env(Symbol { decl: at, env: around }, None);
        let is_parameter = |env| {
            let site = Site::new(env, Point::before(at));
            matches!(self.sema.lookup(Sought::Ident(words[0]), site, Want::Scopes), Lookup::Param(_, None))
        };
        if !is_parameter(around) && (self.sema.decl(at).templates.is_empty() || !is_parameter(own)) {
            return;
        }
        let (before, behind) = self.text.split_at(usize::from(name));
        let from = before.rfind([';', '{', '}']).unwrap_or_default();
        let end = behind.find([';', '{']).unwrap_or(behind.len());
        // The type of an alias and a trailing result stand behind the name.
        let offset = nested_name(&before[from..], &words).map(|at| from + at);
        let offset = offset.or_else(|| nested_name(&behind[..end], &words).map(|at| before.len() + at));
        if let Some(offset) = offset {
            let mistake = Mistake::new(NO_TYPE_NAME, vec![Argument::entity("nontype", words.join("::"))]);
            self.met(mistake, TextSize::new(offset as u32));
        }
    }

    /// Where the type of a declaration starts that is a name: in front of its declarators, or behind `=`.
    fn written_type(&self, at: DeclRef) -> Option<TextSize> {
        let node = self.node_of(at)?;
        let declaration = node.ancestors().find(|it| {
            matches!(it.kind(), SyntaxKind::SIMPLE_DECL | SyntaxKind::FUNCTION_DEF | SyntaxKind::ALIAS_DECL)
        })?;
        let named = |node: &SyntaxNode| {
            let specifiers = node.children().find(|it| it.kind() == SyntaxKind::DECL_SPECIFIER_SEQ)?;
            let name = specifiers.children().find(|it| it.kind() == SyntaxKind::NAMED_TYPE)?;
            Some(name.text_range().start())
        };
        let alias = declaration.children().find(|it| it.kind() == SyntaxKind::TYPE_ID);
        named(&declaration).or_else(|| named(&alias?))
    }

    /// Where the types of the parameters of a function start that are names.
    fn written_parameters(&self, at: DeclRef) -> Option<Vec<Option<TextSize>>> {
        let node = self.node_of(at)?;
        let declarator = node.ancestors().find(|it| it.kind() == SyntaxKind::DECLARATOR)?;
        let suffix = declarator.children().find(|it| it.kind() == SyntaxKind::FUNCTION_SUFFIX)?;
        let list = suffix.children().find(|it| it.kind() == SyntaxKind::PARAM_LIST)?;
        let parameters = list.children().filter(|it| it.kind() == SyntaxKind::PARAM_DECL);
        let starts = parameters.map(|parameter| {
            let specifiers = parameter.children().find(|it| it.kind() == SyntaxKind::DECL_SPECIFIER_SEQ)?;
            let name = specifiers.children().find(|it| it.kind() == SyntaxKind::NAMED_TYPE)?;
            Some(name.text_range().start())
        });
        Some(starts.collect())
    }

    /// Parameters whose types are names of members of templates, without `typename`.
    fn parameters_without_typename(&mut self, at: DeclRef, function: &FunctionExpr) {
        let site = self.site(at);
        let mut places = None;
        for (index, param) in function.params.iter().enumerate() {
            let Some(path) = named_type(&param.ty).filter(|path| path.segments.len() > 1) else { continue };
            let Some(mistake) = self.sema.needs_typename(path, site) else { continue };
            let places = places.get_or_insert_with(|| self.written_parameters(at).unwrap_or_default());
            if let Some(start) = places.get(index).copied().flatten() {
                self.met(mistake, start);
            }
        }
    }

    /// Whether the arguments of a class template that a declaration names cannot be deduced ([dcl.type.class.deduct]).
    fn needs_arguments(&self, at: DeclRef) -> bool {
        let decl = self.sema.decl(at);
        match &decl.kind {
            DeclKind::Function { .. } | DeclKind::Typedef(_) => true,
            DeclKind::Variable { .. } if self.sema.dialect.standard < Standard::Cpp17 => true,
            DeclKind::Variable { .. } => {
                let specifiers = &decl.specifiers;
                let is_field = decl.parent.is_some() && !specifiers.is_static && !specifiers.is_inline;
                is_field || specifiers.is_extern
            }
            _ => false,
        }
    }

    /// A type that its class does not let a declaration name. Of a function it is that of its result.
    pub(super) fn access(&mut self, at: DeclRef, decl: &Decl, ty: &TypeExpr, name: TextSize) {
        let Some(path) = named_type(ty).filter(|path| path.segments.len() > 1) else { return };
        if decl.qualifier.is_some() || !decl.templates.is_empty() || at.local.0 >= FIRST_LOCAL {
            return;
        }
        let function = decl.name.ident().filter(|_| matches!(decl.kind, DeclKind::Function { .. }));
        let Some((mistake, word)) = self.sema.inaccessible_type(path, self.site(at), function) else {
            return;
        };
        let (before, behind) = self.text.split_at(usize::from(name));
        // The name of an alias stands in front of its type.
        let offset = match before.trim_end().ends_with("using") {
            true => {
                last_word(behind.split(';').next().unwrap_or_default(), &word).map(|at| before.len() + at)
            }
            false => last_word(before, &word),
        };
        if let Some(offset) = offset {
            self.met(mistake, TextSize::new(offset as u32));
        }
    }

    /// A reference to `void` ([dcl.ref]/1). True if it is one.
    pub(super) fn void_reference(&mut self, at: DeclRef, ty: &TypeExpr, name: TextSize) -> bool {
        let (TypeExpr::LvalueRef(inner) | TypeExpr::RvalueRef(inner)) = ty else { return false };
        let to = self.sema.resolve(inner, self.site(at));
        let before = self.text[..usize::from(name)].trim_end();
        if !to.unqualified(self.sema.db).is_void(self.sema.db) || !before.ends_with('&') {
            return false;
        }
        let start = before.trim_end_matches('&').len();
        self.met(Mistake::new(VOID_REFERENCE, Vec::new()), TextSize::new(start as u32));
        true
    }

    /// The elements of the arrays in a declarator. True if they are reported.
    pub(super) fn elements(&mut self, at: DeclRef, ty: &TypeExpr, name: TextSize) -> bool {
        let Some(mistake) = self.sema.wrong_elements(ty, self.site(at)) else { return false };
        self.met(mistake, name);
        true
    }

    /// The result of a function behind its parameters.
    fn trailing_result(&self, at: DeclRef) -> Option<TextRange> {
        if !self.sema.function_expr(at)?.is_trailing {
            return None;
        }
        let declarator = self.node_of(at)?.ancestors().find(|it| it.kind() == SyntaxKind::DECLARATOR)?;
        let suffix = declarator.children().find(|it| it.kind() == SyntaxKind::FUNCTION_SUFFIX)?;
        let result = suffix.children().find(|it| it.kind() == SyntaxKind::TRAILING_RETURN)?;
        Some(result.text_range())
    }

    /// The type in front of a name.
    pub(super) fn type_name(&mut self, at: DeclRef, ty: &TypeExpr, name: TextSize) {
        let Some(path) = named_type(ty) else { return };
        if let Some(range) = self.trailing_result(at) {
            let has_args = path.segments.iter().any(|segment| segment.args.is_some());
            let undeclared = self.undeclared(path, self.site(at)).filter(|_| !has_args);
            if let Some((mistake, word)) = undeclared
                && let Some(offset) = last_word(&self.text[range], &word)
            {
                self.met(mistake, range.start() + TextSize::new(offset as u32));
            }
            return;
        }
        if let Some(ident) = path.as_ident()
            && self.sema.is_ambiguous_type(&self.sema.lookup(Sought::Ident(ident), self.site(at), Want::Any))
        {
            if let Some(offset) = last_word(&self.text[..usize::from(name)], ident) {
                let mistake = Mistake::new(AMBIGUOUS, vec![Argument::Name(ident.to_string())]);
                self.met(mistake, TextSize::new(offset as u32));
            }
            return;
        }
        if let Some(mistake) = self.sema.broken_member_type(path, self.site(at)) {
            if let Some(SegmentName::Ident(last)) = path.segments.last().map(|last| &last.name)
                && let Some(offset) = last_word(&self.text[..usize::from(name)], last)
            {
                self.met(mistake, TextSize::new(offset as u32));
            }
            return;
        }
        // Nothing deduces the arguments of an alias template.
        let is_alias = |mistake: &Mistake| {
            matches!(mistake.arguments.as_slice(), [Argument::Entity { kind: Some("alias template"), .. }])
        };
        let without_arguments = || {
            let found = self.sema.lacks_arguments(path, self.site(at));
            found.filter(|(mistake, _)| self.needs_arguments(at) || is_alias(mistake))
        };
        let Some((mistake, word)) = self.undeclared(path, self.site(at)).or_else(without_arguments) else {
            if self.template_as_scope(at, path, name) || self.placeholder_class_part(at, ty, path, name) {
                return;
            }
            if !self.wrong_scope(at, path, name) {
                self.template_arguments(at, ty, usize::from(name));
            }
            return;
        };
        let before = &self.text[..usize::from(name)];
        // The name of an alias stands in front of its type.
        let is_alias = before.trim_end().ends_with("using");
        let offset = match is_alias {
            true => first_word(&self.text[usize::from(name)..], &word).map(|at| usize::from(name) + at),
            false => last_word(before, &word),
        };
        let Some(offset) = offset else { return };
        if is_alias && path.segments.iter().all(|it| it.args.is_none()) {
            self.met(mistake, TextSize::new(offset as u32));
            return;
        }
        if is_alias {
            return;
        }
        if path.segments.last().is_some_and(|last| last.args.is_some()) {
            self.undeclared_template(at, path, mistake, offset, offset + word.len());
            return;
        }
        match specifier_behind(&self.text[offset + word.len()..]) {
            Some(behind) if mistake.number == UNDECLARED => {
                self.stray_word(at, offset, offset + word.len() + behind)
            }
            _ if word.starts_with("__") || has_attributes(&self.text[offset + word.len()..]) => {}
            _ => self.met(mistake, TextSize::new(offset as u32)),
        }
    }

    /// The name of a class template without arguments in front of `::`. True if it is reported.
    fn template_as_scope(&mut self, at: DeclRef, path: &Path, name: TextSize) -> bool {
        let ([first, _], false) = (path.segments.as_slice(), path.global) else { return false };
        let (SegmentName::Ident(ident), None) = (&first.name, &first.args) else { return false };
        let missing = self.sema.lacks_arguments(&Path::ident(ident), self.site(at));
        let Some((mistake, word)) = missing else { return false };
        if let Some(offset) = last_word(&self.text[..usize::from(name)], &word) {
            self.met(mistake, TextSize::new(offset as u32));
        }
        true
    }

    /// The name of a class template in a part of the type of a variable, whose arguments are not deduced there
    /// ([dcl.type.class.deduct]/1). True if it is reported.
    fn placeholder_class_part(&mut self, at: DeclRef, ty: &TypeExpr, path: &Path, name: TextSize) -> bool {
        let is_part = matches!(ty, TypeExpr::Pointer(_) | TypeExpr::LvalueRef(_) | TypeExpr::RvalueRef(_));
        if !is_part || self.sema.dialect.standard < Standard::Cpp17 {
            return false;
        }
        let Some((_, word)) = self.sema.lacks_arguments(path, self.site(at)) else { return false };
        if let Some(offset) = last_word(&self.text[..usize::from(name)], &word) {
            // An initializer is read first.
            let number = match self.sema.initializer(at) {
                Some(_) => CLASS_NOT_DEDUCED,
                None => PART_OF_PLACEHOLDER,
            };
            self.met(Mistake::new(number, Vec::new()), TextSize::new(offset as u32));
        }
        true
    }

    /// The name of a namespace or a value in the place of a type, and a part of a name in front of `::` that is not a scope. True
    /// if it is reported.
    fn wrong_scope(&mut self, at: DeclRef, path: &Path, name: TextSize) -> bool {
        let site = self.site(at);
        let place = |word: &Path, checker: &Self| {
            let SegmentName::Ident(first) = &word.segments.first()?.name else { return None };
            let before = &checker.text[..usize::from(name)];
            let alias = before.trim_end().ends_with("using").then(|| &checker.text[usize::from(name)..]);
            match alias {
                Some(behind) => first_word(behind, first).map(|at| usize::from(name) + at),
                None => last_word(before, first),
            }
        };
        let words = path.plain_words();
        if words.is_some()
            && self.sema.lookup_path(path, site, Want::Any).found == Lookup::None
            && self.sema.namespace_of_path(path, site).is_some()
        {
            let text = words.unwrap_or_default().join("::");
            if let Some(offset) = place(path, self) {
                let mistake = Mistake::new(NO_TYPE_NAME, vec![Argument::entity("namespace", text)]);
                self.met(mistake, TextSize::new(offset as u32));
            }
            return true;
        }
        // In front of a qualified declarator names are those outside its class.
        if at.local.0 < FIRST_LOCAL
            && self.sema.decl(at).qualifier.is_none()
            && let Some((_, entity)) = self.sema.value_named(path, site)
        {
            if let Some(offset) = place(path, self) {
                let mistake = Mistake::new(NO_TYPE_NAME, vec![entity]);
                self.met(mistake, TextSize::new(offset as u32));
            }
            return true;
        }
        if path.segments.len() < 2 || path.global || self.sema.decl(at).qualifier.is_some() {
            return false;
        }
        let Some((part, None)) = self.sema.wrong_part(path, site) else { return false };
        let start = place(path, self);
        let written = start.and_then(|start| crate::nested_names::WrittenName::at(self.text, start, path));
        let offset = written.and_then(|written| written.place(crate::nested_names::NamePart::Part(part)));
        if let Some(offset) = offset {
            self.met(Mistake::new(crate::nested_names::NO_SCOPE, Vec::new()), TextSize::new(offset as u32));
        }
        offset.is_some()
    }

    /// The arguments of the template that a type names which ends at `end`.
    fn template_arguments(&mut self, at: DeclRef, ty: &TypeExpr, end: usize) {
        let Some((path, name, args)) = template_id(ty) else { return };
        let found = self.sema.wrong_template_arguments(path, args, self.site(at));
        let Some(start) = last_word(&self.text[..end], name).filter(|_| !found.is_empty()) else { return };
        let behind = start + name.len();
        for (place, mistake) in found {
            if let Some(offset) = argument_place(&self.text[behind..], place) {
                self.met(mistake, TextSize::new((behind + offset) as u32));
            }
        }
    }

    /// The types of a declaration in a template, as far as they are members of namespaces and known classes, or single names.
    pub(super) fn types_in_template(&mut self, at: DeclRef, decl: &'db Decl) {
        let Some(name) = self.name_of(at) else { return };
        // What an explicit specialization names is looked at with the template.
        let is_specialization = decl.templates.iter().any(|header| header.params.is_empty());
        let ty = match &decl.kind {
            DeclKind::Variable { ty, .. } => ty,
            DeclKind::Function { ty: TypeExpr::Function(function), .. } => {
                // The class of a member that is defined outside of it may not be known.
                if !is_specialization && decl.qualifier.is_none() {
                    self.parameters(at, function, name.end());
                    self.parameters_without_typename(at, function);
                }
                &function.result
            }
            DeclKind::Typedef(ty) => {
                self.missing_typename(at, ty, name.start());
                if named_type(ty).is_some_and(|path| path.segments.len() == 1) {
                    self.type_name(at, ty, name.start());
                }
                return;
            }
            DeclKind::FunctionOrVariable { variable, .. } => variable,
            _ => return,
        };
        self.missing_typename(at, ty, name.start());
        let is_checked = |path: &Path| path.segments.len() > 1 || !is_specialization;
        if named_type(ty).is_some_and(is_checked) || template_id(ty).is_some() {
            self.type_name(at, ty, name.start());
        }
        if let Some(ty) = self.sema.incomplete_member(at, self.sema.env_of(at))
            && let Some(argument) = self.sema.type_argument(&ty)
        {
            self.met(Mistake::new(INCOMPLETE, vec![argument]), name.start());
        }
    }

    /// `N::T<int> x;` where `N` has no `T`: a declaration that ends in front of the arguments.
    fn undeclared_template(
        &mut self,
        at: DeclRef,
        path: &Path,
        mistake: Mistake,
        offset: usize,
        behind: usize,
    ) {
        let decl = self.sema.decl(at);
        let SegmentName::Ident(first) = &path.segments[0].name else { return };
        let Some(start) = last_word(&self.text[..offset], first) else { return };
        let start = TextSize::new(start as u32);
        // In a class, and behind `typedef`, a qualified name is that of the declarator.
        let is_member = decl.parent.is_some();
        if is_member || matches!(decl.kind, DeclKind::Typedef(_)) {
            self.met(Mistake::new(QUALIFIED, Vec::new()), start);
        }
        if is_member {
            self.met(Mistake::new(NO_SPECIFIER, Vec::new()), start);
        } else if matches!(decl.kind, DeclKind::Variable { .. } | DeclKind::Function { .. }) {
            self.met(mistake, TextSize::new(offset as u32));
        }
        self.met(Mistake::new(EXPECTED_SEMICOLON, Vec::new()), TextSize::new(behind as u32));
    }

    /// A word that nothing declares in front of a specifier: a declaration of a variable that ends there. Specifiers of
    /// storage in front of it make it one whose type is missing.
    fn stray_word(&mut self, at: DeclRef, offset: usize, behind: usize) {
        if at.local.0 >= FIRST_LOCAL {
            return;
        }
        let is_member = self.sema.decl(at).parent.is_some();
        let is_template = self.sema.decl(at).templates.last().is_some_and(|header| !header.params.is_empty());
        let storage: &[&str] = match is_member {
            true => &["static", "const"],
            false => &[
                "static",
                "inline",
                "extern",
                "typedef",
                "\"C\"",
                "\"C++\"",
                "thread_local",
                "const",
                "volatile",
                "constexpr",
            ],
        };
        let (mut before, mut number) = (self.text[..offset].trim_end(), NO_SPECIFIER);
        let mut words = Vec::new();
        let mut refused = Vec::new();
        loop {
            if let Some((word, rest)) =
                storage.iter().find_map(|word| Some((*word, before.strip_suffix(word)?)))
            {
                words.push(word);
                (before, number) = (rest.trim_end(), NO_TYPE);
            } else if let Some((space, place)) = last_space(before).filter(|_| !is_member) {
                // `__host__` and `__global__` do not apply to variables.
                if matches!(space, "host" | "global") {
                    refused.push((space, place));
                }
                before = before[..before.rfind("__attribute__").unwrap_or_default()].trim_end();
                number = if is_template { number } else { NO_TYPE };
            } else {
                break;
            }
        }
        let is_first = before.is_empty() || before.ends_with([';', '{', '}', ':']);
        if is_first || is_template && before.ends_with('>') {
            let (word, behind) = (TextSize::new(offset as u32), TextSize::new(behind as u32));
            self.met(Mistake::new(number, Vec::new()), word);
            for (space, place) in refused {
                let mistake = Mistake::warning(DOES_NOT_APPLY, vec![Argument::Name(format!("__{space}__"))]);
                let place = TextSize::new(place as u32);
                self.found.push(Found { known_at: Some(word), ..Found::at(mistake, place) });
            }
            let name = self.text[offset..].split(|c: char| !c.is_alphanumeric() && c != '_').next();
            let is_extern = words.contains(&"extern");
            if words.contains(&"constexpr") {
                self.met(Mistake::new(NO_CONSTANT, Vec::new()), behind);
            } else if let (true, Some(name)) = (words.contains(&"const") && !is_member && !is_extern, name) {
                self.met(Mistake::new(CONSTANT, vec![Argument::entity("variable", name)]), behind);
            }
            self.met(Mistake::new(EXPECTED_SEMICOLON, Vec::new()), behind);
        }
    }

    /// The types of parameters. Where the first one is not known, a declaration in a namespace is read as that of a
    /// variable: what follows then is not looked at.
    pub(super) fn parameters(&mut self, at: DeclRef, function: &FunctionExpr, from: TextSize) {
        let site = self.site(at);
        let mut from = usize::from(from);
        let is_member = self.sema.decl(at).parent.is_some();
        // `C (f)(int);` in a class `C` declares `f`.
        let is_constructor = matches!(self.sema.decl(at).name, DeclName::Constructor);
        if is_constructor
            && self.behind_parameters(from).is_some_and(|behind| self.text[behind..].starts_with('('))
        {
            return;
        }
        for (index, param) in function.params.iter().enumerate() {
            if self.template_of_parameter(at, function, index, from) {
                return;
            }
            if let Some(path) = named_type(&param.ty)
                && let Some((mistake, word)) = self.undeclared(path, site)
            {
                if is_constructor && is_member && self.declares_member(at, function, from) {
                    return;
                }
                let Some(offset) = first_word(&self.text[from..], &word) else { return };
                let offset = TextSize::new((from + offset) as u32);
                if path.segments.last().is_some_and(|last| last.args.is_some()) {
                    return;
                }
                let is_read_as_variable = index == 0
                    && !is_member
                    && !is_qualified(&param.ty)
                    && !matches!(param.ty, TypeExpr::Array(..))
                    && (!matches!(param.ty, TypeExpr::Name(..)) || param.name.is_none());
                if is_read_as_variable {
                    self.parameters_as_initializer(at, function);
                    return;
                }
                // `const n` is a parameter without a type.
                let mistake = match param.perhaps_untyped() {
                    Some(_) => Mistake::new(NO_TYPE, Vec::new()),
                    None => mistake,
                };
                self.met(mistake, offset);
            }
            if let Some(path) = named_type(&param.ty)
                && let Some((_, entity)) = self.sema.value_named(path, site)
            {
                // In the place of the first one a value is the initializer of a variable.
                if index == 0 && !is_member && !is_qualified(&param.ty) {
                    return;
                }
                let SegmentName::Ident(first) = &path.segments[0].name else { return };
                let Some(offset) = first_word(&self.text[from..], first) else { return };
                self.met(Mistake::new(NO_TYPE_NAME, vec![entity]), TextSize::new((from + offset) as u32));
            }
            let decl = self.sema.decl(at);
            if let Some(path) = named_type(&param.ty)
                && decl.qualifier.is_none()
                && let Some((mistake, word)) = self.sema.lacks_arguments(path, site)
                && let Some(offset) = first_word(&self.text[from..], &word)
            {
                self.met(mistake, TextSize::new((from + offset) as u32));
            }
            if let Some(path) = named_type(&param.ty).filter(|path| path.segments.len() > 1)
                && decl.qualifier.is_none()
                && let Some((mistake, word)) = self.sema.inaccessible_type(path, site, decl.name.ident())
                && let Some(offset) = first_word(&self.text[from..], &word)
            {
                self.met(mistake, TextSize::new((from + offset) as u32));
            }
            if let Some(name) = &param.name
                && let Some(offset) = first_word(&self.text[from..], name)
            {
                let headers = &self.sema.decl(at).templates;
                if headers.iter().flat_map(|header| &header.params).any(|it| it.name.as_ref() == Some(name)) {
                    // The type of the parameter may have the name, too.
                    let place = crate::mistakes::words(&self.text[from..], name).find(|at| {
                        let behind = self.text[from + at + name.len()..].trim_start();
                        behind.starts_with([',', ')', '=', '['])
                    });
                    if let Some(place) = place {
                        let mistake = Mistake::new(HIDDEN, vec![Argument::Name(name.to_string())]);
                        self.met(mistake, TextSize::new((from + place) as u32));
                    }
                }
                self.template_arguments(at, &param.ty, from + offset);
                let is_twice = function.params[..index].iter().any(|other| other.name.as_ref() == Some(name));
                if is_twice {
                    let offset = TextSize::new((from + offset) as u32);
                    self.met(Mistake::new(PARAMETER_TWICE, Vec::new()), offset);
                }
                from += offset + name.len();
            }
        }
    }

    /// `S(unknown);` in a class `S`: a member `unknown` of that type, which is incomplete there. True if it is one.
    fn declares_member(&mut self, at: DeclRef, function: &FunctionExpr, from: usize) -> bool {
        let [only] = function.params.as_slice() else { return false };
        let (TypeExpr::Name(path, false), None) = (&only.ty, &only.name) else { return false };
        let Some(name) = path.as_ident() else { return false };
        let decl = self.sema.decl(at);
        let class = decl.parent.map(|parent| self.sema.decl(at.sibling(parent)));
        if let Some(class) = class.filter(|class| decl.templates.is_empty() && class.templates.is_empty())
            && let Some(ident) = class.name.ident()
            && let Some(offset) = first_word(&self.text[from..], name)
        {
            let mistake = Mistake::new(INCOMPLETE, vec![Argument::ty(&**ident)]);
            self.met(mistake, TextSize::new((from + offset) as u32));
        }
        true
    }
}

/// Whether a text starts with attributes: what the word in front of them is depends on what follows them.
fn has_attributes(text: &str) -> bool {
    let text = text.trim_start();
    text.starts_with("__attribute__") || text.starts_with("[[")
}

/// Where a specifier that is a keyword stands, if a text starts with one.
fn specifier_behind(text: &str) -> Option<usize> {
    const SPECIFIERS: [&str; 30] = [
        "auto",
        "bool",
        "char",
        "char16_t",
        "char32_t",
        "class",
        "const",
        "constexpr",
        "decltype",
        "double",
        "enum",
        "extern",
        "float",
        "friend",
        "inline",
        "int",
        "long",
        "mutable",
        "short",
        "signed",
        "static",
        "struct",
        "typedef",
        "union",
        "unsigned",
        "virtual",
        "void",
        "volatile",
        "wchar_t",
        "register",
    ];
    let rest = text.trim_start();
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    (rest.len() < text.len() && SPECIFIERS.contains(&&rest[..end])).then_some(text.len() - rest.len())
}

/// Where a name of these parts stands in a text.
fn nested_name(text: &str, words: &[&str]) -> Option<usize> {
    let stands = |at: usize| {
        let mut rest = &text[at + words[0].len()..];
        words[1..].iter().all(|word| {
            let part =
                rest.trim_start().strip_prefix("::").and_then(|rest| rest.trim_start().strip_prefix(word));
            part.inspect(|behind| rest = behind).is_some()
        })
    };
    crate::mistakes::words(text, words[0]).find(|at| stands(*at))
}

/// The space that a text ends with as an attribute, and where its name stands: `__attribute__((device))`.
fn last_space(text: &str) -> Option<(&str, usize)> {
    let start = text.rfind("__attribute__")?;
    let name = text[start..].strip_prefix("__attribute__((")?.strip_suffix("))")?;
    let is_space = matches!(name, "device" | "host" | "global" | "constant" | "managed");
    is_space.then_some((name, start + "__attribute__((".len()))
}
