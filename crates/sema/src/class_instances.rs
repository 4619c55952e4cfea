//! Instances of class templates, and classes in them: what is wrong in their members and bases once the arguments are
//! known, and the classes that they need in turn.
//!
//! The definition of a class is instantiated without the definitions of its member functions, default arguments and
//! default member initializers ([temp.inst]/3).

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::queries::item_positions;
use asunder_decls::written::{Decl, DeclKind, Path, SegmentName, TypeExpr};
use asunder_hir::body::FIRST_LOCAL;
use asunder_source::SourceText;
use asunder_syntax::TextSize;
use asunder_types::{Arg, Class, Env, Frame, Kind, Origin, Symbol, Value};

use crate::completed::Needed;
use crate::finding::{ASSERTION_FAILED, Argument, Found, Met, Mistake, Place};
use crate::infer::{NOT_POSITIVE, infer_members};
use crate::instances::{Instance, InstanceCode, is_own, sorted};
use crate::lookup::{Lookup, Prefix, Want};
use crate::mistakes::{in_body, is_of_constants};
use crate::nested_names::{
    Follow, GLOBAL_QUALIFIER, NO_MEMBER, NO_QUALIFIED_NAME, NO_SCOPE, NamePart, WrittenName, typenames,
};
use crate::spelled::Spelled;
use crate::view::{Sema, Site};

/// "incomplete type … is not allowed".
const INCOMPLETE: u16 = 70;
/// "more than one partial specialization matches the template argument list of …".
const AMBIGUOUS: u16 = 838;
/// "class or struct definition is missing".
const NO_DEFINITION: u16 = 243;
/// "… has no …", of bases.
const NO_MEMBER_CLASS: u16 = 1018;
/// "not a class or struct name".
const NO_CLASS: u16 = 262;

/// The code of an instance of a class template, or of a class in one: its definition with the mistakes in it.
pub(crate) fn class_code<'db>(sema: &Sema<'db>, source: SourceText, class: Class<'db>) -> InstanceCode<'db> {
    let Some(definition) = sema.definition(class) else {
        return InstanceCode { refused: ambiguous(sema, class), ..InstanceCode::default() };
    };
    let decl = definition.decl;
    let known =
        InstanceCode { definition: Some(Symbol { decl, env: definition.inside }), ..InstanceCode::default() };
    if !sema.is_made_of_template(definition.inside)
        || decl.local.0 >= FIRST_LOCAL
        || !is_own(sema, source, decl.item)
    {
        return known;
    }
    let mut reader = Reader::new(sema, decl, definition.inside);
    reader.bases(decl);
    for (local, member) in sema.members(decl) {
        let is_template = member.templates.iter().any(|header| !header.params.is_empty());
        if !is_template && !member.specifiers.is_friend {
            reader.member(decl.sibling(local), member);
        }
    }
    let Reader { mut found, needed, .. } = reader;
    found.extend(crate::refused_names::of_class(sema, decl, definition.inside));
    let map = asunder_hir::source_map(sema.db, sema.names().item_text(decl.item));
    for declared in infer_members(sema, decl, definition.inside) {
        let Some(places) = map.bodies.get(declared.body as usize) else { continue };
        let is_reported = |met: &Met| {
            is_of_constants(met) || matches!(met.mistake.number, NO_SCOPE | NO_MEMBER | NOT_POSITIVE)
        };
        let mut met: Vec<Met> = declared.tree.mistakes.into_iter().filter(is_reported).collect();
        met.retain(|met| !is_written(sema, decl.item, declared.body, met));
        found.extend(in_body(sema, decl.item, None, &met, places));
    }
    InstanceCode { mistakes: sorted(found).into(), needed: needed.into(), ..known }
}

