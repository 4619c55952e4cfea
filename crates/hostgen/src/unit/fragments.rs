//! What becomes of each item, and in what context.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use asunder_decls::index::items_declaring;
use asunder_decls::layout::{NamespaceId, Namespaces, item_number};
use asunder_decls::names::{DeclRef, Names};
use asunder_decls::queries::item_decls;
use asunder_decls::scope::Lookup;
use asunder_decls::uses::Meaning;
use asunder_decls::written::{DeclKind, Spaces};
use asunder_decls::{ItemText, Redeclarations, item_tree};
use asunder_lambda::queries::{LambdaSettings, item_lambdas};
use asunder_lambda::{CaptureCounts, LambdaAnalysis, NamespaceName};
use asunder_mangle::model::{Bound, Type, Unqualified};
use asunder_outline::{CudaAttribute, CudaAttributes, Facts, Item, Outline};
use asunder_source::{Block, BlockLines, SourceText};
use asunder_syntax::SyntaxNode;
use rowan::{TextRange, TextSize};
use rustc_hash::FxHashSet;

use super::BlockSettings;
use super::index::{
    FunctionKey, Mentions, UnitIndex, function_signature, is_specialization, redeclares_for_cuda,
    specialized_kernel,
};
use super::scopes::ScopeStack;
use super::variables::may_declare_variables;
use crate::context::{ItemContext, NamedTypes, RedeclaredVariable, ScopeSegment, Specialization};
use crate::edit::{Edit, Fragment};
use crate::lambda::rewrite;
use crate::{emit, strip};

/// The class in `cuda_runtime.h` in front of which the templates of extended lambdas stand (spec page 4 (a)).
const PREAMBLE_TRIGGER: &str = "__nv_lambda_preheader_injection";

/// What stands in front of an item that is nested too deep to be rewritten.
const TOO_DEEP: &str = "\n#error \"asunder: the next declaration is nested too deep\"\n";

const CUDA_FACTS: Facts =
    Facts::CUDA_ATTRIBUTE.union(Facts::LAUNCH).union(Facts::BUILTIN_VARIABLE).union(Facts::LAMBDA_ATTRIBUTE);

/// A context as a key of queries: most items of a unit have the same one.
#[salsa::interned(debug)]
pub struct Surroundings<'db> {
    #[returns(ref)]
    pub context: ItemContext,
}

/// The host text of an item in its context.
#[salsa::tracked]
pub fn host_fragment<'db>(
    db: &'db dyn salsa::Database,
    item: ItemText<'db>,
    surroundings: Surroundings<'db>,
) -> Arc<Fragment> {
    fragment(db, item, surroundings.context(db))
}

fn fragment(db: &dyn salsa::Database, item: ItemText<'_>, context: &ItemContext) -> Arc<Fragment> {
    let (text, dialect) = (item.text(db), item.dialect(db));
    let tree = item_tree(db, item);
    if let Some(error) = tree.errors().first() {
        tracing::info!(message = error.message(), "not understood; what is not stays as it is");
    }
    let mut edits = emit::edits(&tree.syntax(), tree.kinds(), text, context);
    if tree.is_cut() {
        // Reported where the user's files are checked; here for headers: the host compiler must not see half of it.
        edits.push(Edit::insert(TextSize::new(0), TOO_DEEP));
    }
    if let Some(lambdas) = &context.lambdas {
        edits.extend(rewrite::edits(lambdas, text, context.options.compiler));
    }
    edits.extend(strip::front_end_pragmas(text, dialect));
    edits.extend(strip::predefined_macros(text, dialect));
    Arc::new(Fragment::new(TextSize::of(text), edits))
}

/// Where device variables of an item stand whose specifiers name a type.
#[salsa::tracked(returns(ref))]
fn variables_of_named_type<'db>(db: &'db dyn salsa::Database, item: ItemText<'db>) -> Vec<TextSize> {
    emit::variables_of_named_type(&item_tree(db, item).syntax())
}

/// The unit's names, once an item needs them, for the items of one block or of several.
pub(super) type SharedNames<'a> = Rc<OnceCell<Names<'a>>>;

