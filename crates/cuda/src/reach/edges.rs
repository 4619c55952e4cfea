//! What code and data use.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;

use asunder_decls::names::{DeclRef, Names};
use asunder_decls::queries::item_positions;
use asunder_decls::written::{BodyKind, Decl, DeclKind, DeclName, Init, LocalId};
use asunder_sema::bodies::Bodies;
use asunder_sema::uses::{BodyUses, Target, Use, UseForm, declared_in_block};
use asunder_syntax::{Lexer, SyntaxKind};
use rustc_hash::{FxHashMap, FxHashSet};

use super::roots::is_templated;
use super::{How, Mode, Node};
use crate::kept::definition_of;
use crate::settings::SharedStd;
use crate::used::{is_host_device_by_name, is_local};

/// The functions that a launch from device code calls.
const LAUNCHING: [&str; 2] = ["cudaGetParameterBufferV2", "cudaLaunchDeviceV2"];

type All<'db> = Rc<[(Node<'db>, How)]>;

/// The uses of a unit's code.
pub(super) struct Edges<'a, 'db> {
    db: &'db dyn salsa::Database,
    mode: Mode,
    pub(super) bodies: &'a Bodies<'db>,
    known: RefCell<FxHashMap<Node<'db>, All<'db>>>,
    by_word: RefCell<FxHashMap<&'db str, Rc<[Node<'db>]>>>,
    by_operator: RefCell<Option<FxHashMap<Box<str>, Vec<Node<'db>>>>>,
    /// The items that have bodies of classes: an index of names has nothing that stands in them.
    with_classes: Vec<u32>,
    members: OnceCell<FxHashMap<Box<str>, Vec<Node<'db>>>>,
}

impl<'a, 'db> Edges<'a, 'db> {
    pub(super) fn new(
        db: &'db dyn salsa::Database,
        bodies: &'a Bodies<'db>,
        mode: Mode,
        with_classes: Vec<u32>,
    ) -> Self {
        let (known, by_word, by_operator, members) = Default::default();
        Edges { db, mode, bodies, known, by_word, by_operator, with_classes, members }
    }

    pub(super) fn names(&self) -> &'a Names<'db> {
        self.bodies.names()
    }