/// The type of an instance of an alias template, with the mistakes in it.
pub(crate) fn alias_code<'db>(
    sema: &Sema<'db>,
    source: SourceText,
    symbol: Symbol<'db>,
    ty: &TypeExpr,
) -> InstanceCode<'db> {
    let known = InstanceCode { definition: Some(symbol), ..InstanceCode::default() };
    let decl = symbol.decl;
    if decl.local.0 >= FIRST_LOCAL || !is_own(sema, source, decl.item) {
        return known;
    }
    let mut reader = Reader::new(sema, decl, symbol.env);
    if let Some(name) = reader.names.get(decl.local.index()) {
        reader.typenames(decl, ty, usize::from(name.start()));
    }
    InstanceCode { mistakes: sorted(reader.found).into(), ..known }
}

/// Whether a mistake in a body of an item is one that its template has as it is written.
fn is_written(sema: &Sema<'_>, item: u32, body: u32, met: &Met) -> bool {
    met.mistake.number == ASSERTION_FAILED
        && crate::infer::in_template_declarations(sema, item).iter().any(|(number, all)| {
            *number == body && all.iter().any(|it| it.mistake.number == met.mistake.number)
        })
}

/// That two partial specializations match the arguments of a class equally well ([temp.spec.partial.match]/1.3).
fn ambiguous<'db>(sema: &Sema<'db>, class: Class<'db>) -> Option<Mistake> {
    let Origin::Decl(first) = class.origin(sema.db) else { return None };
    let instance = |args| sema.class_of_symbol(Symbol { decl: first, env: class.outer(sema.db) }, Some(args));
    let text = |class| sema.spelled_text(&Spelled::Plain(sema.ty(Kind::Class(class))));
    let mut mistake = Mistake::new(AMBIGUOUS, vec![Argument::entity("class", text(class)?)]);
    for (decl, pattern) in sema.ambiguous_specializations(class)? {
        // The types of values are not compared.
        if pattern.list(sema.db).iter().any(|arg| matches!(arg, Arg::Value(Value::Param(_)))) {
            return None;
        }
        let name = text(instance(pattern))?;
        let declared = Some(Place::Decl(decl));
        mistake.details.push(vec![Argument::Entity { kind: None, name, declared }]);
    }
    Some(mistake)
}

/// Reads the declarations of a class in the scopes of its arguments.
struct Reader<'a, 'db> {
    sema: &'a Sema<'db>,
    text: &'a str,
    /// The names of the declarations in the text.
    names: &'a [asunder_syntax::TextRange],
    inside: Env<'db>,
    found: Vec<Found>,
    needed: Vec<Needed<'db>>,
}

impl<'a, 'db> Reader<'a, 'db> {
    /// A reader of a declaration, in the scopes `inside`.
    fn new(sema: &'a Sema<'db>, decl: DeclRef, inside: Env<'db>) -> Self {
        let text = sema.names().item_text(decl.item);
        let names = &item_positions(sema.db, text).names;
        Reader { sema, text: text.text(sema.db), names, inside, found: Vec::new(), needed: Vec::new() }
    }

    fn met(&mut self, mistake: Mistake, offset: usize) {
        self.found.push(Found::at(mistake, TextSize::new(offset as u32)));
    }

    fn bases(&mut self, class: DeclRef) {
        let (DeclKind::Class(written), Some(outer)) =
            (&self.sema.decl(class).kind, self.inside.outer(self.sema.db))
        else {
            return;
        };
        let site = Site::new(outer, Point::before(class));
        let mut from = self.names.get(class.local.index()).map_or(0, |name| usize::from(name.end()));
        for base in &written.bases {
            let TypeExpr::Name(path, _) = base else { return };
            let Some(place) = first_segment(&self.text[from..], path).map(|at| from + at) else { return };
            from = place + 1;
            if self.nested_base(path, site, place) {
                return;
            }
            let ty = self.sema.resolve(base, site).unqualified(self.sema.db);
            match ty.kind(self.sema.db) {
                Kind::Class(of) => {
                    if self.sema.is_incomplete(ty, u32::MAX) {
                        self.incomplete(&Spelled::Plain(ty), place);
                    }
                    self.needs(*of, place);
                }
                _ if self.sema.is_no_scope(ty) || matches!(ty.kind(self.sema.db), Kind::Enum(..)) => {
                    self.met(Mistake::new(NO_CLASS, Vec::new()), place);
                }
                _ => {}
            }
        }
    }

