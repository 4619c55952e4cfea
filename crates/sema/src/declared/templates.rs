//! Parameters of templates ([temp.param]): names declared twice, default arguments, packs that stand in the wrong place.

use std::cmp::Ordering;

use asunder_decls::item_tree;
use asunder_decls::names::DeclRef;
use asunder_decls::redeclaration::Redeclarations;
use asunder_decls::written::{
    Arg, Decl, DeclKind, DeclName, Expr, Path, TemplateHeader, TemplateParam, TemplateParamKind, TypeExpr,
};
use asunder_mangle::model::Ident;
use asunder_syntax::{AstNode, Standard, SyntaxKind, TextSize, ast};
use asunder_types::{Builtin, Kind};
use rustc_hash::FxHashSet;

use super::{Checker, INCOMPATIBLE, first_word, last_word, named_type};
use crate::finding::{Argument, Found, Mistake, NameScopes, Place};

/// "default argument not at end of parameter list".
const NOT_AT_END: u16 = 306;
/// "redefinition of default argument".
const DEFAULT_TWICE: u16 = 307;
/// "class template and template parameter may not have the same name".
const CLASS_NAME: u16 = 508;
/// "floating-point template parameter is nonstandard".
const FLOATING: u16 = 605;
/// "a nontype template parameter may not have class type".
const OF_CLASS_TYPE: u16 = 952;
/// "… may not be redeclared in this scope".
const REDECLARED: u16 = 496;
/// "declaration of … hides template parameter".
pub(super) const HIDDEN: u16 = 497;
/// "too few template parameters -- does not match previous declaration …".
const TOO_FEW: u16 = 505;
/// "too many template parameters -- does not match previous declaration …".
const TOO_MANY: u16 = 506;
/// "a template argument list is not allowed in a declaration of a primary template".
pub(super) const ARGUMENTS_OF_PRIMARY: u16 = 840;
/// "template parameter pack not at end of parameter list".
const PACK_NOT_AT_END: u16 = 1912;
/// "… cannot be used because it follows a parameter pack and cannot be deduced from the parameters of …".
const NEVER_DEDUCED: u16 = 2097;

