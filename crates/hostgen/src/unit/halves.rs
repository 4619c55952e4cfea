//! Fingerprints of the two halves of a unit: where one stays, its compiler need not run again.
//!
//! The host half is the host file. The device half is the tokens of the unit's slice for the device compiler, without
//! bodies of host functions and without functions that nothing names ([`unused`]). A host function's body can decide which
//! templates with device code are instantiated: where it names anything that leads to the device (kernels, device
//! variables, templates outside `std`, and whatever is declared in terms of these), what it makes stands for it
//! ([`instantiated()`]), and the statements of which that is not known ([`open`]). Where items stand is part of it only where the device
//! code says it: with line information, and for items that ask for their own place.

mod open;
mod unused;

use std::borrow::Cow;
use std::sync::Arc;

use asunder_decls::{ItemText, item_tree};

use asunder_decls::index::{block_names, name_hash};
use asunder_outline::{Facts, Item, ItemKind, block_item_numbers, block_outline};
use asunder_sema::instantiated::{Made, instantiated};
use asunder_slice::{Side, Slicing, block_needed};
use asunder_source::{Block, Folders, Newlines, SourceText, block_lines, line_entries};
use asunder_syntax::{Dialect, Lexer, SyntaxKind, TextRange, TextSize};
use rustc_hash::{FxHashMap, FxHashSet};
use sha2::{Digest, Sha256};

use super::scopes::scope_entry;
use super::writer::BlockPiece;
use super::{BlockSettings, HostSettings, Part, assemble, host_block};
use crate::context::ScopeSegment;

/// What a half of a unit is, in 32 bytes: equal halves have equal fingerprints.
pub type Fingerprint = [u8; 32];

/// The fingerprint of the host file.
#[salsa::tracked(returns(copy))]
pub fn host_fingerprint(
    db: &dyn salsa::Database,
    source: SourceText,
    settings: Arc<HostSettings>,
) -> Fingerprint {
    let mut digest = Sha256::new();
    let block_settings = settings.of_blocks();
    assemble(db, source, &settings, |part| match part {
        Part::OfBlock { block, number, .. } => {
            digest.update(block_digests(db, source, block, block_settings.clone())[number]);
        }
        Part::Made(text) => digest.update(Sha256::digest(text)),
    });
    digest.finalize().into()
}

/// The fingerprints of the pieces of a block's host text.
#[salsa::tracked(returns(ref))]
fn block_digests(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    settings: Arc<BlockSettings>,
) -> Vec<Fingerprint> {
    let digest = |piece: &BlockPiece| match piece {
        BlockPiece::Text(text) => Sha256::digest(&**text).into(),
        BlockPiece::Resync(_) | BlockPiece::UnnamedNamespace => Fingerprint::default(),
    };
    host_block(db, source, block, settings).iter().map(digest).collect()
}

/// What the device half of a unit depends on besides its text.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DeviceSettings {
    /// The language of the unit.
    pub dialect: Dialect,
    /// Folders whose headers count as those of the system.
    pub system: Folders,
    /// The device code says where it comes from.
    pub has_places: bool,
}

/// Words that stand for the place where they are written.
const PLACE_WORDS: [&str; 5] =
    ["__builtin_LINE", "__builtin_FILE", "__builtin_COLUMN", "__builtin_source_location", "source_location"];

/// The fingerprint of the device half.
#[salsa::tracked(returns(copy))]
pub fn device_fingerprint(
    db: &dyn salsa::Database,
    source: SourceText,
    settings: DeviceSettings,
) -> Fingerprint {
    let mut digest = Sha256::new();
    for block in source.blocks(db).iter() {
        digest.update(block_device_digest(db, source, *block, settings.clone()));
    }
    digest.finalize().into()
}

/// The fingerprint of a block's part of the device half.
#[salsa::tracked(returns(copy))]
fn block_device_digest(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    settings: DeviceSettings,
) -> Fingerprint {
    let dialect = settings.dialect;
    let slicing = Slicing { side: Side::Device, system: settings.system.clone() };
    let text = block.text(db);
    let needed = block_needed(db, source, block, dialect, slicing);
    if !needed.contains(&true) {
        return Fingerprint::default();
    }
    let unused = unused::unused_items(db, source, block, settings.clone());
    let mut digest = Sha256::new();
    let numbers = block_item_numbers(db, block, dialect);
    let items = block_outline(db, block, dialect).items.iter().zip(numbers.iter()).zip(needed).zip(0..);
    for (((item, number), is_needed), index) in items {
        if !is_needed || unused.contains(&index) {
            continue;
        }
        let own = &text[item.range];
        let words = words(own, dialect);
        let (words, made) = device_part(db, source, (item, *number, own), &words, dialect);
        for made in made {
            digest.update((made.name.len() as u32).to_le_bytes());
            digest.update(made.name.as_bytes());
        }
        if settings.has_places || words.iter().any(|(_, word)| PLACE_WORDS.contains(word)) {
            digest.update(place(db, source, block, item.range.start().into()));
            digest.update(&text[item.range]);
        }
        for (_, word) in words.iter() {
            digest.update((word.len() as u32).to_le_bytes());
            digest.update(word.as_bytes());
        }
    }
    digest.finalize().into()
}

