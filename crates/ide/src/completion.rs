//! What could stand at a place.
//!
//! Candidates come from the text (identifiers with what was typed in front), from declarations and from tables; each is
//! looked up at the place, and those that lookup does not find there are left out.

use asunder_decls::local::{LocalBinding, local_binding};
use asunder_decls::lower::lower_name;
use asunder_decls::names::DeclRef;
use asunder_decls::occurrences::{Role, local_role};
use asunder_decls::scope::Lookup;
use asunder_decls::written::{DeclKind, Path, Segment, SegmentName};
use asunder_outline::BUILTIN_VARIABLES;
use asunder_sema::Ty;
use asunder_syntax::{AstNode, SyntaxKind, TextSize, ast};
use rustc_hash::FxHashSet;

use crate::Unit;
use crate::tokens::{Kind, kind_of, local_kind};

/// What could stand at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What would be written.
    pub text: String,
    /// What it means; `None` for keywords and attributes.
    pub kind: Option<Kind>,
    /// Its type, or what it is.
    pub detail: Option<String>,
    /// How near it is declared; the nearest is 0.
    pub distance: u32,
}

/// What stands in front of the place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Context {
    /// Nothing that matters.
    Free,
    /// `a.` or `a->`: the first byte of that operator in the unit.
    Member(TextSize),
    /// `A::B::`: the names; a leading `::` is an empty name.
    Qualified(Vec<String>),
}

/// CUDA's words that are not keywords of C++, with what they mean.
pub const CUDA_WORDS: &[(&str, &str)] = &[
    ("__global__", "a kernel: device code that the host launches"),
    ("__device__", "device code or device memory"),
    ("__host__", "host code"),
    ("__shared__", "memory of a block"),
    ("__constant__", "constant memory of the device"),
    ("__managed__", "memory of host and device"),
    ("__grid_constant__", "a kernel's parameter that is the same for the whole grid"),
    ("__launch_bounds__", "the most threads of a block, the fewest blocks of a multiprocessor"),
    ("__cluster_dims__", "the size of a cluster of blocks"),
    ("__maxnreg__", "the most registers of a thread"),
    ("__noinline__", "never inlined"),
    ("__forceinline__", "always inlined"),
    ("__restrict__", "no other pointer leads there"),
];

/// Keywords that statements and declarations begin with or that stand in expressions.
const KEYWORDS: &[&str] = &[
    "alignas",
    "auto",
    "bool",
    "break",
    "case",
    "char",
    "class",
    "const",
    "constexpr",
    "const_cast",
    "continue",
    "decltype",
    "default",
    "delete",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "namespace",
    "new",
    "noexcept",
    "nullptr",
    "operator",
    "private",
    "protected",
    "public",
    "reinterpret_cast",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "throw",
    "true",
    "try",
    "typedef",
    "typename",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "while",
];

/// The candidates at byte `offset`, behind `prefix`, which was typed already.
pub fn candidates(unit: &Unit<'_>, offset: TextSize, context: &Context, prefix: &str) -> Vec<Candidate> {
    let mut found = match context {
        Context::Member(operator) => members(unit, *operator).unwrap_or_default(),
        Context::Qualified(path) => qualified(unit, offset, path, prefix).unwrap_or_default(),
        Context::Free => free(unit, offset, prefix),
    };
    found.retain(|candidate| candidate.text.starts_with(prefix));
    let mut seen = FxHashSet::default();
    found.retain(|candidate| seen.insert(candidate.text.clone()));
    // Reserved names come last, unless the user began to write one.
    if !prefix.starts_with('_') {
        found.iter_mut().filter(|it| it.text.starts_with('_')).for_each(|it| it.distance = FAR);
    }
    found.sort_by(|a, b| (a.distance, &a.text).cmp(&(b.distance, &b.text)));
    found
}

/// Keywords and CUDA's words.
pub fn words(prefix: &str) -> Vec<Candidate> {
    let keywords = KEYWORDS.iter().map(|word| (*word, None));
    let all = keywords.chain(CUDA_WORDS.iter().map(|(word, says)| (*word, Some((*says).to_owned()))));
    let wanted = all.filter(|(word, _)| word.starts_with(prefix));
    wanted
        .map(|(word, detail)| Candidate { text: word.to_owned(), kind: None, detail, distance: FAR })
        .collect()
}

/// Attributes of the standard, of GCC and of CUDA that stand in `[[…]]`.
const STANDARD_ATTRIBUTES: &[&str] = &[
    "carries_dependency",
    "deprecated",
    "fallthrough",
    "likely",
    "maybe_unused",
    "nodiscard",
    "noreturn",
    "no_unique_address",
    "unlikely",
    "gnu::always_inline",
    "gnu::const",
    "gnu::noinline",
    "gnu::pure",
    "gnu::visibility",
];

