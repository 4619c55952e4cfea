//! The item under examination, as rules see it.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use asunder_decls::layout::Item;
use asunder_decls::names::{DeclRef, Names};
use asunder_decls::queries::{item_decls, item_positions};
use asunder_decls::written::{Decl, ItemDecls};
use asunder_decls::{ItemText, item_tree};
use asunder_sema::Sema;
use asunder_sema::deferred::deferred_to;
use asunder_sema::initialized::Variables;
use asunder_source::SourceText;
use asunder_syntax::{Dialect, KindSet, SignificantTokens, SyntaxKind, SyntaxNode, TextRange, TextSize};
use rustc_hash::FxHashMap;

use crate::candidates::{Candidates, candidates};
use crate::finding::{Finding, ItemFindings, Message, Moment, Phase, Stage};
use crate::settings::Settings;
use crate::unit::{Subject, Unit};

/// The kinds of nodes that more than one walk over an item looks for.
const WALKED: [SyntaxKind; 15] = [
    SyntaxKind::CALL_EXPR,
    SyntaxKind::CONDITION_DECL,
    SyntaxKind::DECLTYPE_TYPE,
    SyntaxKind::FUNCTION_DEF,
    SyntaxKind::GNU_ATTRIBUTES,
    SyntaxKind::LAMBDA_EXPR,
    SyntaxKind::LAUNCH_EXPR,
    SyntaxKind::NAME_EXPR,
    SyntaxKind::NON_TYPE_PARAM,
    SyntaxKind::PARAM_DECL,
    SyntaxKind::PLACEHOLDER_TYPE,
    SyntaxKind::PREFIX_EXPR,
    SyntaxKind::RANGE_DECL,
    SyntaxKind::SIMPLE_DECL,
    SyntaxKind::STD_ATTRIBUTES,
];

/// An item with the means to check it. Rules read it and put what they find into it.
pub(crate) struct Check<'db> {
    pub(crate) db: &'db dyn salsa::Database,
    pub(crate) unit: Unit<'db>,
    pub(crate) settings: Settings,
    /// The number of the item in the unit's layout.
    pub(crate) item: u32,
    /// Its place in the unit.
    pub(crate) place: &'db Item,
    pub(crate) root: SyntaxNode,
    /// The kinds of the item's tokens and nodes: rules about others need no walk.
    pub(crate) kinds: &'db KindSet,
    pub(crate) item_text: ItemText<'db>,
    names: OnceCell<Rc<Names<'db>>>,
    sema: OnceCell<Rc<Sema<'db>>>,
    candidates: OnceCell<&'db Candidates>,
    /// What the walks over the item look at.
    nodes: OnceCell<Vec<SyntaxNode>>,
    variables: OnceCell<Variables<'db>>,
    /// Where each word of the item stands.
    mentions: OnceCell<FxHashMap<&'db str, Vec<TextSize>>>,
    /// Where each word in the values of `unroll` pragmas stands.
    unrolled: OnceCell<FxHashMap<&'db str, Vec<TextSize>>>,
    found: RefCell<ItemFindings>,
}

/// Views of the unit that several items share. Their answers do not record what they depend on, so they serve texts that
/// are read once, and answers about an edited text that are not kept for the next edit.
pub(crate) struct Views<'db> {
    pub(crate) names: Rc<Names<'db>>,
    pub(crate) sema: Rc<Sema<'db>>,
}

impl<'db> Views<'db> {
    pub(crate) fn new(db: &'db dyn salsa::Database, source: SourceText, dialect: Dialect) -> Self {
        let names = Rc::new(Names::new(db, source, dialect));
        Views { names, sema: Rc::new(Sema::new(db, source, dialect)) }
    }
}