/// Words of a text.
type Words<'w, 't> = Cow<'w, [(SyntaxKind, &'t str)]>;

/// The words of an item that decide something on the device, and what the rest of its body makes; `own` is its text.
fn device_part<'w, 't, 'db>(
    db: &'db dyn salsa::Database,
    source: SourceText,
    (item, number, own): (&Item, u32, &'t str),
    words: &'w [(SyntaxKind, &'t str)],
    dialect: Dialect,
) -> (Words<'w, 't>, &'db [Made]) {
    let whole = (Cow::Borrowed(words), &[][..]);
    let Some(start) = body_start(item, words).filter(|_| is_host_function(item)) else { return whole };
    let (head, body) = words.split_at(start);
    if !leads(head, body, leading_names(db, source, dialect)) {
        return (Cow::Borrowed(head), &[]);
    }
    let Some(known) = instantiated(db, source, number, dialect) else { return whole };
    let place = |word: &str| TextSize::new((word.as_ptr().addr() - own.as_ptr().addr()) as u32);
    let mut open = known.open.clone();
    open.extend(asking_for_types(body).map(|word| TextRange::at(place(word), TextSize::of(word))));
    if open.is_empty() {
        return (Cow::Borrowed(head), &known.made);
    }
    let tree = item_tree(db, ItemText::new(db, own, dialect)).syntax();
    let Some(written) = open::written(&tree, &open) else { return whole };
    let is_written = |word: &str| {
        let at = place(word);
        written.get(written.partition_point(|range| range.end() <= at)).is_some_and(|it| it.contains(at))
    };
    let body = body.iter().filter(|(_, word)| is_written(word));
    (head.iter().chain(body).copied().collect(), &known.made)
}

/// Whether a body has a name that leads to the device and is not one of a parameter that stands in the head.
fn leads(head: &[(SyntaxKind, &str)], body: &[(SyntaxKind, &str)], leading: &FxHashSet<u32>) -> bool {
    use SyntaxKind::{ARROW, COLON2, COMMA, DOT, L_PAREN, R_PAREN};
    let leading = |word: &str| leading.contains(&name_hash(word));
    let behind_name = head.iter().position(|(kind, _)| *kind == L_PAREN).map_or(&[][..], |at| &head[at..]);
    let parameters: FxHashSet<&str> = behind_name
        .windows(3)
        .filter_map(|words| {
            let [(before, _), (kind, word), (behind, _)] = words else { return None };
            let is_declared = !matches!(before, L_PAREN | COMMA | COLON2 | DOT | ARROW);
            let is_last = matches!(behind, COMMA | R_PAREN);
            (kind.is_identifier() && is_declared && is_last && leading(word)).then_some(*word)
        })
        .collect();
    (0..body.len()).any(|index| {
        let (_, word) = body[index];
        let is_qualified = index > 0 && matches!(body[index - 1].0, COLON2 | DOT | ARROW);
        leading(word) && (is_qualified || !parameters.contains(word))
    })
}

/// The words of code that ask for the type or size of an expression: instances that only such an expression names are made,
/// and are not among the uses of a body.
fn asking_for_types<'w, 't>(
    words: &'w [(SyntaxKind, &'t str)],
) -> impl Iterator<Item = &'t str> + use<'w, 't> {
    use SyntaxKind::{ALIGNOF_KW, DECLTYPE_KW, L_PAREN, NOEXCEPT_KW, R_PAREN, REQUIRES_KW, SIZEOF_KW};
    let asks = |at: usize, (kind, word): (SyntaxKind, &str)| match kind {
        DECLTYPE_KW | NOEXCEPT_KW | REQUIRES_KW => true,
        SIZEOF_KW | ALIGNOF_KW => {
            let operand = words[at + 1..].iter().take_while(|(kind, _)| *kind != R_PAREN);
            operand.filter(|(kind, _)| *kind == L_PAREN).count() != 1
        }
        _ => word.contains("typeof") || word == "typeid",
    };
    words.iter().enumerate().filter(move |(at, word)| asks(*at, **word)).map(|(_, (_, word))| *word)
}

/// The presumed file, line and column of an offset in a block.
fn place(db: &dyn salsa::Database, source: SourceText, block: Block, offset: usize) -> String {
    let entry = source.block_number(db, block).and_then(|number| line_entries(db, source).get(number));
    let newlines = Newlines::new(block.text(db));
    match block_lines(db, block).position(&newlines, offset, entry) {
        Some(position) => format!("{}:{}:{}", position.file, position.line, position.column),
        None => String::new(),
    }
}

/// Facts of items whose bodies decide something on the device.
const DEVICE: Facts = Facts::CUDA_ATTRIBUTE
    .union(Facts::HOST_DEVICE)
    .union(Facts::LAMBDA_ATTRIBUTE)
    .union(Facts::CONSTEXPR)
    .union(Facts::TEMPLATE);