impl<'db> Checker<'_, 'db> {
    /// The template parameters of a declaration, and its name among those of the templates around it.
    pub(super) fn template_parameters(&mut self, at: DeclRef, decl: &'db Decl) {
        let Some(name) = self.name_of(at) else { return };
        let (mut outer, mut outer_packs): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
        let mut around = decl.parent;
        while let Some(parent) = around {
            let parent = self.sema.decl(at.sibling(parent));
            outer.extend(names_of(&parent.templates));
            let params = parent.templates.iter().flat_map(|header| &header.params);
            outer_packs.extend(params.filter(|it| it.pack).filter_map(|it| it.name.as_deref()));
            around = parent.parent;
        }
        if let Some(ident) = decl.name.ident().filter(|_| decl.stands_in_its_scope()) {
            let is_outer = outer.contains(&&**ident);
            let is_own = names_of(&decl.templates).any(|own| own == &**ident);
            match decl.kind {
                DeclKind::Class(_) if is_own => self.met(Mistake::new(CLASS_NAME, Vec::new()), name.start()),
                DeclKind::Variable { .. }
                | DeclKind::Function { .. }
                | DeclKind::Typedef(_)
                | DeclKind::Class(_)
                    if is_outer || is_own =>
                {
                    self.met_redeclared(ident, name.start());
                }
                _ => {}
            }
        }
        let Some(header) = decl.templates.last().filter(|header| !header.params.is_empty()) else { return };
        self.types_of_values(at, header, (name.start(), &outer));
        let Some(places) = self.parameter_places(name.start(), decl.templates.len()) else { return };
        let mut known = FxHashSet::default();
        let mut undeclared = FxHashSet::default();
        for (param, place) in header.params.iter().zip(&places) {
            let (Some(ident), Some(place)) = (&param.name, place) else { continue };
            self.type_of_parameter(at, param, *place);
            self.names_of_default(at, (header, param), *place, &mut undeclared);
            if !known.insert(ident) {
                self.met_redeclared(ident, *place);
            } else if outer.contains(&&**ident) {
                self.met(Mistake::new(HIDDEN, vec![Argument::Name(ident.to_string())]), *place);
            }
        }
        self.other_header(at, decl, header);
        let is_primary =
            matches!(decl.name, DeclName::Ident(_) | DeclName::Constructor) && decl.qualifier.is_none();
        let is_function =
            matches!(decl.kind, DeclKind::Function { .. } | DeclKind::FunctionOrVariable { .. });
        if !is_primary {
            return;
        }
        let earlier = self.earlier_headers(at, decl);
        let is_known =
            |index: usize| earlier.iter().any(|header| header.params.get(index).is_some_and(has_default));
        let place = |index: usize| places.get(index).copied().flatten();
        if !is_function {
            let params = &header.params;
            let gap = (0..params.len()).find(|index| {
                let lacks = |(at, it): (usize, &TemplateParam)| !has_default(it) && !it.pack && !is_known(at);
                has_default(&params[*index]) && params.iter().enumerate().skip(index + 1).any(lacks)
            });
            if let Some(place) = gap.and_then(place) {
                self.met(Mistake::new(NOT_AT_END, Vec::new()), place);
            }
        }
        if matches!(decl.kind, DeclKind::Class(_))
            && let Some((_, others)) = header.params.split_last()
            && let Some(place) =
                others.iter().position(|param| is_own_pack(param, &outer_packs)).and_then(place)
        {
            self.met(Mistake::new(PACK_NOT_AT_END, Vec::new()), place);
        }
        if is_function {
            self.never_deduced(at, header);
        }
        for (index, param) in header.params.iter().enumerate() {
            if has_default(param)
                && is_known(index)
                && let Some(place) = place(index)
            {
                self.met(Mistake::new(DEFAULT_TWICE, Vec::new()), place);
            }
        }
    }

    /// Types that no parameter that stands for a value has before C++20: classes, floating-point types. What names a
    /// template parameter, of the header or one of `outer`, is left out.
    fn types_of_values(&mut self, at: DeclRef, header: &TemplateHeader, (name, outer): (TextSize, &[&str])) {
        let is_value = |param: &TemplateParam| matches!(param.kind, TemplateParamKind::Value(..));
        if self.sema.dialect.standard >= Standard::Cpp20 || !header.params.iter().any(is_value) {
            return;
        }
        let Some(written) = self.innermost_parameters(name) else { return };
        for (param, written) in header.params.iter().zip(written) {
            let (TemplateParamKind::Value(ty, _), ast::TemplateParam::NonTypeParam(written)) =
                (&param.kind, written)
            else {
                continue;
            };
            let words = written.syntax().descendants_with_tokens().filter_map(|it| it.into_token());
            let mut names = words.filter(|token| token.kind() == SyntaxKind::IDENT);
            let own = header.params.iter().filter_map(|it| it.name.as_deref());
            let around: Vec<&str> = own.filter(|it| param.name.as_deref() != Some(it)).collect();
            let is_open = |word: &str| around.contains(&word) || outer.contains(&word);
            if names.any(|token| is_open(token.text())) {
                continue;
            }
            let is_plain = written.declarator().is_none_or(|it| {
                let tokens = it.syntax().descendants_with_tokens().filter_map(|it| it.into_token());
                tokens
                    .filter(|token| !token.kind().is_trivia())
                    .all(|token| token.kind() == SyntaxKind::IDENT)
            });
            let has_key = written.syntax().descendants().any(|it| {
                it.kind() == SyntaxKind::ELABORATED_TYPE
                    && it.first_token().is_some_and(|token| token.kind() != SyntaxKind::ENUM_KW)
            });
            let is_unknown_class = matches!(ty, TypeExpr::Elaborated(_)) && is_plain && has_key;
            let ty = self.sema.resolve(ty, self.site(at)).unqualified(self.sema.db);
            let number = match ty.kind(self.sema.db) {
                Kind::Class(_) => OF_CLASS_TYPE,
                _ if is_unknown_class => OF_CLASS_TYPE,
                Kind::Builtin(Builtin::Float | Builtin::Double | Builtin::LongDouble) => FLOATING,
                _ => continue,
            };
            let (range, mistake) = (written.syntax().text_range(), Mistake::new(number, Vec::new()));
            // Behind what is said of its attributes.
            let behind = range.end() + TextSize::new(1);
            self.found.push(Found { known_at: Some(behind), ..Found::at(mistake, range.start()) });
        }
    }

    /// The name of the type of a parameter that stands for a value, where nothing declares it.
    fn type_of_parameter(&mut self, at: DeclRef, param: &TemplateParam, name: TextSize) {
        let TemplateParamKind::Value(ty, _) = &param.kind else { return };
        let Some(path) = named_type(ty).filter(|path| path.segments.len() == 1) else { return };
        if let Some((mistake, word)) = self.undeclared(path, self.site(at))
            && let Some(offset) = last_word(&self.text[..usize::from(name)], &word)
        {
            self.met(mistake, TextSize::new(offset as u32));
        }
    }

    /// Names in the default of a parameter that nothing declares, each once in a header; what the default calls is not looked
    /// at. The rest of a function's declaration sees them, the members of a class do not.
    fn names_of_default(
        &mut self,
        at: DeclRef,
        (header, param): (&TemplateHeader, &TemplateParam),
        name: TextSize,
        known: &mut FxHashSet<String>,
    ) {
        let mut paths = Vec::new();
        match &param.kind {
            TemplateParamKind::Type(Some(ty)) => paths.extend(named_type(ty)),
            TemplateParamKind::Template(Some(path)) => paths.push(path),
            TemplateParamKind::Value(_, Some(value)) => names_of_value(value, &mut paths),
            _ => return,
        }
        let is_parameter = |ident: &Ident| header.params.iter().any(|it| it.name.as_ref() == Some(ident));
        for path in paths {
            if let Some(ident) = path.as_ident().filter(|ident| !is_parameter(ident))
                && let Some((mistake, word)) = self.undeclared(path, self.site(at))
                && let Some(found) = first_word(&self.text[usize::from(name)..], ident)
                && known.insert(word)
            {
                let is_class = matches!(self.sema.decl(at).kind, DeclKind::Class(_));
                let around = if is_class { Vec::new() } else { vec![at] };
                let scopes = NameScopes { declares: (!is_class).then_some(0), around };
                let found = Found::at(mistake, name + TextSize::new(found as u32));
                self.found.push(Found { scopes: Some(scopes.into()), ..found });
            }
        }
    }

    /// Parameters of a function template behind a pack that its parameters do not name: no call gives them a value.
    fn never_deduced(&mut self, at: DeclRef, header: &TemplateHeader) {
        let Some(pack) = header.params.iter().position(|param| param.pack) else { return };
        let Some(name) = self.name_of(at) else { return };
        let root = item_tree(self.sema.db, self.sema.names().item_text(self.item)).syntax();
        let declarator = asunder_syntax::token_at(&root, name.start())
            .and_then(|name| name.parent_ancestors().find(|node| node.kind() == SyntaxKind::DECLARATOR));
        let function = declarator.and_then(ast::Declarator::cast).and_then(|it| it.function());
        let Some(list) = function.and_then(|it| it.param_list()) else { return };
        let words = list.syntax().descendants_with_tokens().filter_map(|it| it.into_token());
        let words: Vec<_> = words.filter(|token| token.kind() == SyntaxKind::IDENT).collect();
        let symbol = asunder_types::Symbol { decl: at, env: self.sema.env_of(at) };
        let Some(function) = self.sema.qualified_name(symbol) else { return };
        let Some(places) = self.parameters_or_ends(name.start()) else { return };
        // Another declaration may give the default.
        let Redeclarations::Known(all) = self.sema.names().redeclarations(at) else { return };
        let headers: Vec<_> = all.iter().filter_map(|decl| self.sema.decl(*decl).templates.last()).collect();
        for (index, (param, place)) in header.params.iter().zip(places).enumerate().skip(pack + 1) {
            let is_named =
                param.name.as_ref().is_some_and(|ident| words.iter().any(|word| word.text() == &**ident));
            let is_given = headers.iter().any(|header| header.params.get(index).is_some_and(has_default));
            if has_default(param) || is_given || is_named {
                continue;
            }
            let ident = param.name.as_deref().unwrap_or("<unnamed>");
            let kind = match &param.kind {
                TemplateParamKind::Type(_) => "template parameter",
                TemplateParamKind::Value(..) => "constant",
                TemplateParamKind::Template(_) => "template template parameter",
            };
            let arguments =
                vec![Argument::entity(kind, ident), Argument::entity("function template", function.clone())];
            self.met(Mistake::new(NEVER_DEDUCED, arguments), place);
        }
    }

    /// The parameters of a class template against those of its first declaration ([temp.param]/12), and the key of the
    /// class.
    fn other_header(&mut self, at: DeclRef, decl: &'db Decl, header: &'db TemplateHeader) {
        let (DeclKind::Class(class), DeclName::Ident(_), 1) = (&decl.kind, &decl.name, decl.templates.len())
        else {
            return;
        };
        if decl.qualifier.is_some() || decl.specifiers.is_friend {
            return;
        }
        let Some(name) = self.name_of(at) else { return };
        let Some(first) = self.first_class_template(at, decl) else { return };
        let before = self.sema.decl(first);
        let [known] = before.templates.as_slice() else { return };
        if header.is_constrained || known.is_constrained {
            return;
        }
        // That it is defined twice is all that is said.
        if class.is_definition && matches!(&before.kind, DeclKind::Class(before) if before.is_definition) {
            return;
        }
        let Some(places) = self.parameters_or_ends(name.start()) else { return };
        let place = |index: usize| places.get(index).copied();
        let declared = Some(Place::Decl(first));
        for (index, (own, other)) in header.params.iter().zip(&known.params).enumerate() {
            let is_alike = own.pack == other.pack
                && std::mem::discriminant(&own.kind) == std::mem::discriminant(&other.kind);
            if is_alike {
                continue;
            }
            if let (Some(ident), TemplateParamKind::Type(_), Some(place)) =
                (&other.name, &other.kind, place(index))
            {
                let name = ident.to_string();
                let entity = Argument::Entity { kind: Some("template parameter"), name, declared };
                self.met(Mistake::new(INCOMPATIBLE, vec![entity]), place);
            }
            return;
        }
        let (own, other) = (header.params.len(), known.params.len());
        let count = match own.cmp(&other) {
            Ordering::Greater => place(other).map(|place| (TOO_MANY, place)),
            Ordering::Less => place(own - 1).map(|place| (TOO_FEW, place)),
            Ordering::Equal => None,
        };
        if let Some((number, place)) = count {
            self.met(Mistake::new(number, vec![Argument::At(Place::Decl(first))]), place);
        } else if let DeclKind::Class(before) = &before.kind
            && own == other
            && before.is_union != class.is_union
            && let Some(text) =
                self.sema.qualified_name(asunder_types::Symbol { decl: first, env: self.sema.env_of(first) })
        {
            let entity = Argument::Entity { kind: Some("class template"), name: text, declared };
            self.met(Mistake::new(INCOMPATIBLE, vec![entity]), name.start());
        }
    }

    /// A partial specialization whose arguments are the parameters of the template in their order: it specializes nothing
    /// ([temp.spec.partial.general]/9.2).
    pub(super) fn specializes_nothing(&mut self, at: DeclRef, decl: &'db Decl) {
        let (DeclKind::Class(_), DeclName::TemplateId(ident, args), [header]) =
            (&decl.kind, &decl.name, decl.templates.as_slice())
        else {
            return;
        };
        let is_plain = decl.parent.is_none() && decl.qualifier.is_none() && !header.is_constrained;
        let (Some(name), true) = (self.name_of(at), is_plain && !header.params.is_empty()) else { return };
        let namespace = self.sema.names().item(self.item).namespace;
        let declared = self.sema.names().declared_in(ident, namespace);
        let is_template = |other: &&DeclRef| {
            let other = self.sema.decl(**other);
            matches!(other.kind, DeclKind::Class(_)) && matches!(other.name, DeclName::Ident(_))
        };
        let Some(primary) = declared.iter().filter(|other| **other < at).find(is_template) else { return };
        let [of_primary] = self.sema.decl(*primary).templates.as_slice() else { return };
        let is_same = args.len() == header.params.len()
            && of_primary.params.len() == header.params.len()
            && !of_primary.is_constrained
            && of_primary.params.iter().zip(&header.params).all(|(a, b)| match (&a.kind, &b.kind) {
                (TemplateParamKind::Type(_), TemplateParamKind::Type(_)) => {
                    !a.pack && a.constraint.is_none() && b.constraint.is_none()
                }
                (TemplateParamKind::Value(a_type, _), TemplateParamKind::Value(b_type, _)) => {
                    !a.pack && matches!(a_type, TypeExpr::Builtin(_)) && a_type == b_type
                }
                _ => false,
            })
            && args.iter().zip(&header.params).all(|(arg, param)| {
                let (Arg::Name(path) | Arg::Type(TypeExpr::Name(path, _))) = arg else { return false };
                !param.pack && param.name.is_some() && path.as_ident() == param.name.as_ref()
            });
        if is_same {
            self.met(Mistake::new(ARGUMENTS_OF_PRIMARY, Vec::new()), name.start());
        }
    }

    /// The first declaration of a class template in its scope, in front of another one.
    fn first_class_template(&self, at: DeclRef, decl: &'db Decl) -> Option<DeclRef> {
        let ident = decl.name.ident()?;
        let all: Vec<DeclRef> = match decl.parent {
            None => {
                let namespace = self.sema.names().item(self.item).namespace;
                self.sema.names().declared_in(ident, namespace).to_vec()
            }
            Some(parent) => self.sema.named(at.sibling(parent), ident),
        };
        let is_template = |other: &DeclRef| {
            let other = self.sema.decl(*other);
            matches!(other.kind, DeclKind::Class(_))
                && matches!(other.name, DeclName::Ident(_))
                && other.parent == decl.parent
                && other.qualifier.is_none()
                && !other.specifiers.is_friend
                && !other.templates.is_empty()
        };
        all.into_iter().filter(|other| *other < at).find(is_template)
    }

    /// The parameters in the innermost header of the declaration whose name stands at `name`.
    fn innermost_parameters(&self, name: TextSize) -> Option<Vec<ast::TemplateParam>> {
        let root = item_tree(self.sema.db, self.sema.names().item_text(self.item)).syntax();
        let token = asunder_syntax::token_at(&root, name)?;
        let innermost = token.parent_ancestors().find(|node| node.kind() == SyntaxKind::TEMPLATE_DECL)?;
        let header = innermost.children().find_map(ast::TemplateHeader::cast)?;
        Some(header.template_param_list()?.template_params().collect())
    }

    /// Where the names of the parameters of a template stand, or where those without a name end.
    pub(super) fn parameters_or_ends(&self, name: TextSize) -> Option<Vec<TextSize>> {
        let named = self.parameter_places(name, 1)?;
        let params = self.innermost_parameters(name)?.into_iter();
        let behind = |param: &ast::TemplateParam| {
            let end = param.syntax().text_range().end();
            let rest = &self.text[usize::from(end)..];
            end + TextSize::new((rest.len() - rest.trim_start().len()) as u32)
        };
        Some(params.zip(named).map(|(param, place)| place.unwrap_or_else(|| behind(&param))).collect())
    }

    fn met_redeclared(&mut self, ident: &str, place: TextSize) {
        let arguments = vec![Argument::entity("template parameter", ident)];
        self.met(Mistake::new(REDECLARED, arguments), place);
    }

    /// The headers of the earlier declarations of a class template.
    fn earlier_headers(&self, at: DeclRef, decl: &'db Decl) -> Vec<&'db TemplateHeader> {
        let earlier = match (&decl.kind, decl.parent, decl.name.ident()) {
            (DeclKind::Function { .. }, _, Some(_)) => match self.sema.names().redeclarations(at) {
                Redeclarations::Known(all) => all.into_iter().filter(|it| *it < at).collect(),
                _ => Vec::new(),
            },
            (DeclKind::Class(_), None, Some(ident)) => {
                let namespace = self.sema.names().item(self.item).namespace;
                self.sema
                    .names()
                    .declared_in(ident, namespace)
                    .iter()
                    .copied()
                    .filter(|it| *it < at)
                    .collect()
            }
            _ => Vec::new(),
        };
        let headers = earlier.into_iter().filter_map(|other| {
            let other = self.sema.decl(other);
            let is_same = std::mem::discriminant(&other.kind) == std::mem::discriminant(&decl.kind)
                && matches!(other.name, DeclName::Ident(_))
                && !other.specifiers.is_friend
                && other.templates.len() == decl.templates.len();
            other.templates.last().filter(|_| is_same)
        });
        headers
            .filter(|it| decl.templates.last().is_some_and(|own| own.params.len() == it.params.len()))
            .collect()
    }

    /// Where the names of the parameters stand in the innermost of the `count` headers of the declaration whose name
    /// stands at `name`.
    pub(super) fn parameter_places(&self, name: TextSize, count: usize) -> Option<Vec<Option<TextSize>>> {
        let params = self.innermost_parameters(name).filter(|_| count > 0)?.into_iter();
        let place = |param: ast::TemplateParam| {
            let token = match &param {
                ast::TemplateParam::TypeParam(param) => param.ident_token(),
                ast::TemplateParam::TemplateTemplateParam(param) => param.ident_token(),
                ast::TemplateParam::NonTypeParam(param) => {
                    let tokens = param.declarator()?.syntax().descendants_with_tokens();
                    let mut tokens = tokens.filter_map(|it| it.into_token());
                    tokens.find(|token| token.kind() == SyntaxKind::IDENT)
                }
            };
            Some(token?.text_range().start())
        };
        Some(params.map(place).collect())
    }
}