/// Decides for each item of a block whether and in what context it is rewritten.
pub(super) struct Fragments<'a> {
    pub(super) db: &'a dyn salsa::Database,
    pub(super) source: SourceText,
    pub(super) block: Block,
    /// The text of the block.
    pub(super) text: &'a str,
    pub(super) settings: &'a BlockSettings,
    pub(super) index: &'a UnitIndex,
    pub(super) lines: &'a BlockLines,
    /// Whether the text at the start of the block comes from a system header.
    pub(super) system: bool,
    /// Which items mention managed variables.
    pub(super) mentions: Mentions,
    /// Which items mention variables whose declarations may differ in their memory spaces.
    pub(super) mixed_variables: Mentions,
    /// The unit's names, when an item needs them.
    pub(super) names: SharedNames<'a>,
    /// The context of the item before, which most often is that of the next one.
    pub(super) last: Cell<Option<Surroundings<'a>>>,
    /// What stands around the item before, which is most often around the next one too.
    pub(super) last_scope: RefCell<Option<Arc<[ScopeSegment]>>>,
    /// Whether the text is never edited: then nobody asks for a fragment twice.
    pub(super) read_once: bool,
    /// The item that was asked for last, most often several times.
    pub(super) last_text: Cell<Option<(TextRange, ItemText<'a>)>>,
}

impl<'a> Fragments<'a> {
    /// The fragment of an item; `None` when its text stays as it is.
    pub(super) fn of(&self, number: usize, item: &Item, scopes: &ScopeStack) -> Option<Arc<Fragment>> {
        let dialect = self.settings.dialect;
        let managed = self.mentions.of(number);
        let may_be_main = item.facts.contains(Facts::MAIN | Facts::FUNCTION_BODY) && scopes.is_file_scope();
        let lambdas = self.lambdas(number, item, scopes);
        let merged = self.merged_attributes(number, item);
        let redeclared_variables = self.redeclared_variables(number, item);
        let texture_variables = self.texture_variables(number, item);
        if item.facts.intersects(CUDA_FACTS)
            || !managed.is_empty()
            || !redeclared_variables.is_empty()
            || !texture_variables.is_empty()
            || may_be_main
            || lambdas.as_ref().is_some_and(|_| self.settings.options.extended_lambda)
            || merged.is_device_only()
            || merged.is_kernel()
            || self.may_be_shadowed(item)
            || self.may_hold_closures(item)
            || self.may_hide_names(item)
            || self.may_have_attribute_behind_type(item)
            || self.may_have_pattern(item)
            || self.may_have_attributed_lambda(item)
        {
            let context = ItemContext {
                named_types: self.variable_types(number, item),
                lambdas,
                merged_attributes: merged,
                redeclared_variables,
                texture_variables,
                redeclares_internal: self.redeclares_internal(number, item),
                qualifiers: self.qualifiers(number, item),
                specialization: self.specialization(item),
                has_visibility: scopes.says_visibility() || self.redeclares_visible(number, item),
                ..self.context(number, item, scopes, managed)
            };
            let text = self.item_text(item);
            *self.last_scope.borrow_mut() = Some(context.scope.clone());
            return Some(match self.read_once {
                true => fragment(self.db, text, &context),
                false => host_fragment(self.db, text, self.surroundings(context)).clone(),
            });
        }
        let text = &self.text[item.range];
        let mut edits = Vec::new();
        if item.facts.contains(Facts::HOST_DEVICE) {
            edits.extend(strip::host_device_attributes(text, dialect));
        }
        if item.facts.contains(Facts::FRONT_END_PRAGMA) {
            edits.extend(strip::front_end_pragmas(text, dialect));
        }
        if item.facts.contains(Facts::PREDEFINED_MACRO) {
            edits.extend(strip::predefined_macros(text, dialect));
        }
        (!edits.is_empty()).then(|| Arc::new(Fragment::new(item.range.len(), edits)))
    }

    /// Whether an item whose CUDA attributes come as host-and-device pairs may declare a variable.
    fn may_be_shadowed(&self, item: &Item) -> bool {
        item.facts.contains(Facts::HOST_DEVICE)
            && item.function_name.is_none()
            && !item.facts.intersects(Facts::CLASS_BODY | Facts::FUNCTION_BODY)
    }

    /// Whether the item comes from a system header as a whole.
    fn is_of_system_header(&self, item: &Item) -> bool {
        self.lines.is_system_throughout(item.range.into()).unwrap_or(self.system)
    }