    /// A base that is a nested name, at `place`, of what is no class or does not have it. True if it is wrong.
    fn nested_base(&mut self, path: &Path, site: Site<'_, 'db>, place: usize) -> bool {
        if path.segments.len() != 2 {
            return false;
        }
        let wrong = self.sema.wrong_part(path, site);
        let Some(written) = wrong.as_ref().and_then(|_| WrittenName::at(self.text, place, path)) else {
            return false;
        };
        let colons = written.place(NamePart::Colons).unwrap_or(place);
        match wrong {
            Some((0, None)) => {
                self.met(Mistake::new(NO_CLASS, Vec::new()), place);
                self.met(Mistake::new(NO_DEFINITION, Vec::new()), colons);
            }
            Some((part, Some(mut mistake))) => {
                mistake.number = NO_MEMBER_CLASS;
                if let Some(Argument::Entity { kind, .. }) = mistake.arguments.last_mut() {
                    *kind = Some("member class");
                }
                self.met(mistake, written.place(NamePart::Part(part)).unwrap_or(place));
            }
            _ => return false,
        }
        true
    }

    fn member(&mut self, at: DeclRef, decl: &'db Decl) {
        let Some(name) = self.names.get(at.local.index()).filter(|name| !name.is_empty()) else { return };
        let start = usize::from(name.start());
        let ty = match &decl.kind {
            DeclKind::Variable { ty, .. } | DeclKind::Function { ty, .. } | DeclKind::Typedef(ty) => ty,
            _ => return,
        };
        if self.typenames(at, ty, start) {
            return;
        }
        let is_object = matches!(decl.kind, DeclKind::Variable { .. }) && !decl.specifiers.is_static;
        // What does not depend on the parameters is reported in the template.
        if is_object
            && self.sema.incomplete_member(at, self.sema.env_of(at)).is_none()
            && let Some(spelled) = self.sema.incomplete_member(at, self.inside)
        {
            self.incomplete(&spelled, start);
        }
        let written = self.sema.resolve(ty, Site::new(self.inside, Point::before(at)));
        if is_object && written.unqualified(self.sema.db).is_void(self.sema.db) {
            self.incomplete(&Spelled::Plain(written), start);
        }
        let ty = self.sema.variable_type(Symbol { decl: at, env: self.inside });
        if is_object && let Some((class, _)) = self.sema.class_of_elements(ty) {
            self.needs(class, start);
        }
    }

    /// The names behind `typename` in the type of a declaration. True if the declaration is not read to its end.
    fn typenames(&mut self, at: DeclRef, ty: &TypeExpr, name: usize) -> bool {
        let mut all = Vec::new();
        typenames(ty, Follow::Declarator, &mut all);
        if all.is_empty() {
            return false;
        }
        let site = Site::new(self.inside, Point::before(at));
        // The specifiers stand in front of the name, behind the declaration before it.
        let mut from = self.text[..name].rfind([';', '{', '}']).map_or(0, |at| at + 1);
        for (path, follow) in all {
            let Some(written) = WrittenName::find(self.text, from, path) else { return false };
            from = written.end();
            let (wrong, ends) = self.sema.wrong_typename(path, follow, site);
            let is_typedef = matches!(self.sema.decl(at).kind, DeclKind::Typedef(_));
            for (mut mistake, part) in wrong {
                mistake.in_first_instance =
                    !is_typedef && matches!(mistake.number, NO_QUALIFIED_NAME | GLOBAL_QUALIFIER);
                if let Some(offset) = written.place(part) {
                    self.met(mistake, offset);
                }
            }
            if ends {
                return true;
            }
        }
        false
    }

    fn incomplete(&mut self, ty: &Spelled<'db>, offset: usize) {
        if let Some(argument) = self.sema.type_argument(ty) {
            self.met(Mistake::new(INCOMPLETE, vec![argument]), offset);
        }
    }

    fn needs(&mut self, class: Class<'db>, offset: usize) {
        if self.sema.is_class_instance(class) {
            self.needed.push(Needed { instance: Instance::Class(class), at: TextSize::new(offset as u32) });
        }
    }
}