/// Attributes that stand in `__attribute__((…))` (GCC, *Common Function Attributes*, *Common Variable Attributes*).
const GNU_ATTRIBUTES: &[&str] = &[
    "alias",
    "aligned",
    "always_inline",
    "cold",
    "const",
    "constructor",
    "deprecated",
    "destructor",
    "device",
    "flatten",
    "format",
    "global",
    "host",
    "hot",
    "launch_bounds",
    "malloc",
    "may_alias",
    "noinline",
    "nonnull",
    "noreturn",
    "packed",
    "pure",
    "section",
    "shared",
    "unused",
    "used",
    "visibility",
    "warn_unused_result",
    "weak",
];

/// The attributes that stand in `[[…]]`, or else in `__attribute__((…))`.
pub fn attributes(prefix: &str, is_standard: bool) -> Vec<Candidate> {
    let all = if is_standard { STANDARD_ATTRIBUTES } else { GNU_ATTRIBUTES };
    let wanted = all.iter().filter(|word| word.starts_with(prefix));
    let detail = Some("attribute".to_owned());
    wanted
        .map(|word| Candidate { text: (*word).to_owned(), kind: None, detail: detail.clone(), distance: 0 })
        .collect()
}

/// The functions that the compiler has, with their types: those whose names begin with `prefix`, which is not empty.
pub fn built_in_functions(unit: &Unit<'_>, prefix: &str) -> Vec<Candidate> {
    let all = unit.sema().built_in_functions(prefix).into_iter();
    all.map(|(text, detail)| Candidate { text, kind: Some(Kind::Function), detail, distance: FAR }).collect()
}

/// The distance of what is declared nowhere near.
const FAR: u32 = 9;

fn candidate(unit: &Unit<'_>, decl: DeclRef, distance: u32) -> Option<Candidate> {
    let written = unit.names.decl(decl);
    let text = written.name.ident()?.to_string();
    let detail = unit.declared_type(decl);
    Some(Candidate { text, kind: Some(kind_of(unit, decl)), detail, distance })
}

/// The members of the object in front of `.` or `->`.
fn members(unit: &Unit<'_>, operator: TextSize) -> Option<Vec<Candidate>> {
    let (item, within) = unit.place(operator)?;
    let is_member = |decl: &DeclRef| {
        matches!(
            unit.names.decl(*decl).kind,
            DeclKind::Function { .. } | DeclKind::Variable { .. } | DeclKind::FunctionOrVariable { .. }
        )
    };
    let root = unit.names.tree(item);
    let token = asunder_syntax::token_at(&root, within)?;
    let access = token.parent().and_then(ast::MemberExpr::cast);
    let noted = unit.meanings(item).object_at(within).filter(|ty| unit.sema().is_class(*ty));
    let object = noted.or_else(|| crate::dependent::object(unit, item, access.as_ref()?));
    Some(members_of(unit, object?, enclosing_class(unit, item, within), is_member))
}

/// The members of a class or an instance of a class template, those that are `wanted`.
fn members_of<'db>(
    unit: &Unit<'db>,
    ty: Ty<'db>,
    from: Option<DeclRef>,
    wanted: impl Fn(&DeclRef) -> bool,
) -> Vec<Candidate> {
    let all = unit.sema().members_of(ty, from).into_iter().filter(|member| wanted(&member.decl));
    let shown = all.filter_map(|member| {
        let text = unit.names.decl(member.decl).name.ident()?.to_string();
        let kind = Some(kind_of(unit, member.decl));
        let detail = member.ty.or_else(|| unit.names.declared_type_text(member.decl));
        Some(Candidate { text, kind, detail, distance: member.distance.min(FAR) })
    });
    shown.collect()
}