    /// Whether a function that the user wrote may have variables that hold closures.
    fn may_hold_closures(&self, item: &Item) -> bool {
        item.facts.contains(Facts::BRACKET | Facts::FUNCTION_BODY)
            && !item.facts.contains(Facts::TEMPLATE)
            && !self.is_of_system_header(item)
    }

    /// The lambdas of an item, if it may have annotated ones.
    fn lambdas(&self, number: usize, item: &Item, scopes: &ScopeStack) -> Option<Arc<LambdaAnalysis>> {
        if !item.facts.contains(Facts::LAMBDA_ATTRIBUTE) {
            return None;
        }
        let namespaces = scopes.path.iter().filter_map(|segment| match segment {
            ScopeSegment::Named(name) => Some(NamespaceName::Named(name.clone())),
            ScopeSegment::Unnamed => Some(NamespaceName::Unnamed),
            ScopeSegment::Linkage(_) => None,
        });
        let merged = self.merged_attributes(number, item);
        let settings = LambdaSettings {
            enabled: self.settings.options.extended_lambda,
            namespaces: namespaces.collect(),
            declared_spaces: Spaces {
                host: merged.contains(CudaAttribute::Host),
                device: merged.contains(CudaAttribute::Device),
                global: merged.is_kernel(),
                ..Spaces::default()
            },
        };
        let (text, number) = (self.item_text(item), self.item_number(number)?);
        Some(item_lambdas(self.db, self.source, number, text, settings, self.settings.dialect).clone())
    }

    /// Whether a class of the item may declare a name behind a use of it. Of system headers aliases alone are looked
    /// at: most of these are host compilers' own, and looking up their names takes a large part of a run.
    fn may_hide_names(&self, item: &Item) -> bool {
        item.facts.contains(Facts::CLASS_BODY) && {
            let is_system = self.is_of_system_header(item);
            emit::may_hide_names(&self.text[item.range], self.settings.dialect, is_system)
        }
    }

    /// Whether the user wrote what may be a partial specialization of a function.
    fn may_have_pattern(&self, item: &Item) -> bool {
        item.facts.contains(Facts::TEMPLATE)
            && item.function_name.is_none()
            && !item.facts.contains(Facts::CLASS_BODY)
            && !self.is_of_system_header(item)
            && strip::may_have_pattern(&self.text[item.range], self.settings.dialect)
    }

    /// Whether the item may have lambdas with attributes behind their parameters.
    fn may_have_attributed_lambda(&self, item: &Item) -> bool {
        item.facts.contains(Facts::BRACKET)
            && strip::may_have_attributed_lambda(&self.text[item.range], self.settings.dialect)
    }

    /// Whether the user wrote an attribute in the item that may stand behind a type.
    fn may_have_attribute_behind_type(&self, item: &Item) -> bool {
        !self.is_of_system_header(item)
            && strip::may_have_attribute_behind_type(&self.text[item.range], self.settings.dialect)
    }

    /// Qualifiers for names that classes of the item use and then declare anew.
    fn qualifiers(&self, number: usize, item: &Item) -> Vec<(TextSize, String)> {
        if !self.may_hide_names(item) {
            return Vec::new();
        }
        let text = self.item_text(item);
        let uses = emit::hidden_uses(&item_tree(self.db, text).syntax());
        let Some(number) = self.item_number(number).filter(|_| !uses.is_empty()) else { return Vec::new() };
        let is_system = self.is_of_system_header(item);
        // `<:` was a bracket before C++11.
        let text = &self.text[item.range];
        let blank = |at: TextSize| if text[..usize::from(at)].ends_with('<') { " " } else { "" };
        let qualifier = |it: &emit::HiddenUse| {
            let qualifier = self.qualifier(number, it)?;
            Some((it.used, format!("{}{qualifier}", blank(it.used))))
        };
        uses.iter().filter(|it| !is_system || it.in_own_alias).filter_map(qualifier).collect()
    }

