//! Names of types that a class uses and then declares anew.
//!
//! ```text
//! typedef int T;
//! struct S { T T(); };                             struct S { ::T T(); };
//! struct B { struct R { }; };
//! struct D : B { R r; R &R() const; };             struct D : B { B::R r; B::R &R() const; };
//! struct S { using Scan = Scan<T>; };              struct S { using Scan = ::cub::Scan<T>; };
//! ```
//!
//! The reference prints names qualified as they must be where they stand, so that gcc accepts what the
//! language forbids: a name that changes its meaning in a class ([basic.scope.class]).

use asunder_syntax::ast::{
    AliasDecl, ClassSpecifier, FunctionDef, MemberList, Name, SimpleDecl, TemplateDecl,
};
use asunder_syntax::{AstNode, Dialect, SyntaxKind, SyntaxKind::*, SyntaxNode, SyntaxToken, WalkEvent};
use rowan::TextSize;
use rustc_hash::FxHashMap;

use super::declarators;
use crate::strip::significant_tokens;

/// A use of a name, as the first of its segments, in a class that declares the name behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HiddenUse {
    /// The name.
    pub name: String,
    /// Where it is used.
    pub used: TextSize,
    /// It is used in the type of the alias that declares it.
    pub in_own_alias: bool,
    /// It stands in a template: a qualifier that names a class needs `typename` where a type is meant.
    pub in_template: bool,
    /// Template arguments follow.
    pub has_arguments: bool,
    /// It can be nothing but a type.
    pub is_type: bool,
    /// `::` follows: functions and variables are not looked at ([basic.lookup.qual]/1).
    pub is_scope: bool,
}

/// A name that members declare.
#[derive(Clone, Copy)]
struct Declared {
    /// Where its scope starts.
    from: TextSize,
    /// It is that of a type.
    is_type: bool,
}

/// Whether a class in `text` may declare a name behind a use of it, decided by tokens alone.
///
/// Names in bodies do not count: those see all members. `aliases` alone: only uses in the type of the alias
/// that declares the name.
pub fn may_hide_names(text: &str, dialect: Dialect, aliases: bool) -> bool {
    let mut scan = Scan { aliases, ..Scan::default() };
    let mut tokens = significant_tokens(text, dialect).peekable();
    while let Some((kind, range)) = tokens.next() {
        let next = tokens.peek().map_or(EOF, |(kind, _)| *kind);
        if scan.token(kind, &text[range], next) {
            return true;
        }
    }
    false
}

/// The state of [`may_hide_names`].
#[derive(Default)]
struct Scan<'t> {
    /// Open braces: for those of a class, the number of tokens in front.
    braces: Vec<Option<u32>>,
    /// Brackets and parentheses open since the last brace.
    nested: u32,
    /// Angle brackets of a template header that are open.
    header: u32,
    /// A class key whose body has not come.
    type_head: bool,
    /// The declaration is past its declarators: `=`, or `:` of mem-initializers.
    initializer: bool,
    /// Only aliases count.
    aliases: bool,
    /// The name of the alias whose type is scanned.
    alias: Option<&'t str>,
    /// Number of the token at which a name was used last.
    used: FxHashMap<&'t str, u32>,
    count: u32,
    previous: Option<SyntaxKind>,
}