/// What `A::B::` has.
fn qualified(unit: &Unit<'_>, offset: TextSize, path: &[String], prefix: &str) -> Option<Vec<Candidate>> {
    let (item, within) = unit.place(offset)?;
    let site = unit.names.site_at(item, within);
    let global = path.first().is_some_and(String::is_empty);
    let segment = |name: &str| Segment { name: SegmentName::Ident(name.into()), args: None };
    let segments: Vec<Segment> =
        path.iter().filter(|name| !name.is_empty()).map(|name| segment(name)).collect();
    let namespace = namespace_of(unit, item, path);
    let mut words: FxHashSet<String> = FxHashSet::default();
    match namespace {
        Some(id) => {
            if prefix.is_empty() {
                // What the items of the namespace declare, and those of inline ones in it.
                let all = unit.names.transparent(id);
                for number in unit.names.layout().numbers() {
                    if all.contains(&unit.names.item(number).namespace) {
                        let declared = unit.names.declared_by(number);
                        words.extend(
                            declared.filter_map(|it| Some(unit.names.decl(it).name.ident()?.to_string())),
                        );
                    }
                }
            } else {
                words.extend(spelled_with(unit, prefix));
            }
            let children = unit.names.namespaces().ids().filter_map(|child| {
                let namespace = unit.names.namespaces().namespace(child);
                (namespace.parent == Some(id)).then(|| namespace.name.as_deref().map(str::to_owned)).flatten()
            });
            let spaces = children.map(|text| Candidate {
                text,
                kind: Some(Kind::Namespace),
                detail: None,
                distance: 1,
            });
            let mut found: Vec<Candidate> = spaces.collect();
            found.extend(looked_up(unit, words, &site, global, &segments));
            Some(found)
        }
        None => {
            // A class or an enumeration.
            if let Some(ty) = qualifying_class(unit, item, within) {
                return Some(members_of(unit, ty, enclosing_class(unit, item, within), |_| true));
            }
            let outer = Path { global, segments };
            let Lookup::Found(all) = unit.names.lookup_value(&outer, &site) else { return None };
            let decl = all.first()?.decl;
            let definition = unit.names.definition_of(decl).unwrap_or(decl);
            let decls = match &unit.names.decl(definition).kind {
                DeclKind::Class(_) | DeclKind::Typedef(_) => {
                    let from = enclosing_class(unit, item, within);
                    if let Some(ty) = unit.sema().type_named_by(definition) {
                        return Some(members_of(unit, ty, from, |_| true));
                    }
                    unit.names.members_of_class(definition)
                }
                DeclKind::Enum(_) => {
                    let members = unit.names.decls(definition.item).members(Some(definition.local));
                    members.map(|(local, _)| definition.sibling(local)).collect()
                }
                _ => return None,
            };
            Some(decls.into_iter().filter_map(|decl| candidate(unit, decl, 0)).collect())
        }
    }
}

/// The class that the qualifier names whose `::` stands at byte `within` of an item, or ends there: an instance of a class
/// template by its arguments.
fn qualifying_class<'db>(unit: &Unit<'db>, item: u32, within: TextSize) -> Option<Ty<'db>> {
    let mut token = unit.names.tree(item).token_at_offset(within).left_biased()?;
    while token.kind().is_trivia() {
        token = token.prev_token()?;
    }
    let name =
        token.parent_ancestors().find_map(ast::Name::cast).filter(|_| token.kind() == SyntaxKind::COLON2)?;
    let mut path = lower_name(&name)?;
    let parts = name.syntax().children_with_tokens().filter(|part| {
        part.text_range().end() <= token.text_range().start()
            && (part.as_node().is_some() || part.kind().is_identifier())
    });
    path.segments.truncate(parts.count());
    let ty = crate::dependent::type_of_qualifier(unit, item, &name, &path)?;
    unit.sema().is_class(ty).then_some(ty)
}

/// The namespace that a path names, looked for from the inside outwards.
fn namespace_of(unit: &Unit<'_>, item: u32, path: &[String]) -> Option<asunder_decls::layout::NamespaceId> {
    let namespaces = unit.names.namespaces();
    let global = asunder_decls::layout::NamespaceId::GLOBAL;
    let own = unit.names.item(item).namespace;
    let (from, path) = match path.split_first() {
        Some((first, rest)) if first.is_empty() => (vec![global], rest),
        _ => (namespaces.ancestors(own).collect(), path),
    };
    let within = |start| path.iter().try_fold(start, |at, name| namespaces.child(at, name));
    from.into_iter().find_map(within)
}