/// Where the first part of a path stands in a text.
fn first_segment(text: &str, path: &Path) -> Option<usize> {
    let SegmentName::Ident(name) = &path.segments.first()?.name else { return None };
    crate::mistakes::words(text, name).next()
}

impl<'db> Sema<'db> {
    /// Whether scopes are those of arguments of a template.
    pub(crate) fn is_made_of_template(&self, env: Env<'db>) -> bool {
        let mut is_instance = false;
        for (_, frame) in self.frames(env) {
            match frame {
                Frame::Template { args: Some(args), .. } if !self.are_dependent(args) => is_instance = true,
                Frame::Template { .. } | Frame::Body(..) | Frame::CallOperator(..) => return false,
                _ => {}
            }
        }
        is_instance
    }

    /// The type of a data member of a class template in the scopes `env`, if it is known to be incomplete, whatever follows.
    pub(crate) fn incomplete_member(&self, member: DeclRef, env: Env<'db>) -> Option<Spelled<'db>> {
        let decl = self.decl(member);
        if decl.parent.is_none()
            || decl.specifiers.is_static
            || !matches!(decl.kind, DeclKind::Variable { .. })
        {
            return None;
        }
        let symbol = Symbol { decl: member, env };
        let ty = self.variable_type(symbol);
        let is_flexible = matches!(ty.kind(self.db), Kind::Array(_, asunder_types::Bound::Unknown));
        let is_open = ty.absorbs(self.db) || self.is_dependent(ty) || is_flexible;
        (!is_open && self.is_incomplete(ty, u32::MAX)).then(|| self.spelled_variable(symbol)).flatten()
    }

    /// The message on a type of an instance that its class does not have, for what it names is wrong:
    /// `typedef typename T::type type;` where `T` is not a class.
    pub(crate) fn broken_member_type(&self, path: &Path, site: Site<'_, 'db>) -> Option<Mistake> {
        let Some(SegmentName::Ident(name)) = path.segments.last().map(|last| &last.name) else { return None };
        let named = self.lookup_path(path, site, Want::Any);
        let (Lookup::Found(symbols), Prefix::Type(of)) = (named.found, named.prefix) else { return None };
        let [symbol] = symbols.as_slice() else { return None };
        let DeclKind::Typedef(ty) = &self.decl(symbol.decl).kind else { return None };
        let class = self.class_around(*symbol).filter(|class| self.is_class_instance(*class))?;
        if of.as_class(self.db) != Some(class) || !self.decl(symbol.decl).templates.is_empty() {
            return None;
        }
        let mut all = Vec::new();
        typenames(ty, Follow::Declarator, &mut all);
        let site = Site::new(symbol.env, Point::before(symbol.decl));
        if !all.into_iter().any(|(path, follow)| self.wrong_typename(path, follow, site).1) {
            return None;
        }
        let text = self.spelled_text(&Spelled::Plain(of.unqualified(self.db)))?;
        let arguments = vec![Argument::entity("class", text), Argument::entity("member", &**name)];
        Some(Mistake::new(NO_MEMBER, arguments))
    }

    /// Whether a class is an instance of a template, or a class in one.
    pub(crate) fn is_class_instance(&self, class: Class<'db>) -> bool {
        let is_instance = |class: Class<'db>| class.args(self.db).is_some();
        let is_in_instance = || {
            self.frames(class.outer(self.db))
                .any(|(_, frame)| matches!(frame, Frame::Class(of) if is_instance(of)))
        };
        (is_instance(class) || is_in_instance()) && !self.is_dependent_class(class)
    }

    /// An instance of a class as messages show what is instantiated: `A<T> [with T=int]`.
    pub(crate) fn class_instance_text(&self, class: Class<'db>) -> Option<String> {
        let definition = self.definition(class)?;
        let open = self.class_of(self.inside_of(definition.decl)?)?;
        let text = self.spelled_text(&Spelled::Plain(self.ty(Kind::Class(open))))?;
        let bindings = self.bindings_text(Symbol { decl: definition.decl, env: definition.inside })?;
        Some(format!("{text} [with {}]", bindings.join(", ")))
    }
}