/// Whether an item is a definition of a function that the device compiler does not need.
fn is_host_function(item: &Item) -> bool {
    item.facts.contains(Facts::FUNCTION_BODY)
        && item.function_name.is_some()
        && !item.facts.intersects(DEVICE.union(Facts::CLASS_BODY))
}

/// The significant tokens of an item.
fn words(text: &str, dialect: Dialect) -> Vec<(SyntaxKind, &str)> {
    let mut lexer = Lexer::new(text, dialect);
    let mut words = Vec::new();
    loop {
        let start = lexer.offset();
        let Some(token) = lexer.next() else { return words };
        if !token.kind.is_trivia() {
            words.push((token.kind, &text[start..start + token.len as usize]));
        }
    }
}

/// The number of the token that opens the body of a plain function definition.
fn body_start(item: &Item, words: &[(SyntaxKind, &str)]) -> Option<usize> {
    if !item.facts.contains(Facts::FUNCTION_BODY) {
        return None;
    }
    let brace = words.iter().position(|(kind, _)| *kind == SyntaxKind::L_BRACE)?;
    // A result that the body decides, or more braces in the head, are not a plain definition.
    let decided = |(kind, _): &(SyntaxKind, &str)| {
        matches!(kind, SyntaxKind::AUTO_KW | SyntaxKind::DECLTYPE_KW | SyntaxKind::TRY_KW)
    };
    (!words[..brace].iter().any(decided)).then_some(brace)
}

/// What items of a block declare and mention, by hashes of names.
#[derive(Debug, PartialEq, Eq)]
struct Relations {
    items: Vec<Relation>,
}

#[derive(Debug, PartialEq, Eq)]
struct Relation {
    declares: Vec<u32>,
    /// Names in its text, bodies of plain functions left out.
    mentions: Vec<u32>,
    /// It leads to the device whatever it mentions.
    leads: bool,
    /// It may be called without being named: the names that it mentions lead to it.
    unnamed: bool,
}

/// Functions that are called without being named.
const UNNAMED: [&str; 4] = ["operator", "begin", "end", "get"];

#[salsa::tracked(returns(ref))]
fn block_relations(
    db: &dyn salsa::Database,
    source: SourceText,
    block: Block,
    dialect: Dialect,
) -> Relations {
    let text = block.text(db);
    let mut declares: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for name in block_names(db, block, dialect).iter() {
        declares.entry(name.item).or_default().push(name.hash);
    }
    let mut scopes = scope_entry(db, source, block, dialect).clone();
    let mut items = Vec::new();
    for (index, item) in block_outline(db, block, dialect).items.iter().enumerate() {
        scopes.visit(text, item);
        if item.kind != ItemKind::Declaration || is_standard(&scopes.path) {
            continue;
        }
        let words = words(&text[item.range], dialect);
        let head = &words[..body_start(item, &words).unwrap_or(words.len())];
        let mut mentions: Vec<u32> =
            head.iter().filter(|(kind, _)| kind.is_identifier()).map(|(_, word)| name_hash(word)).collect();
        mentions.sort_unstable();
        mentions.dedup();
        let has_template = head.iter().any(|(kind, _)| *kind == SyntaxKind::TEMPLATE_KW);
        let is_variable = item.facts.contains(Facts::CUDA_ATTRIBUTE) && item.function_name.is_none();
        let declares = declares.remove(&(index as u32)).unwrap_or_default();
        let unnamed = has_template && UNNAMED.iter().any(|name| declares.contains(&name_hash(name)));
        let leads = has_template || is_variable || item.facts.intersects(Facts::GLOBAL | Facts::MANAGED);
        items.push(Relation { declares, mentions, leads, unnamed });
    }
    Relations { items }
}

/// Whether a scope belongs to the C++ library, which knows nothing of the device.
fn is_standard(path: &[ScopeSegment]) -> bool {
    let outer = path.iter().find(|segment| !matches!(segment, ScopeSegment::Linkage(_)));
    matches!(outer, Some(ScopeSegment::Named(name)) if name == "std" || name == "__gnu_cxx")
}

/// Hashes of the names that lead to the device.
#[salsa::tracked(returns(ref))]
fn leading_names(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> FxHashSet<u32> {
    let blocks = source.blocks(db).iter();
    let relations: Vec<&Relation> =
        blocks.flat_map(|block| &block_relations(db, source, *block, dialect).items).collect();
    let mut mentioned_by: FxHashMap<u32, Vec<usize>> = FxHashMap::default();
    for (number, relation) in relations.iter().enumerate() {
        relation.mentions.iter().for_each(|name| mentioned_by.entry(*name).or_default().push(number));
    }
    let mut leading = FxHashSet::default();
    let mut news: Vec<u32> = Vec::new();
    for relation in relations.iter().filter(|relation| relation.leads) {
        news.extend(&relation.declares);
        if relation.unnamed {
            news.extend(&relation.mentions);
        }
    }
    while let Some(name) = news.pop() {
        if !leading.insert(name) {
            continue;
        }
        // Each item is met once for each of its names at most.
        for item in mentioned_by.remove(&name).unwrap_or_default() {
            news.extend(relations[item].declares.iter().filter(|name| !leading.contains(name)));
        }
    }
    leading
}