    /// What makes a name that its class hides mean what it means where it stands.
    fn qualifier(&self, item: u32, hidden: &emit::HiddenUse) -> Option<String> {
        let names = self.names();
        let user = names.enclosing_decl(item, hidden.used)?;
        let site = names.site_before(item, hidden.used);
        let Lookup::Found(members) = names.lookup(&hidden.name, &site) else { return None };
        let member = members.first().filter(|member| !member.injected)?;
        let is_value =
            matches!(names.decl(member.decl).kind, DeclKind::Function { .. } | DeclKind::Variable { .. });
        if hidden.is_scope && is_value {
            return None;
        }
        let Some(class) = &member.class else {
            return Some(namespace_qualifier(
                names.layout().namespaces(),
                names.item(member.decl.item).namespace,
            ));
        };
        let class = names.type_text(&Type::Named(class.clone()), user);
        let is_type = hidden.is_type || !is_value;
        let (typename, template) = match hidden.in_template {
            true => {
                (if is_type { "typename " } else { "" }, if hidden.has_arguments { "template " } else { "" })
            }
            false => ("", ""),
        };
        // The parameters of templates in templates may have other names here.
        let is_nested = hidden.in_template && class.matches('<').count() > 1;
        let is_certain = !class.contains("<unnamed>") && !is_nested;
        is_certain.then(|| format!("{typename}::{class}::{template}"))
    }

    /// What the typedefs in front of the item's device variables say about these.
    fn variable_types(&self, number: usize, item: &Item) -> NamedTypes {
        let mut types = NamedTypes::default();
        if item.function_name.is_some()
            || !(item.facts.contains(Facts::CUDA_ATTRIBUTE) || self.may_be_shadowed(item))
        {
            return types;
        }
        let text = self.item_text(item);
        for &offset in variables_of_named_type(self.db, text) {
            let names = self.names();
            let Some(number) = self.item_number(number) else { continue };
            let Some(decl) = names.decl_named_at(number, offset) else { continue };
            let DeclKind::Variable { ty, .. } = &names.decl(decl).kind else { continue };
            let mut ty = names.resolve(ty, &names.site_of(decl));
            if matches!(&*ty, Type::Function(_)) {
                types.functions.push(offset);
            }
            if matches!(&*ty, Type::Array(Bound::Unspecified, _)) {
                types.unbounded.push(offset);
            }
            while let Type::Array(_, element) = &*ty {
                ty = element.clone();
            }
            if matches!(&*ty, Type::Qualified(qualifiers, _) if qualifiers.is_const) {
                types.constant.push(offset);
            }
        }
        types
    }

    /// The number in the unit's layout of an item of the block's outline.
    fn item_number(&self, index: usize) -> Option<u32> {
        item_number(self.db, self.block, index as u32, self.settings.dialect)
    }

    /// Whether an earlier declaration makes the kernel internal that the item declares.
    fn redeclares_internal(&self, number: usize, item: &Item) -> bool {
        let Some(name) =
            item.function_name.filter(|name| self.index.static_kernels.contains(&self.text[*name]))
        else {
            return false;
        };
        let names = self.names();
        let Some(number) = self.item_number(number) else { return false };
        let decl = names.decl_named_at(number, name.start() - item.range.start());
        decl.and_then(|decl| names.declared_internal(decl)).unwrap_or(false)
    }

    /// Whether an earlier declaration gives a visibility to the kernel or variable that the item declares.
    fn redeclares_visible(&self, number: usize, item: &Item) -> bool {
        if self.index.visible_names.is_empty() || !item.facts.contains(Facts::CUDA_ATTRIBUTE) {
            return false;
        }
        let decls = item_decls(self.db, self.item_text(item));
        let is_entity =
            |kind: &DeclKind| matches!(kind, DeclKind::Function { .. } | DeclKind::Variable { .. });
        let declared = decls.iter().find(|(_, decl)| decl.parent.is_none() && is_entity(&decl.kind));
        let Some((local, decl)) = declared else { return false };
        if decl.name.ident().is_none_or(|name| !self.index.visible_names.contains(&**name)) {
            return false;
        }
        let names = self.names();
        let Some(item) = self.item_number(number) else { return false };
        let decl = DeclRef { item, local };
        let Redeclarations::Known(all) = names.redeclarations(decl) else { return false };
        let declares_visibility = |decl: &DeclRef| {
            emit::declares_visibility(&item_tree(self.db, names.item_text(decl.item)).syntax())
        };
        all.iter().take_while(|it| **it < decl).any(declares_visibility)
    }

    /// What the unit says about the explicit specialization of a kernel that the item declares.
    fn specialization(&self, item: &Item) -> Option<Specialization> {
        let text = &self.text[item.range];
        if !item.facts.contains(Facts::GLOBAL) || !is_specialization(text) {
            return None;
        }
        let text = self.item_text(item);
        let kernel = specialized_kernel(self.db, text).as_ref()?;
        Some(Specialization {
            is_defined: self.index.specialized_kernels.contains(kernel),
            is_internal: self.index.static_kernels.contains(&kernel.name),
        })
    }