fn names_of(headers: &[TemplateHeader]) -> impl Iterator<Item = &str> {
    headers.iter().flat_map(|header| &header.params).filter_map(|param| param.name.as_deref())
}

/// The names that a value is made of by operators.
fn names_of_value<'e>(value: &'e Expr, into: &mut Vec<&'e Path>) {
    match value {
        Expr::Name(path) => into.push(path),
        Expr::Paren(inner) | Expr::Unary(_, inner) | Expr::Postfix(_, inner) => names_of_value(inner, into),
        Expr::Binary(_, lhs, rhs) => [lhs, rhs].into_iter().for_each(|side| names_of_value(side, into)),
        Expr::Conditional(parts) => parts.iter().for_each(|part| names_of_value(part, into)),
        _ => {}
    }
}

/// Whether a parameter is a pack of its template, not the expansion of one of a template around it, whose packs are called
/// `outer`: then it stands for as many parameters as that has.
fn is_own_pack(param: &TemplateParam, outer: &[&str]) -> bool {
    let mut names = Vec::new();
    match &param.kind {
        TemplateParamKind::Value(ty, _) => {
            crate::packs::names_of_type(ty, crate::packs::Packs::Expanded, &mut names);
        }
        // What its own parameters name is not told.
        TemplateParamKind::Template(_) if !outer.is_empty() => return false,
        TemplateParamKind::Template(_) | TemplateParamKind::Type(_) => {}
    }
    param.pack && !names.iter().any(|name| outer.contains(name))
}

pub(super) fn has_default(param: &TemplateParam) -> bool {
    match &param.kind {
        TemplateParamKind::Type(default) => default.is_some(),
        TemplateParamKind::Value(_, default) => default.is_some(),
        TemplateParamKind::Template(default) => default.is_some(),
    }
}