/// The names in scope.
fn free(unit: &Unit<'_>, offset: TextSize, prefix: &str) -> Vec<Candidate> {
    let mut found = Vec::new();
    let Some((item, within)) = unit.place(offset) else { return found };
    let root = unit.names.tree(item);
    // The locals that are declared in front, nearest first.
    let at = within;
    let from = asunder_syntax::token_before(&root, at).and_then(|token| token.parent());
    if let Some(from) = &from {
        let tokens = root.descendants_with_tokens().filter_map(|it| it.into_token());
        let declared = tokens.filter(|token| {
            token.kind() == SyntaxKind::IDENT
                && token.text_range().end() <= at
                && local_role(token) != Role::Use
        });
        for token in declared {
            let is_it = |range| range == token.text_range();
            if matches!(local_binding(token.text(), from, at), LocalBinding::Found(range) if is_it(range)) {
                let detail = unit.local_type(item, token.text_range().start());
                let kind = Some(local_kind(&token));
                found.push(Candidate { text: token.text().to_owned(), kind, detail, distance: 0 });
            }
        }
    }
    let site = unit.names.site_before(item, within);
    let mut words: FxHashSet<String> = FxHashSet::default();
    match prefix.is_empty() {
        false => words.extend(spelled_with(unit, prefix)),
        true => {
            for own in unit.own_items().iter().copied() {
                let declared = unit.names.declared_by(own);
                words.extend(declared.filter_map(|it| Some(unit.names.decl(it).name.ident()?.to_string())));
            }
            words.extend(BUILTIN_VARIABLES.iter().map(|name| (*name).to_owned()));
        }
    }
    // Members of the class around.
    if let Some(class) = enclosing_class(unit, item, within) {
        for decl in unit.names.members_of_class(class) {
            words.extend(unit.names.decl(decl).name.ident().map(|name| name.to_string()));
        }
    }
    let known: FxHashSet<&str> = found.iter().map(|candidate| candidate.text.as_str()).collect();
    words.retain(|word| !known.contains(word.as_str()));
    found.extend(looked_up(unit, words, &site, false, &[]));
    let namespaces = unit.names.namespaces();
    let own = unit.names.item(item).namespace;
    let visible: Vec<_> = namespaces.ancestors(own).collect();
    let children = namespaces.ids().filter_map(|id| {
        let namespace = namespaces.namespace(id);
        let is_visible = namespace.parent.is_some_and(|parent| visible.contains(&parent));
        is_visible.then(|| namespace.name.as_deref().map(str::to_owned)).flatten()
    });
    found.extend(children.map(|text| Candidate {
        text,
        kind: Some(Kind::Namespace),
        detail: None,
        distance: 3,
    }));
    found
}

pub(crate) fn enclosing_class(unit: &Unit<'_>, item: u32, within: TextSize) -> Option<DeclRef> {
    let decl = unit.names.enclosing_decl(item, within)?;
    let mut at = Some(decl.local);
    while let Some(local) = at {
        let written = unit.names.decl(decl.sibling(local));
        if matches!(written.kind, DeclKind::Class(_)) {
            return Some(decl.sibling(local));
        }
        at = written.parent;
    }
    None
}

/// Names that are shown with their types at most: where there are more, more is typed first.
const TYPED: usize = 100;

/// Those of `words` that lookup finds behind a qualifier.
fn looked_up(
    unit: &Unit<'_>,
    words: FxHashSet<String>,
    site: &asunder_decls::scope::Site,
    global: bool,
    qualifier: &[Segment],
) -> Vec<Candidate> {
    let mut found = Vec::new();
    let has_few = words.len() <= TYPED;
    for word in words {
        let mut segments = qualifier.to_vec();
        segments.push(Segment { name: SegmentName::Ident(word.as_str().into()), args: None });
        let path = Path { global, segments };
        match unit.names.lookup_value(&path, site) {
            Lookup::Found(members) => {
                let Some(first) = members.first() else { continue };
                let kind = Some(kind_of(unit, first.decl));
                let detail = match members.len() {
                    1 if has_few => unit.declared_type(first.decl),
                    1 => None,
                    more => Some(format!("{more} declarations")),
                };
                let distance = if first.class.is_some() { 1 } else { 2 };
                found.push(Candidate { text: word, kind, detail, distance });
            }
            Lookup::Param(_) if qualifier.is_empty() => {
                let kind = Some(Kind::TypeParameter);
                found.push(Candidate { text: word, kind, detail: None, distance: 0 });
            }
            _ => {}
        }
    }
    found
}

/// The identifiers of the unit's text that start with `prefix`.
fn spelled_with(unit: &Unit<'_>, prefix: &str) -> FxHashSet<String> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
    let mut found: FxHashSet<String> = FxHashSet::default();
    // No identifier stands in two blocks.
    for text in unit.source.pieces_from(unit.db, 0) {
        let bytes = text.as_bytes();
        for start in memchr::memmem::find_iter(bytes, prefix.as_bytes()) {
            if start > 0 && is_part(bytes[start - 1]) || bytes[start].is_ascii_digit() {
                continue;
            }
            let length = bytes[start..].iter().take_while(|byte| is_part(**byte)).count();
            let word = &text[start..start + length];
            if !found.contains(word) {
                found.insert(word.to_owned());
            }
        }
    }
    found
}
