//! What a name means.

use asunder_decls::names::DeclRef;
use asunder_decls::occurrences::Target;
use asunder_decls::written::DeclKind;
use asunder_syntax::{SyntaxKind, SyntaxNode, TextRange, TextSize};

use crate::Unit;
use crate::dependent::dependent;
use crate::meaning::Name;

/// What there is to say about a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hover {
    /// Where the name stands, in bytes of the unit.
    pub range: TextRange,
    /// What it means: `function`, `class`, `local variable`, …
    pub kind: &'static str,
    /// The qualified name.
    pub name: String,
    /// The declared type, or what a typedef stands for.
    pub ty: Option<String>,
    /// The CUDA spaces: `__host__ __device__`.
    pub space: Option<String>,
    /// The value of a constant.
    pub value: Option<String>,
    /// Size and alignment of a class, in bytes.
    pub size: Option<(u64, u64)>,
    /// What it depends on, where each instance of a template decides what it means.
    pub depends: Option<String>,
    /// The name by which the linker knows it.
    pub linker_name: Option<String>,
    /// The declaration as it is written, up to its body, blanks as one.
    pub written: Option<String>,
    /// Where its name is declared.
    pub declared: Option<TextSize>,
}

/// Where something is declared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// Where the queried name stands.
    pub range: TextRange,
    /// The names in all its declarations, in order.
    pub declarations: Vec<TextSize>,
    /// The name in its definition.
    pub definition: Option<TextSize>,
    /// The name of the class or enumeration of its type.
    pub type_definition: Option<TextSize>,
}

/// What the name at byte `offset` means; of `auto` what it stands for.
pub fn hover(unit: &Unit<'_>, offset: TextSize) -> Option<Hover> {
    if let Some(found) = placeholder(unit, offset) {
        return Some(found);
    }
    let name = unit.name_at(offset)?;
    let range = unit.in_unit(name.item, name.range);
    let names = &unit.names;
    let Some(target) = name.target else { return of_dependent(unit, &name) };
    let hover = match target {
        Target::Namespace(id) => {
            let qualifier = names.namespaces().qualifier(id)?;
            let name = qualifier.trim_matches(':').to_owned();
            Hover { kind: "namespace", name, declared: names.namespace_offset(id), ..Hover::default() }
        }
        Target::Local(at) => local(unit, &name, at)?,
        Target::Decl(decl) => declared(unit, &name, decl)?,
    };
    Some(Hover { range, ..hover })
}

/// A name that depends on template parameters.
fn of_dependent<'db>(unit: &Unit<'db>, name: &Name<'db>) -> Option<Hover> {
    let found = dependent(unit, name)?;
    let range = unit.in_unit(name.item, name.range);
    let Some(member) = found.member else {
        let (kind, name) = ("dependent name", unit.slice(name.item, name.range));
        return Some(Hover { range, kind, name, depends: Some(found.on), ..Hover::default() });
    };
    let hover = declared(unit, name, member.decl)?;
    let ty = member.ty.or_else(|| unit.names.declared_type_text(member.decl));
    let depends = Some(format!("{}, this is the primary template's", found.on));
    Some(Hover { range, ty, depends, value: None, linker_name: None, ..hover })
}

/// What an `auto` or `decltype(auto)` of a declared variable stands for.
fn placeholder(unit: &Unit<'_>, offset: TextSize) -> Option<Hover> {
    let (item, within) = unit.place(offset)?;
    let token = asunder_syntax::token_at(&unit.names.tree(item), within)?;
    if token.text() != "auto" {
        return None;
    }
    let declaration = token.parent_ancestors().find(|node| crate::hints::declares_variables(node.kind()))?;
    let (name, ty) = crate::hints::deduced(unit, item, &declaration).into_iter().next()?;
    Some(Hover {
        range: unit.in_unit(item, token.text_range()),
        kind: "placeholder",
        name: "auto".to_owned(),
        ty: Some(ty),
        declared: Some(unit.in_unit(item, name).start()),
        ..Hover::default()
    })
}

fn local<'db>(unit: &Unit<'db>, name: &Name<'db>, at: TextSize) -> Option<Hover> {
    let token = asunder_syntax::token_at(&unit.names.tree(name.item), at)?;
    let kind = crate::tokens::local_kind(&token);
    let written = crate::tokens::local_declaration(&token).map(|node| one_line(&node.text().to_string()));
    let spaces = crate::tokens::local_spaces(&token);
    let words = [
        (spaces.shared, "__shared__"),
        (spaces.constant, "__constant__"),
        (spaces.managed, "__managed__"),
        (spaces.device, "__device__"),
    ];
    let words: Vec<&str> = words.iter().filter(|(has, _)| *has).map(|(_, word)| *word).collect();
    Some(Hover {
        kind: kind.words(),
        name: token.text().to_owned(),
        ty: unit.type_text(name),
        value: name.value.as_ref().and_then(|value| unit.sema().value_text(value)),
        space: (!words.is_empty()).then(|| words.join(" ")),
        written,
        declared: Some(unit.names.range(name.item).start() + at),
        ..Hover::default()
    })
}