    /// What all declarations together say about the item's variables, where its own may not say it all.
    fn redeclared_variables(&self, number: usize, item: &Item) -> Vec<RedeclaredVariable> {
        if self.mixed_variables.of(number).is_empty() || !may_declare_variables(item) {
            return Vec::new();
        }
        let text = self.item_text(item);
        let variables = emit::namespace_variables(&item_tree(self.db, text).syntax());
        let names = self.names();
        let Some(number) = self.item_number(number) else { return Vec::new() };
        let merged = |variable: &emit::NamespaceVariable| {
            let decl = names.decl_named_at(number, variable.at)?;
            let spaces = names.spaces(decl)?;
            let said = [
                (spaces.device, CudaAttribute::Device),
                (spaces.shared, CudaAttribute::Shared),
                (spaces.constant, CudaAttribute::Constant),
                (spaces.managed, CudaAttribute::Managed),
            ];
            let said = said.into_iter().filter(|(said, _)| *said);
            let spaces = said.fold(CudaAttributes::default(), |set, (_, it)| set | it.into());
            let internal = names.declared_internal(decl)?;
            (!spaces.is_empty()).then_some(RedeclaredVariable { at: variable.at, spaces, internal })
        };
        variables.iter().filter_map(merged).collect()
    }

    /// Where variables of the item stand whose type is that of a texture or surface.
    fn texture_variables(&self, number: usize, item: &Item) -> Vec<TextSize> {
        if self.index.texture_types.is_empty()
            || !may_declare_variables(item)
            || self.is_of_system_header(item)
        {
            return Vec::new();
        }
        let text = self.item_text(item);
        let variables = emit::namespace_variables(&item_tree(self.db, text).syntax());
        let names = self.names();
        let Some(number) = self.item_number(number) else { return Vec::new() };
        let is_texture = |variable: &emit::NamespaceVariable| {
            let ty = names.decl_named_at(number, variable.at).and_then(|decl| names.type_of_variable(decl));
            let ty = ty.map(|ty| match &*ty {
                Type::Qualified(_, ty) => ty.clone(),
                _ => ty,
            });
            matches!(ty.as_deref(), Some(Type::Named(class)) if matches!(
                &class.unqualified,
                Unqualified::Source(name) if self.index.texture_types.contains(&**name)
            ))
        };
        variables.iter().filter(|it| is_texture(it)).map(|it| it.at).collect()
    }