impl<'db> Check<'db> {
    pub(crate) fn new(db: &'db dyn salsa::Database, subject: Subject<'db>) -> Self {
        let (unit, text) = (subject.unit(db), subject.text(db));
        let tree = item_tree(db, text);
        Check {
            db,
            unit,
            settings: unit.settings(db),
            item: subject.number(db),
            place: subject.place(db),
            root: tree.syntax(),
            kinds: tree.kinds(),
            item_text: text,
            names: OnceCell::new(),
            sema: OnceCell::new(),
            candidates: OnceCell::new(),
            nodes: OnceCell::new(),
            variables: OnceCell::new(),
            mentions: OnceCell::new(),
            unrolled: OnceCell::new(),
            found: RefCell::default(),
        }
    }

    /// The variables of the item's functions and namespaces.
    pub(crate) fn variables(&self) -> &Variables<'db> {
        let (source, dialect) = (self.unit.source(self.db), self.unit.dialect(self.db));
        let sema = || self.sema.get_or_init(|| Rc::new(Sema::new(self.db, source, dialect)));
        self.variables.get_or_init(|| Variables::new(sema().clone(), self.item))
    }

    /// The same with views of the unit that several items share.
    pub(crate) fn sharing(db: &'db dyn salsa::Database, subject: Subject<'db>, views: &Views<'db>) -> Self {
        let names = OnceCell::from(views.names.clone());
        Check { names, sema: OnceCell::from(views.sema.clone()), ..Check::new(db, subject) }
    }

    /// The names of the unit. Reading them makes the answer depend on the whole unit, so rules do so only
    /// when the item alone does not decide.
    pub(crate) fn names(&self) -> &Names<'db> {
        let own = (self.item, self.place, self.item_text);
        self.names.get_or_init(|| Rc::new(Names::of_item(self.db, self.unit.source(self.db), own)))
    }

    /// The nodes of the item of the kinds of [`WALKED`], in the order of its text.
    pub(crate) fn nodes(&self) -> &[SyntaxNode] {
        self.nodes
            .get_or_init(|| self.root.descendants().filter(|node| WALKED.contains(&node.kind())).collect())
    }

    /// Where the name stands of the only thing that the item declares, blocks apart.
    pub(crate) fn only_name(&self) -> Option<TextSize> {
        match &*item_positions(self.db, self.item_text).names {
            [name] => Some(name.start()),
            _ => None,
        }
    }

    /// What may be redeclared in the unit.
    pub(crate) fn candidates(&self) -> &'db Candidates {
        let (source, dialect) = (self.unit.source(self.db), self.unit.dialect(self.db));
        self.candidates.get_or_init(|| candidates(self.db, source, dialect))
    }

    /// Where a word stands first in the item, comments and literals apart.
    pub(crate) fn first_mention(&self, word: &str) -> Option<TextSize> {
        self.mentions(word).first().copied()
    }

    /// The places where a word stands in the item, in order, comments and literals apart.
    pub(crate) fn mentions(&self, word: &str) -> &[TextSize] {
        let mentions = self.mentions.get_or_init(|| {
            let (text, mut all) = (self.text(), FxHashMap::<&str, Vec<TextSize>>::default());
            for (_, token) in SignificantTokens::new(text, self.item_text.dialect(self.db)) {
                let offset = token.as_ptr().addr() - text.as_ptr().addr();
                all.entry(token).or_default().push(TextSize::new(offset as u32));
            }
            all
        });
        mentions.get(word).map_or(&[], Vec::as_slice)
    }

    /// The places where a word stands in the values of `unroll` pragmas, in order.
    pub(crate) fn unrolled_by(&self, word: &str) -> &[TextSize] {
        let unrolled = self.unrolled.get_or_init(|| {
            let (text, mut all) = (self.text(), FxHashMap::<&str, Vec<TextSize>>::default());
            let mut read = 0;
            for (at, _) in text.match_indices("unroll") {
                // A line is read once.
                if at < read {
                    continue;
                }
                let start = text[..at].rfind('\n').map_or(0, |line| line + 1);
                let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
                read = end;
                if text[start..at].trim_start().starts_with('#') {
                    for (offset, word) in asunder_syntax::words(&text[at..end]) {
                        all.entry(word).or_default().push(TextSize::new((at + offset) as u32));
                    }
                }
            }
            all
        });
        unrolled.get(word).map_or(&[], Vec::as_slice)
    }

    /// The item's text.
    pub(crate) fn text(&self) -> &'db str {
        self.item_text.text(self.db)
    }

    /// The declarations of the item outside function bodies.
    pub(crate) fn decls(&self) -> &'db ItemDecls {
        item_decls(self.db, self.item_text)
    }

    /// The declaration whose declarator's name is `name`, if it stands outside function bodies.
    pub(crate) fn decl_named(&self, name: TextRange) -> Option<DeclRef> {
        let positions = item_positions(self.db, self.item_text);
        let index = positions.names.iter().position(|range| *range == name)?;
        Some(DeclRef { item: self.item, local: asunder_decls::written::LocalId(index as u32) })
    }

    /// The tree of the item of a declaration, and where the declaration stands in it.
    pub(crate) fn node_of(&self, decl: DeclRef) -> Option<(SyntaxNode, TextRange)> {
        let text = match decl.item == self.item {
            true => self.item_text,
            false => self.unit.item_text(self.db, decl.item),
        };
        let range = *item_positions(self.db, text).nodes.get(decl.local.index())?;
        Some((item_tree(self.db, text).syntax(), range))
    }

    /// A declaration of this item.
    pub(crate) fn decl(&self, decl: DeclRef) -> &'db Decl {
        self.decls().get(decl.local)
    }

    /// When the reference reads the text from `offset` on: bodies of member functions are read at the end
    /// of the outermost class ([class.mem]/6).
    pub(crate) fn moment(&self, offset: TextSize, rank: u16) -> Moment {
        let token = || asunder_syntax::token_at(&self.root, offset);
        self.moment_at(|| token()?.parent(), offset, rank)
    }

    /// The same, where `node` is known to hold the text at `offset`: where nests are deep, that is cheaper.
    pub(crate) fn moment_in(&self, node: &SyntaxNode, offset: TextSize, rank: u16) -> Moment {
        self.moment_at(|| Some(node.clone()), offset, rank)
    }

    /// When the reference has read the text up to `offset`.
    pub(crate) fn moment_after(&self, offset: TextSize, rank: u16) -> Moment {
        let token = || asunder_syntax::token_before(&self.root, offset);
        self.moment_at(|| token()?.parent(), offset, rank)
    }

    fn moment_at(&self, node: impl Fn() -> Option<SyntaxNode>, offset: TextSize, rank: u16) -> Moment {
        // Nothing is deferred outside classes.
        let has_classes = self.kinds.contains(SyntaxKind::MEMBER_LIST);
        let deferred = has_classes.then(node).flatten().and_then(|node| deferred_to(node, offset));
        let (parsed, phase) = deferred.unwrap_or((offset, Phase::Heads));
        Moment { stage: Stage::Parse, parsed, phase, inner: offset, rank }
    }

    /// Reports a broken rule at `offset`, in the order of `moment`.
    pub(crate) fn report(&self, message: Message, offset: TextSize, moment: Moment) {
        self.add(Finding::new(message, offset, moment));
    }

    /// Reports a finding.
    pub(crate) fn add(&self, finding: Finding) {
        self.found.borrow_mut().findings.push(finding);
    }

    /// Counts a rule that met something not understood.
    pub(crate) fn silence(&self, number: u16) {
        *self.found.borrow_mut().silenced.entry(number).or_default() += 1;
    }

    /// What was found, in order.
    pub(crate) fn finish(self) -> ItemFindings {
        let mut found = self.found.into_inner();
        found.findings.sort_by_key(|finding| finding.moment);
        found.findings.shrink_to_fit();
        found
    }
}