impl<'t> Scan<'t> {
    /// Takes a token; whether it declares a name that its class used.
    fn token(&mut self, kind: SyntaxKind, text: &'t str, next: SyntaxKind) -> bool {
        let previous = self.previous.replace(kind);
        self.count += 1;
        match kind {
            CLASS_KW | STRUCT_KW | UNION_KW if self.header == 0 => {
                self.type_head = previous != Some(ENUM_KW);
            }
            SEMICOLON | L_BRACE | R_BRACE => {
                match kind {
                    L_BRACE => self.braces.push(self.type_head.then_some(self.count)),
                    R_BRACE => drop(self.braces.pop()),
                    _ => {}
                }
                (self.type_head, self.initializer) = (false, false);
                (self.nested, self.header, self.alias) = (0, 0, None);
            }
            L_PAREN | L_BRACK => {
                self.type_head &= self.nested > 0 || previous != Some(IDENT);
                self.nested += 1;
            }
            R_PAREN | R_BRACK => self.nested = self.nested.saturating_sub(1),
            LT => self.header += u32::from(self.header > 0 || previous == Some(TEMPLATE_KW)),
            GT => self.header = self.header.saturating_sub(1),
            EQ => self.initializer |= self.nested == 0,
            COLON => self.initializer |= previous == Some(R_PAREN),
            IDENT if !matches!(previous, Some(COLON2 | DOT | ARROW)) => {
                let Some(Some(class)) = self.braces.last() else { return false };
                let is_used = !self.aliases && self.used.get(text).is_some_and(|at| at > class);
                if self.alias == Some(text) {
                    return true;
                }
                if previous == Some(USING_KW) && next == EQ {
                    self.alias = Some(text);
                    return is_used;
                }
                if self.may_be_declared(previous, next) {
                    return is_used;
                }
                self.used.insert(text, self.count);
            }
            _ => {}
        }
        false
    }

    /// Whether a name between these tokens may be that of a declared member.
    fn may_be_declared(&self, previous: Option<SyntaxKind>, next: SyntaxKind) -> bool {
        if self.initializer || self.header > 0 {
            return false;
        }
        let follows_type = previous.is_some_and(|it| {
            matches!(it, IDENT | STAR | AMP | AMP2 | GT | R_PAREN | COMMA) || it.is_keyword()
        });
        let ends_name =
            matches!(next, L_PAREN | SEMICOLON | L_BRACK | EQ | COMMA | COLON | L_BRACE | ATTRIBUTE_KW);
        let in_parentheses =
            self.nested == 1 && next == R_PAREN && matches!(previous, Some(STAR | AMP | AMP2));
        follows_type && (self.nested == 0 && ends_name || in_parentheses)
    }
}

/// The uses of names in the classes of an item that these declare behind them. Local classes apart.
pub fn hidden_uses(root: &SyntaxNode) -> Vec<HiddenUse> {
    let mut uses = Vec::new();
    let mut walk = root.preorder();
    while let Some(event) = walk.next() {
        let WalkEvent::Enter(node) = event else { continue };
        match node.kind() {
            COMPOUND_STMT => walk.skip_subtree(),
            MEMBER_LIST => {
                if let Some(members) = MemberList::cast(node) {
                    hidden_in_class(&members, &mut uses);
                }
            }
            _ => {}
        }
    }
    uses.sort_by_key(|it| it.used);
    uses.dedup_by_key(|it| it.used);
    uses
}

fn hidden_in_class(members: &MemberList, uses: &mut Vec<HiddenUse>) {
    let declared = names_declared_in(members);
    let in_template = members.syntax().ancestors().any(|it| TemplateDecl::can_cast(it.kind()));
    // What the classes around the current node declare themselves, inside `members`.
    let mut inner: Vec<FxHashMap<String, Declared>> = Vec::new();
    let mut walk = members.syntax().preorder();
    // The list itself.
    walk.next();
    while let Some(event) = walk.next() {
        let node = match event {
            WalkEvent::Enter(node) => node,
            WalkEvent::Leave(node) => {
                if node.kind() == MEMBER_LIST {
                    inner.pop();
                }
                continue;
            }
        };
        match node.kind() {
            // These see all members.
            COMPOUND_STMT | MEM_INITIALIZER_LIST | EQ_INITIALIZER | PAREN_INITIALIZER | INIT_LIST
            | EXCEPTION_SPEC => walk.skip_subtree(),
            // A class key looks for classes alone.
            ELABORATED_TYPE => walk.skip_subtree(),
            MEMBER_LIST => inner.extend(MemberList::cast(node).map(|it| names_declared_in(&it))),
            NAME => {
                let hidden = hidden_use(&node, &declared, in_template);
                uses.extend(hidden.filter(|it| !inner.iter().any(|names| names.contains_key(&it.name))));
            }
            _ => {}
        }
    }
}