    fn surroundings(&self, context: ItemContext) -> Surroundings<'a> {
        let known = self.last.get().filter(|last| *last.context(self.db) == context);
        let surroundings = known.unwrap_or_else(|| Surroundings::new(self.db, context));
        self.last.set(Some(surroundings));
        surroundings
    }

    /// What stands around the item, shared with the item before it if that is the same.
    fn scope(&self, path: &[ScopeSegment]) -> Arc<[ScopeSegment]> {
        let last = self.last_scope.borrow();
        last.as_ref().filter(|scope| ***scope == *path).cloned().unwrap_or_else(|| path.into())
    }

    fn item_text(&self, item: &Item) -> ItemText<'a> {
        if let Some((range, text)) = self.last_text.get()
            && range == item.range
        {
            return text;
        }
        let text = ItemText::new(self.db, &self.text[item.range], self.settings.dialect);
        self.last_text.set(Some((item.range, text)));
        text
    }

    fn names(&self) -> &Names<'a> {
        self.names.get_or_init(|| Names::new(self.db, self.source, self.settings.dialect))
    }

    /// The execution spaces that all declarations of the item's function say together, where its own may
    /// not say them all.
    fn merged_attributes(&self, number: usize, item: &Item) -> CudaAttributes {
        let (name, start) = match item.function_name {
            Some(name) => (&self.text[name], name.start()),
            None => match self.operator_name(item) {
                Some(start) => ("", start),
                None => return self.specialized_attributes(number, item),
            },
        };
        // The name of a destructor starts with `~`, that of a literal operator with `operator ""`.
        let mut before = self.text[..usize::from(start)].trim_end();
        let mut start = start;
        let longer = before.strip_suffix("\"\"").and_then(|it| it.trim_end().strip_suffix("operator"));
        if let Some(shorter) = before.strip_suffix('~').or(longer) {
            start = TextSize::of(shorter);
            before = shorter.trim_end();
        }
        let may_be_declared = || match before.strip_suffix("::") {
            Some(qualifier) => self.may_be_annotated(qualifier, name),
            None => name.is_empty() && self.index.declares_device_operators,
        };
        let is_redeclared = !item.facts.contains(Facts::HOST_DEVICE)
            && !self.lines.is_system(start.into()).unwrap_or(self.system)
            && may_be_declared();
        if !is_redeclared && (!self.index.has_mixed_spaces(name) || says_both_spaces(self.text, item)) {
            return CudaAttributes::default();
        }
        let spaces = || {
            let names = self.names();
            names.printed_spaces(names.decl_named_at(self.item_number(number)?, start - item.range.start())?)
        };
        spaces().map(execution_attributes).unwrap_or_default()
    }

    /// Whether a declaration of the function `name` in the scope that `qualifier` ends with may have attributes; of
    /// operators the name is empty.
    fn may_be_annotated(&self, qualifier: &str, name: &str) -> bool {
        let Some(scope) = last_name(qualifier) else { return true };
        if self.index.has_annotated(name) {
            return true;
        }
        let items = items_declaring(self.db, self.source, scope, self.settings.dialect);
        let names = self.names();
        let mut classes = items.iter().filter_map(|item| names.item(*item).annotates_class()).peekable();
        // What is not a class may be another name of one.
        let is_namespace = || !name.is_empty() && self.index.namespaces.contains(scope);
        match classes.peek() {
            Some(_) => classes.any(|annotated| annotated),
            None => !is_namespace(),
        }
    }

    /// The same for an explicit specialization with template arguments behind its name.
    fn specialized_attributes(&self, number: usize, item: &Item) -> CudaAttributes {
        let text = &self.text[item.range];
        let may_be_function = is_specialization(text) && !item.facts.contains(Facts::CLASS_BODY);
        if !may_be_function || self.is_of_system_header(item) {
            return CudaAttributes::default();
        }
        let spaces = || {
            let decls = item_decls(self.db, self.item_text(item));
            let item = self.item_number(number)?;
            let (local, _) = decls.iter().find(|(_, decl)| matches!(decl.kind, DeclKind::Function { .. }))?;
            self.names().printed_spaces(DeclRef { item, local })
        };
        spaces().map(execution_attributes).unwrap_or_default()
    }

    /// Where the name of the operator function starts that the item defines as a member of a class, or as one that
    /// a declaration may make a device function.
    fn operator_name(&self, item: &Item) -> Option<TextSize> {
        let is_definition = item.facts.contains(Facts::FUNCTION_BODY);
        let text = is_definition.then(|| &self.text[item.range])?;
        let head = &text[..text.find('{').unwrap_or(text.len())];
        let at = head.find("operator")?;
        if !head[..at].trim_end().ends_with("::") && !self.index.declares_device_operators {
            return None;
        }
        Some(item.range.start() + TextSize::of(&head[..at]))
    }

    /// Whether the templates that stand for extended lambdas belong in front of the item.
    pub(super) fn takes_preamble(&self, item: &Item) -> bool {
        self.settings.options.extended_lambda
            && item.facts.contains(Facts::DEVICE_BUILTIN)
            && self.text[item.range].contains(PREAMBLE_TRIGGER)
    }

    /// How many variables the extended lambdas of the block capture.
    pub(super) fn capture_counts(&self, outline: &Outline, mut scopes: ScopeStack) -> CaptureCounts {
        let mut counts = CaptureCounts::default();
        for (number, item) in outline.items.iter().enumerate() {
            scopes.visit(self.text, item);
            if let Some(lambdas) = self.lambdas(number, item, &scopes) {
                counts.merge(&lambdas.capture_counts());
            }
        }
        counts
    }

    fn context(&self, number: usize, item: &Item, scopes: &ScopeStack, managed: &[u32]) -> ItemContext {
        let text = &self.text[item.range];
        let kernel_templates = match item.function_name {
            Some(name) if self.index.kernel_templates.contains(&self.text[name]) => {
                vec![self.text[name].to_owned()]
            }
            _ => Vec::new(),
        };
        let qualified = item.facts.contains(Facts::CUDA_ATTRIBUTE) && text.contains("::");
        let namespaces = if qualified {
            let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            let words: FxHashSet<&str> = words.collect();
            let mut names: Vec<String> =
                self.index.namespaces.iter().filter(|name| words.contains(name.as_str())).cloned().collect();
            names.sort();
            names
        } else {
            Vec::new()
        };
        ItemContext {
            options: self.settings.options.clone(),
            scope: self.scope(&scopes.path),
            managed_uses: self.managed_uses(number, item, managed),
            kernel_templates,
            namespaces,
            redeclares_constexpr: self.redeclares_constexpr(item, scopes),
            ..ItemContext::default()
        }
    }

    /// The uses of managed variables in an item that mentions the names of these.
    fn managed_uses(&self, number: usize, item: &Item, mentioned: &[u32]) -> Vec<TextSize> {
        if mentioned.is_empty() {
            return Vec::new();
        }
        let variables: Vec<_> = mentioned.iter().map(|&at| &self.index.managed[at as usize]).collect();
        let root = item_tree(self.db, self.item_text(item)).syntax();
        let mut candidates = emit::managed_candidates(&root, &variables);
        let names = self.names();
        let Some(number) = self.item_number(number) else { return Vec::new() };
        candidates.retain(|it| match names.is_managed_use(number, it.at) {
            Some(false) => self.is_local_managed(&root, number, it.at),
            known => known.unwrap_or(it.by_spelling),
        });
        let mut uses: Vec<TextSize> = candidates.into_iter().map(|it| it.at).collect();
        uses.sort_unstable();
        uses
    }

    /// Whether the identifier at `at` means a managed variable that its function declares.
    fn is_local_managed(&self, root: &SyntaxNode, item: u32, at: TextSize) -> bool {
        let meaning = self.names().meaning_at(item, at);
        matches!(meaning, Meaning::Local(declared) if emit::is_declared_managed(root, declared))
    }

    fn redeclares_constexpr(&self, item: &Item, scopes: &ScopeStack) -> bool {
        let Some(name) = item.function_name.filter(|_| redeclares_for_cuda(item)) else { return false };
        let text = self.item_text(item);
        let Some(signature) = function_signature(self.db, text).clone() else {
            return false;
        };
        let key = FunctionKey { scope: scopes.names(), name: self.text[name].to_owned(), signature };
        self.index.constexpr_functions.contains(&key)
    }
}