fn declared<'db>(unit: &Unit<'db>, name: &Name<'db>, decl: DeclRef) -> Option<Hover> {
    let names = &unit.names;
    let written = names.decl(decl);
    let is_constant = matches!(
        written.kind,
        DeclKind::Enumerator { .. } | DeclKind::Variable { .. } | DeclKind::FunctionOrVariable { .. }
    );
    let value = is_constant.then(|| {
        let by_sema = unit.sema().constant_text(decl);
        let here = || name.value.as_ref().and_then(|value| unit.sema().value_text(value));
        let by_sema = by_sema.or_else(here);
        by_sema.or_else(|| names.constant_value(decl).map(|value| value.to_string()))
    });
    let size = match &written.kind {
        DeclKind::Class(_) if written.templates.is_empty() => names.size_of_class(decl),
        _ => None,
    };
    let is_linked = match &written.kind {
        DeclKind::Function { .. } => true,
        DeclKind::Variable { .. } => written.parent.is_none() || written.specifiers.is_static,
        _ => false,
    };
    Some(Hover {
        range: TextRange::default(),
        kind: match crate::tokens::kind_of(unit, decl) {
            kind @ (crate::tokens::Kind::Member | crate::tokens::Kind::Method) => kind.words(),
            _ => names.kind_text(decl),
        },
        name: names.qualified_text(decl)?,
        ty: unit.type_text(name),
        space: names.space_text(decl),
        value: value.flatten(),
        size,
        depends: None,
        linker_name: match name.symbol.and_then(|symbol| unit.sema().linker_name(symbol)) {
            Some(of_instance) => Some(of_instance),
            None if is_linked && !unit.sema().is_templated(decl) => names.linker_name(decl),
            None => None,
        },
        written: crate::symbols::head(unit, decl),
        declared: names.name_offset(names.definition_of(decl).unwrap_or(decl)),
    })
}

/// Where what the name at byte `offset` means is declared.
pub fn places(unit: &Unit<'_>, offset: TextSize) -> Option<Places> {
    let name = unit.name_at(offset)?;
    let names = &unit.names;
    let may_be = || Some(Target::Decl(dependent(unit, &name)?.member?.decl));
    let target = name.target.or_else(may_be)?;
    let range = unit.in_unit(name.item, name.range);
    let by_sema = name.ty.and_then(|ty| unit.sema().class_behind(ty));
    let type_declaration = by_sema.or_else(|| match target {
        Target::Decl(decl) => names.type_declaration(decl),
        Target::Local(_) | Target::Namespace(_) => None,
    });
    let type_definition = type_declaration.and_then(|it| names.name_offset(it));
    let (declarations, definition) = match target {
        Target::Decl(decl) => {
            let all = names.declarations_of(decl).unwrap_or_else(|| vec![decl]);
            let offsets = all.iter().filter_map(|it| names.name_offset(*it)).collect();
            (offsets, names.definition_of(decl).and_then(|it| names.name_offset(it)))
        }
        other => {
            let at = names.target_offset(name.item, other);
            (at.into_iter().collect(), at)
        }
    };
    Some(Places { range, declarations, definition, type_definition })
}

/// Where the declarations of the function start that the name at byte `offset` calls, if none of them has a CUDA space:
/// behind the template's parameters, in front of the specifiers.
pub fn plain_declarations(unit: &Unit<'_>, offset: TextSize) -> Option<Vec<TextSize>> {
    let Target::Decl(decl) = unit.name_at(offset)?.target? else { return None };
    unit.names.function_of(decl)?;
    let all = unit.names.declarations_of(decl)?;
    let is_plain =
        |it: &DeclRef| unit.names.decl(*it).attributes.spaces == asunder_decls::written::Spaces::default();
    if !all.iter().all(is_plain) {
        return None;
    }
    all.iter().map(|it| start_of(unit, *it)).collect()
}

/// Where the declaration of a function starts: behind the template's parameters, in front of the specifiers.
pub(crate) fn start_of(unit: &Unit<'_>, decl: DeclRef) -> Option<TextSize> {
    let name = unit.names.name_offset(decl)? - unit.names.range(decl.item).start();
    let token = asunder_syntax::token_at(&unit.names.tree(decl.item), name)?;
    let is_whole =
        |node: &SyntaxNode| matches!(node.kind(), SyntaxKind::FUNCTION_DEF | SyntaxKind::SIMPLE_DECL);
    let node = token.parent_ancestors().find(is_whole)?;
    Some(unit.in_unit(decl.item, crate::hints::trimmed(&node)).start())
}

/// A text on one line, CUDA's attributes as its words.
pub(crate) fn one_line(text: &str) -> String {
    let mut line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for (word, _) in crate::completion::CUDA_WORDS {
        let attribute = format!("__attribute__(({}))", word.trim_matches('_'));
        if line.contains(&attribute) {
            line = line.replace(&attribute, word);
        }
    }
    line
}