/// The names that the members declare. A constructor declares none.
fn names_declared_in(members: &MemberList) -> FxHashMap<String, Declared> {
    let mut declared = FxHashMap::default();
    for member in members.syntax().children() {
        declared_names(&member, &mut |name, it| {
            declared.entry(name.text().to_owned()).or_insert(it);
        });
    }
    if let Some(own) = members.syntax().parent().and_then(ClassSpecifier::cast).and_then(|it| it.name())
        && let Some(own) = own.segments().last().and_then(|it| it.ident())
    {
        declared.remove(own.text());
    }
    declared
}

fn hidden_use(
    node: &SyntaxNode,
    declared: &FxHashMap<String, Declared>,
    in_template: bool,
) -> Option<HiddenUse> {
    let name = Name::cast(node.clone())?;
    let parent = node.parent()?.kind();
    let is_declared_name = matches!(parent, DECLARATOR | CLASS_SPECIFIER | ENUM_SPECIFIER | MEMBER_EXPR);
    if name.is_global() || is_declared_name {
        return None;
    }
    let first = name.segments().next()?;
    let identifier = first.ident()?;
    let used = node.text_range().start();
    let alias = node.ancestors().find_map(AliasDecl::cast).and_then(|it| it.ident_token());
    let is_scope = name.segments().count() > 1;
    let hides = |it: &Declared| it.from > used && (it.is_type || !is_scope);
    let hidden = declared.get(identifier.text()).is_some_and(hides);
    hidden.then(|| HiddenUse {
        name: identifier.text().to_owned(),
        used,
        in_own_alias: alias.as_ref().is_some_and(|it| it.text() == identifier.text()),
        in_template: in_template && parent != TYPENAME_TYPE,
        has_arguments: first.template_id().is_some(),
        is_type: matches!(parent, NAMED_TYPE | BASE_SPECIFIER) && !is_scope,
        is_scope,
    })
}

/// Gives the names that a member declaration declares in its class.
fn declared_names(member: &SyntaxNode, give: &mut impl FnMut(&SyntaxToken, Declared)) {
    match member.kind() {
        TEMPLATE_DECL => {
            if let Some(declaration) = TemplateDecl::cast(member.clone()).and_then(|it| it.decl()) {
                declared_names(declaration.syntax(), give);
            }
        }
        ALIAS_DECL => {
            if let Some(name) = AliasDecl::cast(member.clone()).and_then(|it| it.ident_token()) {
                give(&name, Declared { from: member.text_range().end(), is_type: true });
            }
        }
        FUNCTION_DEF | SIMPLE_DECL => {
            let definition = FunctionDef::cast(member.clone());
            let declaration = SimpleDecl::cast(member.clone());
            let specifiers = match (&definition, &declaration) {
                (Some(definition), _) => definition.decl_specifier_seq(),
                (None, Some(declaration)) => declaration.decl_specifier_seq(),
                (None, None) => None,
            };
            if declarators::has_keyword(specifiers.as_ref(), FRIEND_KW) {
                return;
            }
            let is_type = declarators::has_keyword(specifiers.as_ref(), TYPEDEF_KW);
            let own = definition.and_then(|it| it.declarator());
            let listed = declaration.into_iter().flat_map(|it| it.init_declarators());
            for declarator in own.into_iter().chain(listed.filter_map(|it| it.declarator())) {
                let name = declarators::name(&declarator).filter(|it| !it.is_qualified());
                if let Some(name) = name.and_then(|it| it.as_ident()) {
                    give(&name, Declared { from: declarator.syntax().text_range().end(), is_type });
                }
            }
        }
        _ => {}
    }
}