/// `::A::B::` for members of the namespace `id`. Those of unnamed namespaces are found in the namespaces around.
fn namespace_qualifier(namespaces: &Namespaces, id: NamespaceId) -> String {
    let mut names: Vec<&str> =
        namespaces.ancestors(id).filter_map(|id| namespaces.namespace(id).name.as_deref()).collect();
    names.push("");
    names.reverse();
    names.push("");
    names.join("::")
}

/// The attributes that say these execution spaces.
fn execution_attributes(spaces: Spaces) -> CudaAttributes {
    let said = [
        (spaces.host, CudaAttribute::Host),
        (spaces.device, CudaAttribute::Device),
        (spaces.global, CudaAttribute::Global),
    ];
    let attributes = said.into_iter().filter(|(said, _)| *said).map(|(_, attribute)| attribute);
    attributes.fold(CudaAttributes::default(), |set, attribute| set | attribute.into())
}

/// Whether the specifiers of a function say `__host__` and `__device__`, to which other declarations add nothing.
fn says_both_spaces(text: &str, item: &Item) -> bool {
    let Some(name) = item.function_name.filter(|_| item.facts.contains(Facts::HOST_DEVICE)) else {
        return false;
    };
    let specifiers = &text[usize::from(item.range.start())..usize::from(name.start())];
    ["((host))", "((device))"].iter().all(|attribute| specifiers.contains(attribute))
}

/// The last name of a qualifier without its template arguments: `B` of `A::B<T>`.
fn last_name(qualifier: &str) -> Option<&str> {
    let mut rest = qualifier.trim_end();
    if rest.ends_with('>') {
        let mut depth = 0u32;
        let (start, _) = rest.char_indices().rev().find(|(_, c)| {
            match c {
                '>' => depth += 1,
                '<' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        })?;
        rest = rest[..start].trim_end();
    }
    let word = rest.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next()?;
    (!word.is_empty()).then_some(word)
}