    /// What a node uses.
    pub(super) fn of(&self, node: Node<'db>) -> All<'db> {
        if let Some(known) = self.known.borrow().get(&node) {
            return known.clone();
        }
        let found = self.find(node);
        self.known.borrow_mut().insert(node, found.clone());
        found
    }

    fn find(&self, node: Node<'db>) -> All<'db> {
        match node {
            Node::Function(decl) | Node::Variable(decl) => {
                let bodies = self.bodies.of_item(decl.item);
                match bodies.iter().find(|body| body.owner == decl) {
                    Some(body) => self.of_uses(body, None),
                    None if self.is_only_declared(decl) => Rc::default(),
                    None if self.is_defaulted(decl) => self.of_defaulted(decl),
                    None => self.mentioned(decl),
                }
            }
            Node::Instance(symbol) if self.is_defaulted(symbol.decl) => self.of_defaulted(symbol.decl),
            Node::Instance(symbol) => match self.bodies.of_instance(symbol) {
                Some(body) => match &body.uses {
                    Some(uses) => self.of_uses(uses, None),
                    None => self.mentioned(body.definition),
                },
                None if self.bodies.is_undefined(symbol) => Rc::default(),
                None => self.mentioned(symbol.decl),
            },
            Node::VariableInstance(symbol) => self.mentioned(symbol.decl),
            Node::Special(class, special) => {
                let members = self.bodies.special_members(class.item);
                let member = members.iter().find(|it| it.class == class && it.special == special);
                member.map_or_else(Rc::default, |member| self.nodes(member.uses.iter()).into())
            }
            Node::SpecialOfInstance(class, special) => match self.bodies.of_special(class, special) {
                Some(uses) => self.nodes(uses.iter()).into(),
                None => self.mentioned(class.decl),
            },
            Node::Lambda(operator) => match self.bodies.of_call_operator(operator) {
                Some((body, lambda)) => self.of_uses(&body, lambda),
                None => Rc::default(),
            },
            Node::Mentioned(decl) if self.is_function(decl) => self.mentioned_in_head(decl),
            Node::Mentioned(decl) => self.mentioned(decl),
        }
    }

    /// Whether a function is defaulted in its class.
    fn is_defaulted(&self, decl: DeclRef) -> bool {
        if is_local(decl) {
            return false;
        }
        let written = self.names().decl(decl);
        written.parent.is_some()
            && matches!(written.kind, DeclKind::Function { body: BodyKind::Defaulted, .. })
    }

    /// What a function uses that is defaulted in its class; of a template all that the class consists of.
    fn of_defaulted(&self, decl: DeclRef) -> All<'db> {
        if is_templated(self.names(), decl) {
            let class = self.names().decl(decl).parent.map(|parent| decl.sibling(parent));
            return class.map(|class| (Node::Mentioned(class), How::Mentioned)).into_iter().collect();
        }
        let members = self.bodies.special_members(decl.item);
        let member = members.iter().find(|it| it.declared == Some(decl));
        member.map_or_else(Rc::default, |member| self.nodes(member.uses.iter()).into())
    }

    /// Whether something outside templates is declared and not defined in the unit, as far as that is known.
    fn is_only_declared(&self, decl: DeclRef) -> bool {
        let is_only_declared = |written: &Decl| match &written.kind {
            DeclKind::Function { body, .. } => matches!(body, BodyKind::None | BodyKind::Deleted),
            DeclKind::Variable { init, .. } => matches!(init, Init::None),
            _ => false,
        };
        if is_local(decl) {
            let written = declared_in_block(self.db, self.names().item_text(decl.item), decl.local);
            return written.is_some_and(|(written, _)| is_only_declared(written));
        }
        !is_templated(self.names(), decl) && is_only_declared(self.names().decl(decl))
    }

    /// What a body uses outside its lambdas, or one of these.
    pub(super) fn of_uses(&self, body: &BodyUses<'db>, lambda: Option<u32>) -> All<'db> {
        let own = body.uses.iter().filter(|used| used.lambda == lambda);
        let mut all = self.nodes(own);
        let launches = |(node, how): &(Node<'db>, How)| *how == How::Called && self.is_kernel(*node);
        if self.mode.is_separate && all.iter().any(launches) {
            let called = LAUNCHING.iter().flat_map(|name| self.named(name).to_vec());
            let called = called.filter(|node| matches!(node, Node::Function(_)));
            all.extend(called.map(|node| (node, How::Called)));
        }
        if body.has_gaps {
            let known: FxHashSet<Node<'db>> = all.iter().map(|(node, _)| *node).collect();
            let mentioned = self.mentioned(body.owner);
            all.extend(mentioned.iter().filter(|(node, _)| !known.contains(node)));
        }
        all.into()
    }

    fn nodes<'u>(&self, uses: impl Iterator<Item = &'u Use<'db>>) -> Vec<(Node<'db>, How)>
    where
        'db: 'u,
    {
        let mut known = FxHashSet::default();
        let nodes = uses.filter(|used| !used.is_removed).filter_map(|used| {
            let how = match used.form {
                UseForm::Name => How::Named,
                UseForm::Variable(_) => How::Accessed,
                UseForm::Table => How::InTable,
                _ => How::Called,
            };
            Some((self.node(used)?, how))
        });
        nodes.filter(|(node, _)| known.insert(*node)).collect()
    }

    fn node(&self, used: &Use<'db>) -> Option<Node<'db>> {
        let is_variable = matches!(used.form, UseForm::Variable(_));
        Some(match used.target {
            // What a virtual call means is in the tables.
            _ if used.form == UseForm::VirtualCall => return None,
            // Variables of blocks and parameters belong to their function.
            Target::Declared(decl) if is_variable && !self.is_variable(decl) => return None,
            Target::Declared(decl) => match used.instance.filter(|instance| instance.decl == decl) {
                Some(symbol) if is_variable => Node::VariableInstance(symbol),
                Some(symbol) => Node::Instance(symbol),
                None if is_variable => Node::Variable(decl),
                None => Node::Function(definition_of(self.db, self.names(), decl).unwrap_or(decl)),
            },
            Target::Special(class, special) => match used.instance {
                Some(class) => Node::SpecialOfInstance(class, special),
                None => Node::Special(class, special),
            },
            Target::Lambda(operator) => Node::Lambda(operator),
        })
    }

    /// Whether a declaration is one of a variable of a namespace or class.
    fn is_variable(&self, decl: DeclRef) -> bool {
        let is_variable = |written: &Decl| {
            matches!(written.kind, DeclKind::Variable { .. } | DeclKind::FunctionOrVariable { .. })
        };
        !is_local(decl) && is_variable(self.names().decl(decl))
    }

    pub(super) fn is_function(&self, decl: DeclRef) -> bool {
        let written = &self.names().decl(decl).kind;
        matches!(written, DeclKind::Function { .. } | DeclKind::FunctionOrVariable { .. })
    }

    /// The types that the head of a function mentions in front of its name.
    fn mentioned_in_head(&self, decl: DeclRef) -> All<'db> {
        let text = self.names().item_text(decl.item);
        let positions = item_positions(self.db, text);
        let (nodes, names) = (&positions.nodes, &positions.names);
        let index = decl.local.index();
        let (Some(node), Some(name)) = (nodes.get(index), names.get(index)) else { return Rc::default() };
        let text: &'db str = text.text(self.db);
        let before = &text[..usize::from(node.start())];
        let start = before.rfind([';', '{', '}', ':']).map_or(0, |at| at + 1);
        let mut found = Vec::new();
        self.mentions(&text[start..usize::from(name.start()).max(start)], &mut found);
        found.retain(|node| matches!(node, Node::Mentioned(decl) if !self.is_function(*decl)));
        let mut known = FxHashSet::default();
        found.retain(|node| known.insert(*node));
        found.into_iter().map(|node| (node, How::Mentioned)).collect()
    }

    /// What has a name or an operator that the text of a declaration mentions; a class mentions what its bases, data
    /// members and special member functions are.
    fn mentioned(&self, decl: DeclRef) -> All<'db> {
        let text = self.names().item_text(decl.item);
        let positions = item_positions(self.db, text);
        let text: &'db str = text.text(self.db);
        let own = |local: LocalId| positions.nodes.get(local.index()).map(|range| &text[*range]);
        // What declares a variable stands behind its specifiers.
        let whole = |local: LocalId| {
            let range = positions.nodes.get(local.index())?;
            let before = &text[..usize::from(range.start())];
            let start = before.rfind([';', '{', '}', ':']).map_or(0, |at| at + 1);
            Some(&text[start..usize::from(range.end())])
        };
        let mut found: Vec<Node<'db>> = Vec::new();
        if is_local(decl) {
            self.mentions(text, &mut found);
        } else if matches!(self.names().decl(decl).kind, DeclKind::Class(_)) {
            let class = own(decl.local).unwrap_or(text);
            let has_table =
                asunder_syntax::words(class).any(|(_, word)| matches!(word, "virtual" | "override"));
            self.mentions(class.split('{').next().unwrap_or(class), &mut found);
            for (local, member) in self.names().decls(decl.item).members(Some(decl.local)) {
                match &member.kind {
                    DeclKind::Function { .. } | DeclKind::FunctionOrVariable { .. } => {
                        let has_no_name = member.name.ident().is_none();
                        if has_no_name || has_table {
                            found.push(Node::Function(decl.sibling(local)));
                        }
                    }
                    DeclKind::Variable { .. } => {
                        whole(local).into_iter().for_each(|text| self.mentions(text, &mut found));
                    }
                    _ => {}
                }
            }
        } else {
            let is_variable = matches!(self.names().decl(decl).kind, DeclKind::Variable { .. });
            let parts = if is_variable { None } else { self.around_declarator(decl, text) };
            match parts {
                Some(parts) => parts.iter().for_each(|part| self.mentions(part, &mut found)),
                None if is_variable => {
                    // The `=` in front of an initializer calls no operator.
                    let (head, initializer) = self.split_initializer(whole(decl.local).unwrap_or(text));
                    self.mentions(head, &mut found);
                    self.mentions(initializer, &mut found);
                }
                None => self.mentions(own(decl.local).unwrap_or(text), &mut found),
            }
        }
        let mut known = FxHashSet::default();
        found.retain(|node| known.insert(*node));
        found.into_iter().map(|node| (node, How::Mentioned)).collect()
    }

    /// The text of a variable's declaration in front of its first `=`, and behind that.
    fn split_initializer(&self, text: &'db str) -> (&'db str, &'db str) {
        let mut lexer = Lexer::new(text, self.bodies.dialect());
        loop {
            let start = lexer.offset();
            let Some(token) = lexer.next() else { return (text, "") };
            let end = start + token.len as usize;
            if &text[start..end] == "=" {
                return (&text[..start], &text[end..]);
            }
        }
    }

    /// The text of a function's declaration in front of its name, and behind the bracket that opens its parameters.
    fn around_declarator(&self, decl: DeclRef, text: &'db str) -> Option<[&'db str; 2]> {
        let positions = item_positions(self.db, self.names().item_text(decl.item));
        let whole = *positions.nodes.get(decl.local.index())?;
        let name = *positions.names.get(decl.local.index())?;
        if !self.is_function(decl) || !whole.contains_range(name) {
            return None;
        }
        let behind = text.get(usize::from(name.end())..usize::from(whole.end()))?;
        let is_call_operator =
            matches!(&self.names().decl(decl).name, DeclName::Operator(name) if &**name == "()");
        let own = text[name].contains('(');
        let behind = match is_call_operator && !own {
            true => behind.split_once(')')?.1,
            false => behind,
        };
        let (_, parameters) = behind.split_once('(')?;
        Some([&text[usize::from(whole.start())..usize::from(name.start())], parameters])
    }

    fn mentions(&self, text: &'db str, found: &mut Vec<Node<'db>>) {
        let mut lexer = Lexer::new(text, self.bodies.dialect());
        // Whether what stands in front may be an object: a call or an index follows no keyword and no operator.
        let mut is_behind_object = false;
        loop {
            let start = lexer.offset();
            let Some(token) = lexer.next() else { return };
            let word = &text[start..start + token.len as usize];
            let may_be_operator = is_behind_object || !matches!(word, "(" | "[");
            if !token.kind.is_trivia() {
                is_behind_object =
                    token.kind == SyntaxKind::IDENT || matches!(word, ")" | "]" | "}" | ">" | "this");
            }
            match token.kind {
                SyntaxKind::IDENT => found.extend(self.named(word).iter().copied()),
                SyntaxKind::FOR_KW => {
                    for word in ["begin", "end"] {
                        found.extend(self.named(word).iter().copied());
                    }
                }
                kind if kind.is_trivia() => {}
                _ if may_be_operator
                    && word.starts_with(|c: char| c.is_ascii_punctuation() && c != '"' && c != '_') =>
                {
                    self.operators(word, found);
                }
                _ => {}
            }
        }
    }

    /// What is declared with a name.
    fn named(&self, word: &'db str) -> Rc<[Node<'db>]> {
        if let Some(known) = self.by_word.borrow().get(word) {
            return known.clone();
        }
        let names = self.names();
        let mut all = Vec::new();
        for item in names.items_declaring(word) {
            for local in names.decls_named(*item, word) {
                let decl = DeclRef { item: *item, local };
                let written = names.decl(decl);
                match &written.kind {
                    DeclKind::Function { .. } | DeclKind::FunctionOrVariable { .. } => {
                        all.push(Node::Function(definition_of(self.db, names, decl).unwrap_or(decl)));
                        // Nor is what its result is.
                        all.push(Node::Mentioned(decl));
                    }
                    DeclKind::Class(_) | DeclKind::Typedef(_) | DeclKind::NamespaceAlias(_) => {
                        all.push(Node::Mentioned(decl));
                    }
                    DeclKind::Variable { .. } if written.parent.is_none() || written.specifiers.is_static => {
                        all.push(Node::Variable(decl));
                    }
                    // What a data member is converted to is not known.
                    DeclKind::Variable { .. } => all.push(Node::Mentioned(decl)),
                    _ => {}
                }
            }
        }
        all.extend(self.members().get(word).into_iter().flatten());
        let all: Rc<[Node<'db>]> = all.into();
        self.by_word.borrow_mut().insert(word, all.clone());
        all
    }

    /// The member functions that classes declare, by their names.
    fn members(&self) -> &FxHashMap<Box<str>, Vec<Node<'db>>> {
        self.members.get_or_init(|| {
            let names = self.names();
            let mut all: FxHashMap<Box<str>, Vec<Node<'db>>> = FxHashMap::default();
            for item in &self.with_classes {
                for (local, written) in names.decls(*item).iter() {
                    let is_function = matches!(
                        written.kind,
                        DeclKind::Function { .. } | DeclKind::FunctionOrVariable { .. }
                    );
                    let Some(name) = written.name.ident() else { continue };
                    if is_function && written.parent.is_some() {
                        let decl = DeclRef { item: *item, local };
                        let decl = definition_of(self.db, names, decl).unwrap_or(decl);
                        let nodes = all.entry((&**name).into()).or_default();
                        nodes.extend([Node::Function(decl), Node::Mentioned(decl)]);
                    }
                }
            }
            all
        })
    }

    /// The operator functions with a spelling.
    fn operators(&self, spelling: &str, found: &mut Vec<Node<'db>>) {
        let mut known = self.by_operator.borrow_mut();
        let all = known.get_or_insert_with(|| {
            let names = self.names();
            let mut all: FxHashMap<Box<str>, Vec<Node<'db>>> = FxHashMap::default();
            let declaring = names.items_declaring("operator").iter().chain(&self.with_classes);
            let items: BTreeSet<u32> = declaring.copied().collect();
            for item in &items {
                for (local, written) in names.decls(*item).iter() {
                    if let DeclName::Operator(spelling) = &written.name {
                        let node = Node::Function(DeclRef { item: *item, local });
                        all.entry((**spelling).into()).or_default().push(node);
                    }
                }
            }
            all
        });
        let closed = match spelling {
            "(" => "()",
            "[" => "[]",
            other => other,
        };
        found.extend(all.get(closed).into_iter().flatten().copied());
    }

    /// Whether something is a kernel.
    pub(super) fn is_kernel(&self, node: Node<'db>) -> bool {
        let decl = match node {
            Node::Function(decl) => decl,
            Node::Instance(symbol) => symbol.decl,
            _ => return false,
        };
        !is_local(decl) && self.names().spaces(decl).is_some_and(|spaces| spaces.global)
    }

    /// Whether something may be on the device: it is not for the host alone.
    pub(super) fn may_be_on_device(&self, node: Node<'db>) -> bool {
        match node {
            Node::Function(decl) => self.may_run(decl),
            Node::Instance(symbol) => self.may_run(symbol.decl),
            Node::Variable(decl) => self.may_be_in_memory(decl),
            Node::VariableInstance(symbol) => self.may_be_in_memory(symbol.decl),
            Node::Special(..) | Node::SpecialOfInstance(..) | Node::Lambda(..) | Node::Mentioned(_) => true,
        }
    }

    fn may_run(&self, decl: DeclRef) -> bool {
        let takes_space_of_users = |written: &Decl| {
            self.mode.relaxed_constexpr && written.specifiers.is_constexpr
                || matches!(written.kind, DeclKind::Function { body: BodyKind::Defaulted, .. })
        };
        if is_local(decl) {
            let written = declared_in_block(self.db, self.names().item_text(decl.item), decl.local);
            return written.is_none_or(|(written, _)| {
                let spaces = written.attributes.spaces;
                spaces.device || spaces.global || takes_space_of_users(written)
            });
        }
        let names = self.names();
        match names.spaces(decl) {
            Some(spaces) if !(spaces.device || spaces.global) => {
                takes_space_of_users(names.decl(decl))
                    || is_host_device_by_name(names, SharedStd::default(), decl)
            }
            _ => true,
        }
    }

    /// Whether a variable may be in memory of the device; constants of the host may.
    fn may_be_in_memory(&self, decl: DeclRef) -> bool {
        let names = self.names();
        let spaces = names.spaces(decl).unwrap_or_default();
        let written = names.decl(decl);
        spaces.device
            || spaces.constant
            || spaces.shared
            || spaces.managed
            || written.specifiers.is_constexpr
            || names.type_of_variable(decl).is_none_or(|ty| crate::used::is_const(&ty))
    }
}
