//! Objects that cannot be made: constructors that do not match, initializers that are missing or too
//! long.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{BodyKind, DeclKind, DeclName, TypeExpr};
use asunder_hir::body::ExprId;
use asunder_types::{Bound, Builtin, Class, Kind, Origin, Qualifiers, Symbol, Ty};

use super::super::{At, Infer, NodeId, What};
use super::{Abstract, Context, abstract_object};
use crate::classes::Definition;
use crate::declared::MEANINGLESS_QUALIFIERS;
use crate::finding::{Argument, MetAt, Mistake, Note, Place};
use crate::overload::{Candidate, How, Resolution};
use crate::special::Special;
use crate::spelled::Spelled;
use crate::view::Sema;

/// "incomplete type … is not allowed".
const INCOMPLETE: u16 = 70;
/// "expected a ")"".
pub(super) const EXPECTED_PARENTHESIS: u16 = 18;
/// "a value of type … cannot be used to initialize an entity of type …".
const INITIALIZE: u16 = 144;
/// "too many initializer values".
const TOO_MANY_VALUES: u16 = 146;
/// "reference … requires an initializer".
const REFERENCE: u16 = 252;
/// "const … requires an initializer -- … has no user-provided default constructor".
const CONST_OBJECT: u16 = 811;
/// "const … requires an initializer".
const CONSTANT: u16 = 257;
/// "no instance of … matches the argument list", of constructors.
const NO_CONSTRUCTOR: u16 = 289;
/// "no default constructor exists for …".
const NO_DEFAULT: u16 = 291;
/// "… has an uninitialized const or reference member".
const UNINITIALIZED_MEMBER: u16 = 369;
/// "initialization with "{...}" expected for aggregate object".
const BRACES_EXPECTED: u16 = 520;
/// "cannot deduce "auto" type (initializer required)".
const NO_INITIALIZER: u16 = 1593;
/// "cannot deduce "decltype(auto)" (initializer required)".
const NOTHING_DEDUCED: u16 = 2543;
/// "number of parameters of … does not match the call".
const COUNT: u16 = 3322;
/// "… does not match because argument #… does not match parameter".
const PARAMETER: u16 = 3326;
/// "class … has no field …".
const NO_FIELD: u16 = 136;

impl<'db> Infer<'_, 'db> {
    // ---- constructors

    /// Arguments that no constructor takes.
    pub(crate) fn check_constructor(&mut self, class: Class<'db>, args: &[NodeId], at: At) {
        let Some(mistake) = self.no_constructor(class, args, false) else { return };
        let at = self.arguments_at.take().unwrap_or(MetAt::Node(at));
        self.met_at(mistake, at);
    }

    /// The same with the place of what is wrong.
    pub(crate) fn check_constructor_at(&mut self, class: Class<'db>, args: &[NodeId], at: MetAt) {
        if let Some(mistake) = self.no_constructor(class, args, false) {
            self.met_at(mistake, at);
        }
    }

    /// "no instance of constructor …"; `is_implicit`: of a class that declares none.
    fn no_constructor(&self, class: Class<'db>, args: &[NodeId], is_implicit: bool) -> Option<Mistake> {
        let db = self.db();
        let Origin::Decl(first) = class.origin(db) else { return None };
        let ty = self.sema.ty(Kind::Class(class));
        if !self.is_known_class(ty) {
            return None;
        }
        for arg in args {
            let is_list = matches!(self.node(*arg).what, What::List);
            if is_list || !self.is_known(*arg) || !self.is_known_class(self.node(*arg).ty) {
                return None;
            }
        }
        let definition = self.sema.definition(class)?;
        let own: Vec<Candidate<'db>> =
            self.sema.constructors(&definition).into_iter().map(Candidate::of).collect();
        let has_templates = own.iter().any(|it| self.sema.is_function_template(it.symbol.decl));
        let is_instance = class.args(db).is_some();
        // What the compiler makes of lists is not followed, nor conversion functions beside templates.
        let converts = |arg: &NodeId| {
            let class = self.node(*arg).ty.as_class(db);
            class.is_some_and(|class| !self.sema.conversion_functions(class).is_empty())
        };
        let is_list = self.sema.decl(first).name.ident().is_some_and(|name| &**name == "initializer_list");
        if is_list || has_templates && args.iter().any(converts) || is_instance && self.in_template {
            return None;
        }
        if own.is_empty() != is_implicit
            || has_templates && (is_instance || !self.are_deduced_plainly(&own, args))
        {
            return None;
        }
        // What a parameter is may not be known.
        let has_types = |it: &Candidate<'db>| {
            let written = match &self.sema.decl(it.symbol.decl).kind {
                DeclKind::Function { ty: TypeExpr::Function(written), .. } => written.params.len(),
                _ => 0,
            };
            let signature = self.sema.signature(it.symbol).filter(|it| it.params.len() == written);
            signature.is_some_and(|it| it.params.iter().all(|param| !param.absorbs(db)))
        };
        if is_instance && !own.iter().all(has_types) {
            return None;
        }
        // A definition outside the class may add default arguments ([dcl.fct.default]/4).
        let takes_more = |it: &Candidate<'db>| {
            self.sema.signature(it.symbol).is_none_or(|signature| signature.required as usize > args.len())
        };
        if own.iter().any(takes_more) && self.sema.may_be_defined_outside(first) {
            return None;
        }
        let short = self.sema.decl(first).name.ident()?;
        // Instances are shown as their template, with the arguments behind.
        let (name, shown, behind) = match is_instance {
            false => {
                let name = self.sema.qualified_name(Symbol { decl: first, env: class.outer(db) })?;
                (name.clone(), name, String::new())
            }
            true => {
                let plain = |class| self.sema.spelled_text(&Spelled::Plain(self.sema.ty(Kind::Class(class))));
                let open = self.sema.class_of(self.sema.inside_of(definition.decl)?)?;
                let inside = Symbol { decl: definition.decl, env: definition.inside };
                let bindings = self.sema.bindings_text(inside)?.join(", ");
                (plain(open)?, plain(class)?, format!(" [with {bindings}]"))
            }
        };
        let entity = Argument::entity("constructor", format!("{name}::{short}{behind}"));
        let mut mistake = Mistake::new(NO_CONSTRUCTOR, vec![entity]);
        mistake.details.extend(self.argument_details(args)?);
        // Those that nobody declares come first: they are declared last.
        for parameter in self.implicit_constructors(&definition, class) {
            // What has been used is known not to throw; of what a user's class has nothing was used yet.
            let suffix = match (self.is_of_toolkit(first), parameter) {
                (true, "const {} &") => " noexcept",
                _ => "",
            };
            let parameter = parameter.replace("{}", &shown);
            let text = format!("{name}::{short}({parameter}){suffix}{behind}");
            let entity = Argument::entity("function", text);
            let at = Place::Decl(definition.decl);
            mistake.notes.push(match args.len() {
                1 => Note { number: PARAMETER, arguments: vec![entity, Argument::Number(1)], at },
                _ => Note { number: COUNT, arguments: vec![entity], at },
            });
        }
        mistake.notes.extend(self.constructor_notes(&own, args)?);
        if is_implicit {
            let entity = Argument::entity("function", format!("{name}::{short}(){behind}"));
            let at = Place::Decl(definition.decl);
            mistake.notes.push(Note { number: COUNT, arguments: vec![entity], at });
        }
        Some(mistake)
    }

    /// Arguments of a class that declares no constructor, where those that it has all the same are more than copies of
    /// bytes. True if it is reported.
    pub(crate) fn check_implicit_constructors(&mut self, class: Class<'db>, args: &[NodeId], at: At) -> bool {
        let is_object = |arg: &NodeId| self.node(*arg).ty.referred(self.db()).as_class(self.db()).is_some();
        // Since C++20 aggregates are initialized so.
        if self.sema.dialect.standard >= asunder_syntax::Standard::Cpp20
            || args.is_empty()
            || args.iter().any(is_object)
            || !self.makes_constructors(class)
        {
            return false;
        }
        let Some(mistake) = self.no_constructor(class, args, true) else { return false };
        let at = self.arguments_at.take().unwrap_or(MetAt::Node(at));
        self.met_at(mistake, at);
        true
    }

    /// A list of values for a class that is not an aggregate and declares no constructor. True if it is reported.
    pub(crate) fn check_list_of_implicit(
        &mut self,
        list: NodeId,
        elements: &[NodeId],
        class: Class<'db>,
    ) -> bool {
        let db = self.db();
        let is_object = |it: &NodeId| self.node(*it).ty.referred(db).as_class(db).is_some();
        let Some(definition) = self.sema.definition(class) else { return false };
        let has_own = !self.sema.constructors(&definition).is_empty()
            || self.sema.inherited_constructors(class, &definition).is_none_or(|all| !all.is_empty());
        if has_own
            || self.in_template
            || class.args(db).is_some()
            || !self.is_known_class(self.sema.ty(Kind::Class(class)))
            || elements.iter().any(|it| is_object(it) || !self.is_known(*it))
        {
            return false;
        }
        match elements {
            [] => return false,
            _ if self.makes_constructors(class) => {
                let Some(mistake) = self.no_constructor(class, elements, true) else { return false };
                let at = MetAt::Node(self.start_of(list));
                let at = self.arguments_at.take().unwrap_or(at);
                self.met_at(mistake, at);
            }
            [only] => self.check_element(*only, self.sema.ty(Kind::Class(class))),
            [_, second, ..] => self.met_too_many_values(*second),
        }
        true
    }

    /// Whether the constructors that a class has without declaring them do something of their own: it has default member
    /// initializers, virtual functions, references, or bases and members whose constructors do.
    fn makes_constructors(&self, class: Class<'db>) -> bool {
        let db = self.db();
        let Some(definition) = self.sema.definition(class) else { return false };
        let does_something = |ty: Ty<'db>| {
            let mut ty = ty.unqualified(db);
            while let Kind::Array(element, _) = ty.kind(db) {
                ty = element.unqualified(db);
            }
            ty.as_class(db).is_some_and(|class| crate::view::deep(|| self.has_constructors(class)))
        };
        self.sema.has_virtual_table(class) == Some(true)
            || self.sema.bases(class).iter().any(|base| does_something(base.ty))
            || self.sema.fields(&definition).into_iter().any(|field| {
                let ty = self.sema.variable_type(field);
                self.sema.initializer(field.decl).is_some()
                    || matches!(ty.kind(db), Kind::Reference(..))
                    || does_something(ty)
            })
    }

    /// Whether a class has constructors that do something: its own, or those that it has without declaring them.
    fn has_constructors(&self, class: Class<'db>) -> bool {
        let Some(definition) = self.sema.definition(class) else { return false };
        let is_written = |symbol: Symbol<'db>| {
            !matches!(
                self.sema.decl(symbol.decl).kind,
                DeclKind::Function { body: BodyKind::Defaulted | BodyKind::Deleted, .. }
            )
        };
        self.sema.constructors(&definition).into_iter().any(is_written) || self.makes_constructors(class)
    }

    /// `T x(a, b)` of a class without constructors, before C++20; `T(a, b)`, which is the expression `id`, and `new T(a, b)`
    /// miss the parenthesis behind the first. True if it is reported.
    pub(crate) fn check_aggregate_arguments(&mut self, id: ExprId, to: Ty<'db>, args: &[NodeId]) -> bool {
        let is_instance = to
            .as_class(self.db())
            .is_none_or(|class| class.args(self.db()).is_some() || !self.sema.bases(class).is_empty());
        let before = self.out.mistakes.len();
        if is_instance
            || self.sema.dialect.standard >= asunder_syntax::Standard::Cpp20
            || !self.is_known_class(to)
            || args.iter().any(|arg| !self.is_known(*arg))
        {
            return false;
        }
        let Some(&first) = args.first() else { return false };
        if self.node(first).ty.as_class(self.db()).is_some() {
            return false;
        }
        let written = self.expr_of(first);
        let misses_parenthesis = match self.arguments_at {
            Some(MetAt::NewArguments(_)) => true,
            Some(_) => false,
            None => written != id,
        };
        match args.get(1) {
            Some(_) if misses_parenthesis => {
                self.met_at(Mistake::new(EXPECTED_PARENTHESIS, Vec::new()), MetAt::After(written));
            }
            Some(second) => self.met_too_many_values(*second),
            None => {}
        }
        let to = to.unqualified(self.db());
        self.check_conversion(first, to, &|_| Some(Spelled::Plain(to)), Context::Initialize);
        self.out.mistakes.len() > before
    }

    /// Whether a constructor is a template that nothing but its default arguments keeps from being called without
    /// arguments.
    fn may_deduce_nothing(&self, constructor: &Candidate<'db>) -> bool {
        self.sema.is_function_template(constructor.symbol.decl)
            && self.sema.signature(self.open_symbol(constructor.symbol)).is_none_or(|it| it.required == 0)
    }

    /// Whether a class is one of the toolkit's own headers.
    fn is_of_toolkit(&self, first: DeclRef) -> bool {
        self.sema.decl(first).attributes.built_in
    }

    fn constructor_notes(&self, own: &[Candidate<'db>], args: &[NodeId]) -> Option<Vec<Note>> {
        // Implicit ones overload it.
        self.explicit_notes(own, true, args, &[])
    }

    /// The parameters of the copy and move constructors that a class has without declaring them.
    fn implicit_constructors(&self, definition: &Definition<'db>, class: Class<'db>) -> Vec<&'static str> {
        if self.declares_copy_of(definition, class) {
            return Vec::new();
        }
        let declares_more =
            self.sema.destructor(definition).is_some() || self.declares_assignment(definition, class);
        match declares_more {
            true => vec!["const {} &"],
            false => vec!["const {} &", "{} &&"],
        }
    }

    /// Whether a class declares a copy or move constructor.
    pub(crate) fn declares_copy_of(&self, definition: &Definition<'db>, class: Class<'db>) -> bool {
        let db = self.db();
        self.sema.constructors(definition).into_iter().any(|symbol| {
            self.sema.signature(symbol).is_some_and(|signature| {
                signature.params.first().is_some_and(|param| {
                    matches!(param.kind(db), Kind::Reference(..))
                        && param.referred(db).as_class(db) == Some(class)
                })
            })
        })
    }

    fn declares_assignment(&self, definition: &Definition<'db>, class: Class<'db>) -> bool {
        let db = self.db();
        self.sema.members(definition.decl).into_iter().any(|(local, decl)| {
            matches!(&decl.name, DeclName::Operator(op) if &**op == "=")
                && self
                    .sema
                    .signature(Symbol { decl: definition.decl.sibling(local), env: definition.inside })
                    .is_some_and(|signature| {
                        signature
                            .params
                            .first()
                            .is_some_and(|param| param.referred(db).as_class(db) == Some(class))
                    })
        })
    }

    /// A constructor that is chosen for `count` arguments and cannot be used here.
    pub(crate) fn check_chosen_constructor(
        &mut self,
        symbol: Symbol<'db>,
        class: Class<'db>,
        count: usize,
        at: At,
    ) {
        if self.sema.definition(class).is_none() {
            return;
        }
        let place = self.arguments_at.take().unwrap_or(MetAt::Node(at));
        self.check_usable_constructor(symbol, class, count, place);
    }

    /// A constructor for `count` arguments: it is neither deleted nor, but for classes that are instances, inaccessible.
    pub(crate) fn check_usable_constructor(
        &mut self,
        symbol: Symbol<'db>,
        class: Class<'db>,
        count: usize,
        place: MetAt,
    ) {
        if self.check_deleted_constructor(symbol, class, count, place.clone())
            || class.args(self.db()).is_some()
            || self.sema.is_function_template(symbol.decl)
        {
            return;
        }
        if let Some(definition) = self.sema.definition(class) {
            let all: Vec<Candidate<'db>> =
                self.sema.constructors(&definition).into_iter().map(Candidate::of).collect();
            self.check_access(symbol, &all, place);
        }
    }

    // ---- new and delete

    /// `new T` and `new T(args)`.
    pub(crate) fn check_new(&mut self, id: ExprId, init: &asunder_hir::body::Init, ty: Ty<'db>) {
        let Some(class) = ty.as_class(self.db()) else { return };
        if let asunder_hir::body::Init::None = init {
            self.check_default_class(class, false, None, MetAt::NewType(id));
        }
        self.arguments_at = Some(MetAt::NewArguments(id));
    }

    // ---- objects without an initializer

    /// `T x;`: what cannot be left without an initializer. `name` says what the variable is called.
    pub(crate) fn check_default(&mut self, ty: Ty<'db>, name: &str, at: MetAt) {
        let db = self.db();
        if self.is_open(ty) {
            return;
        }
        if matches!(ty.kind(db), Kind::Reference(..)) {
            self.met_at(Mistake::new(REFERENCE, vec![Argument::entity("variable", name)]), at.behind());
            return;
        }
        let mut element = ty;
        let mut is_array = false;
        while let Kind::Array(inner, _) = element.kind(db) {
            element = *inner;
            is_array = true;
        }
        let is_const = element.qualifiers(db).is_const;
        match element.unqualified(db).kind(db) {
            Kind::Class(class) => {
                if is_const
                    && let Some(mistake) = self.sema.const_object(*class, Argument::entity("variable", name))
                {
                    let is_trivial = self.sema.is_trivial(*class, Special::Default) == Some(true);
                    let mistake = Mistake { is_warning: self.in_template, ..mistake };
                    self.met_at(mistake, if is_trivial { at.behind() } else { at });
                    return;
                }
                self.check_default_class(*class, is_array, Some(name), at);
            }
            Kind::Builtin(builtin) if *builtin == asunder_types::Builtin::Void => {
                self.met_at(Mistake::new(INCOMPLETE, vec![Argument::ty("void")]), at);
            }
            _ if is_const => {
                let mistake = Mistake::new(CONSTANT, vec![Argument::entity("variable", name)]);
                // In a template it may be specialized.
                self.met_at(Mistake { is_warning: self.in_template, ..mistake }, at.behind());
            }
            _ => {}
        }
    }

    /// An object of a class that is initialized by default; `name` is that of a variable.
    pub(crate) fn check_default_class(
        &mut self,
        class: Class<'db>,
        is_array: bool,
        name: Option<&str>,
        at: MetAt,
    ) {
        let db = self.db();
        let Origin::Decl(first) = class.origin(db) else {
            let default = self.sema.special(class, Special::Default);
            if default.flatten().is_some_and(|default| default.is_deleted) {
                self.met_deleted_default(class, at);
            }
            return;
        };
        let ty = self.sema.ty(Kind::Class(class));
        if !self.is_known_class(ty) {
            return;
        }
        let Some(definition) = self.sema.definition(class) else { return };
        let is_instance = class.args(db).is_some();
        let own: Vec<Candidate<'db>> =
            self.sema.constructors(&definition).into_iter().map(Candidate::of).collect();
        if !is_array && let Some(mistake) = abstract_object(self.sema, class, Abstract::Object) {
            self.met_at(mistake, at.clone());
            if own.is_empty() {
                return;
            }
        }
        if own.is_empty() {
            let (has_const, has_reference, has_class) = self.members_without_value(&definition, class);
            let is_deleted =
                |special| matches!(self.sema.special(class, special), Some(Some(found)) if found.is_deleted);
            let is_union =
                matches!(&self.sema.decl(definition.decl).kind, DeclKind::Class(it) if it.is_union);
            // What a destructor forbids is said otherwise.
            let is_open = is_deleted(Special::Destructor) && !is_union;
            if has_class && !is_deleted(Special::Default) || is_open {
                return;
            }
            if has_class || has_reference || has_const && name.is_none() {
                self.met_deleted_default(class, at);
            } else if has_const && let Some(name) = name {
                self.met_at(Mistake::new(UNINITIALIZED_MEMBER, vec![Argument::entity("variable", name)]), at);
            }
            return;
        }
        match self.sema.choose(&own, None, &[], &How::call()) {
            Resolution::None if own.iter().all(|it| !self.may_deduce_nothing(it)) => {
                // The text of an instance may need the whole unit.
                let text = match is_instance {
                    true => self.sema.spelled_text(&Spelled::Plain(ty)),
                    false => self.sema.qualified_name(Symbol { decl: first, env: class.outer(db) }),
                };
                if let Some(text) = text {
                    self.met_at(Mistake::new(NO_DEFAULT, vec![Argument::entity("class", text)]), at);
                }
            }
            Resolution::Best(chosen) => {
                let decl = self.sema.decl(chosen.symbol.decl);
                let is_defaulted = matches!(decl.kind, DeclKind::Function { body: BodyKind::Defaulted, .. });
                let found = self.sema.special(class, Special::Default);
                let is_deleted = match found {
                    Some(Some(found)) if is_defaulted => found.is_deleted,
                    _ => matches!(decl.kind, DeclKind::Function { body: BodyKind::Deleted, .. }),
                };
                if is_deleted {
                    self.met_deleted_default(class, at);
                } else if !is_instance
                    && self.inaccessible(chosen.symbol).is_some()
                    && let Some(parameters) = self.sema.parameters_text(chosen.symbol)
                    && let Some(name) = self.sema.qualified_name(chosen.symbol)
                {
                    let entity = Argument::Entity {
                        kind: None,
                        name: format!("{name}{parameters}"),
                        declared: Some(Place::Decl(chosen.symbol.decl)),
                    };
                    self.met_at(Mistake::new(330, vec![entity]), at);
                }
            }
            _ => {}
        }
    }

    /// `T()` of a class without constructors: its members may not be made by default.
    pub(crate) fn check_empty_construction(&mut self, class: Class<'db>, at: MetAt) {
        // That it is abstract is said of what is made.
        if self.is_known_class(self.sema.ty(Kind::Class(class)))
            && abstract_object(self.sema, class, Abstract::Object).is_none()
        {
            self.check_default_class(class, false, None, at);
        }
    }

    /// Whether a class without constructors has constant members, references, and members whose classes are not
    /// looked at, none of which have initializers.
    fn members_without_value(&self, definition: &Definition<'db>, class: Class<'db>) -> (bool, bool, bool) {
        let db = self.db();
        let (mut has_const, mut has_reference) = (false, false);
        let mut has_class = !self.sema.bases(class).is_empty();
        let is_union = matches!(&self.sema.decl(definition.decl).kind, DeclKind::Class(it) if it.is_union);
        for field in self.sema.fields(definition) {
            let DeclKind::Variable { init, .. } = &self.sema.decl(field.decl).kind else { continue };
            if !matches!(init, asunder_decls::written::Init::None)
                || self.sema.initializer(field.decl).is_some()
            {
                continue;
            }
            let ty = self.sema.variable_type(field);
            if ty.absorbs(db) || is_union {
                has_class = true;
                continue;
            }
            let mut element = ty;
            while let Kind::Array(inner, _) = element.kind(db) {
                element = *inner;
            }
            has_reference |= matches!(element.kind(db), Kind::Reference(..));
            match element.as_class(db) {
                Some(_) => has_class |= element.qualifiers(db).is_const || !self.is_trivial_class(element),
                None => has_const |= element.qualifiers(db).is_const,
            }
        }
        (has_const, has_reference, has_class)
    }

    /// Whether objects of a class are made by default without more ado.
    fn is_trivial_class(&self, ty: Ty<'db>) -> bool {
        let Some(class) = ty.as_class(self.db()) else { return true };
        let Some(definition) = self.sema.definition(class) else { return false };
        self.sema.constructors(&definition).is_empty()
            && self.members_without_value(&definition, class) == (false, false, false)
    }

    // ---- variables

    /// `auto x;`, `decltype(auto) x;`
    pub(crate) fn met_no_initializer(&mut self, written: &TypeExpr, at: MetAt) {
        let number = match written {
            TypeExpr::DecltypeAuto => NOTHING_DEDUCED,
            _ => NO_INITIALIZER,
        };
        self.met_at(Mistake::new(number, Vec::new()), at);
    }

    /// An array that is initialized with what is neither a list nor a string.
    pub(crate) fn check_array_initializer(&mut self, node: NodeId, ty: Ty<'db>) {
        let is_paren = std::mem::take(&mut self.in_parentheses);
        let db = self.db();
        let spelled = self.target.take();
        let Kind::Array(element, bound) = ty.kind(db) else { return };
        if let What::String = self.node(node).what {
            let own = match self.node(node).ty.kind(db) {
                Kind::Array(own, Bound::Count(count)) if own.unqualified(db) == element.unqualified(db) => {
                    *count
                }
                Kind::Array(own, _) => {
                    let is_narrow = |ty: &Ty<'db>| {
                        matches!(
                            ty.as_builtin(db),
                            Some(
                                Builtin::Char | Builtin::SignedChar | Builtin::UnsignedChar | Builtin::Char8
                            )
                        )
                    };
                    let is_other =
                        element.as_builtin(db).is_some() && !(is_narrow(own) && is_narrow(element));
                    if is_other {
                        self.met_string(node, spelled.as_ref());
                    }
                    return;
                }
                _ => return,
            };
            if let Bound::Count(count) = bound
                && own > *count
            {
                self.met_string(node, spelled.as_ref());
            }
            return;
        }
        if !self.is_known(node) || self.node(node).ty.as_class(db).is_some() {
            return;
        }
        let at = self.start_of(node);
        match self.is_function_body() && !is_paren {
            true => self.met_plain(BRACES_EXPECTED, at),
            false => {
                let from = self.type_of_value_argument(node);
                let to = spelled.and_then(|spelled| self.sema.type_argument(&spelled));
                if let (Some(from), Some(to)) = (from, to) {
                    self.met(Mistake::new(INITIALIZE, vec![from, to]), at);
                }
            }
        }
    }

    /// A string that is longer than the array that it initializes.
    fn met_string(&mut self, node: NodeId, spelled: Option<&Spelled<'db>>) {
        let from = self.spelled(node).and_then(|spelled| self.sema.type_argument(&spelled));
        let to = spelled.and_then(|spelled| self.sema.type_argument(spelled));
        if let (Some(from), Some(to)) = (from, to) {
            let at = self.start_of(node);
            self.met(Mistake::new(INITIALIZE, vec![from, to]), at);
        }
    }

    /// A value in a list for more than there is to initialize.
    pub(crate) fn met_too_many_values(&mut self, node: NodeId) {
        if !matches!(self.node(node).what, What::Gap(_)) {
            let at = self.start_of(node);
            self.met_plain(TOO_MANY_VALUES, at);
        }
    }

    /// A designator of a member that a class does not have.
    pub(crate) fn met_no_field(&mut self, ty: Ty<'db>, name: &str, list: ExprId, value: ExprId) {
        let is_instance = ty.as_class(self.db()).is_some_and(|class| class.args(self.db()).is_some());
        if !is_instance && let Some(text) = self.class_text(ty.unqualified(self.db())) {
            // The word of a class without a name is not shown behind the kind.
            let text = text.trim_start_matches("struct ").trim_start_matches("union ");
            let arguments = vec![Argument::entity("class", text), Argument::Name(name.to_owned())];
            self.met_at(Mistake::new(NO_FIELD, arguments), MetAt::Designator(list, value, name.into()));
        }
    }

    /// A value of a list or of parentheses for a member or an element.
    pub(crate) fn check_element(&mut self, node: NodeId, ty: Ty<'db>) {
        let is_shown = match ty.unqualified(self.db()).kind(self.db()) {
            Kind::Class(class) => class.args(self.db()).is_none(),
            _ => true,
        };
        if is_shown {
            self.check_conversion(node, ty, &|_| Some(Spelled::Plain(ty)), Context::Initialize);
        }
    }
}

impl<'db> Infer<'_, 'db> {
    // ---- declared variables

    /// A variable of a block that has no initializer.
    pub(crate) fn check_local_default(&mut self, decl: DeclRef, ty: Ty<'db>) {
        let written = self.sema.decl(decl);
        let (Some(name), false) = (written.name.ident(), written.specifiers.is_extern) else { return };
        if self.lambda.is_none() || !self.deduces {
            self.check_default(ty, name, MetAt::Name(decl));
        }
    }

    /// A variable of a block whose type is `void`, which nothing completes ([basic.types.general]/5).
    pub(crate) fn met_void_variable(&mut self, decl: DeclRef, ty: Ty<'db>, spelled: Argument) {
        if ty != ty.unqualified(self.db()) {
            self.met_at(Mistake::warning(MEANINGLESS_QUALIFIERS, Vec::new()), MetAt::Name(decl));
        }
        self.met_at(Mistake::new(INCOMPLETE, vec![spelled]), MetAt::Name(decl));
    }

    /// A variable of a block whose type is incomplete: true if it is.
    pub(crate) fn check_complete(
        &mut self,
        decl: DeclRef,
        ty: Ty<'db>,
        init: &asunder_hir::body::Init,
    ) -> bool {
        let db = self.db();
        let written = &self.sema.decl(decl).kind;
        let has_no_bound = matches!(written, DeclKind::Variable { ty: TypeExpr::Array(None, _), .. });
        let is_bounded_later = matches!(ty.kind(db), Kind::Array(_, Bound::Unknown))
            && (*init != asunder_hir::body::Init::None || !has_no_bound);
        let is_void = ty.unqualified(db).is_void(db);
        if is_bounded_later || is_void || self.is_open(ty) || !self.sema.is_incomplete(ty, decl.item) {
            return false;
        }
        let argument = self.target.as_ref().and_then(|target| self.sema.type_argument(target));
        let Some(argument) = argument else { return false };
        self.met_at(Mistake::new(INCOMPLETE, vec![argument]), MetAt::Name(decl));
        true
    }

    /// A variable of a namespace or a class that has an initializer: how its type is spelled.
    pub(crate) fn check_declared_variable(&mut self, symbol: Symbol<'db>) {
        let spelled = self.sema.spelled_variable(symbol);
        self.target = match self.sema.decl(symbol.decl).specifiers.is_constexpr {
            true => spelled.map(|spelled| spelled.qualified(Qualifiers::CONST)),
            false => spelled,
        };
    }

    /// Values of a list behind those that an object of type `ty` takes: `rest` is the first of them.
    pub(crate) fn check_rest(&mut self, ty: Ty<'db>, rest: NodeId) {
        let db = self.db();
        let is_known = match ty.unqualified(db).kind(db) {
            Kind::Array(_, Bound::Count(_)) => self.has_known_parts(ty),
            Kind::Class(class) => self.sema.is_aggregate(*class) && self.has_known_parts(ty),
            Kind::Builtin(_) | Kind::Pointer(_) | Kind::Enum(..) => true,
            Kind::Reference(to, _) => {
                matches!(to.unqualified(db).kind(db), Kind::Builtin(_) | Kind::Pointer(_) | Kind::Enum(..))
            }
            _ => false,
        };
        if is_known {
            self.met_too_many_values(rest);
        }
    }

    /// `T(a, b)` of what takes one value: the parenthesis is missed behind the first.
    pub(crate) fn check_one_value(&mut self, ty: Ty<'db>, first: NodeId, second: NodeId) {
        match (ty.unqualified(self.db()).kind(self.db()), self.node(first).at) {
            (Kind::Builtin(_) | Kind::Pointer(_) | Kind::Enum(..), At::Start(expr) | At::Point(expr))
                if !self.is_substituting() =>
            {
                self.met_at(Mistake::new(EXPECTED_PARENTHESIS, Vec::new()), MetAt::After(expr));
            }
            _ => self.check_rest(ty, second),
        }
    }

    /// Whether all that an aggregate holds is known, and no member is one of a class or union without a name.
    fn has_known_parts(&self, ty: Ty<'db>) -> bool {
        let db = self.db();
        match ty.unqualified(db).kind(db) {
            Kind::Array(element, Bound::Count(_)) => self.has_known_parts(*element),
            Kind::Class(class) => {
                let Some(definition) = self.sema.definition(*class) else { return false };
                let is_unnamed = |decl: &asunder_decls::written::Decl| {
                    matches!(decl.kind, asunder_decls::written::DeclKind::Class(_))
                        && decl.name.ident().is_none()
                };
                self.sema.bases(*class).is_empty()
                    && !self.sema.members(definition.decl).iter().any(|(_, member)| is_unnamed(member))
                    && self.sema.fields(&definition).into_iter().all(|field| {
                        let ty = self.sema.variable_type(field);
                        !self.is_open(ty) && self.has_known_parts(ty)
                    })
            }
            Kind::Builtin(_) | Kind::Pointer(_) | Kind::Enum(..) | Kind::Reference(..) => true,
            _ => false,
        }
    }
}

impl<'db> Sema<'db> {
    /// A `const` object of a class that has no initializer and needs one.
    pub(crate) fn const_object(&self, class: Class<'db>, entity: Argument) -> Option<Mistake> {
        if self.is_const_default_constructible(class) {
            return None;
        }
        let class = self.spelled_text(&Spelled::Plain(self.ty(Kind::Class(class))))?;
        Some(Mistake::new(CONST_OBJECT, vec![entity, Argument::entity("class", class)]))
    }

    /// What is wrong with a variable of a namespace or class that is an object of a class: no constructor makes it by
    /// default, or none destroys it. `name` is that of the variable.
    pub(crate) fn object_mistakes(
        &self,
        ty: Ty<'db>,
        name: &str,
        has_initializer: bool,
        variable: Symbol<'db>,
    ) -> Vec<Mistake> {
        let mut element = ty;
        while let Kind::Array(inner, _) = element.kind(self.db) {
            element = *inner;
        }
        let Some(class) = element.as_class(self.db) else { return Vec::new() };
        let body = asunder_hir::body::Body::default();
        let mut infer =
            Infer::new(self, &body, variable.env, asunder_decls::names::Point::before(variable.decl));
        infer.owner = Some(variable.decl);
        if !has_initializer {
            infer.check_default_class(class, element != ty, Some(name), MetAt::Node(At::None));
        }
        infer.check_destroyed(element, MetAt::Node(At::None));
        infer.out.mistakes.into_iter().map(|met| met.mistake).collect()
    }
}

impl Sema<'_> {
    /// Whether the unit may define constructors of a class outside it: its text has `Name::Name(`, or `>::Name(`.
    pub(super) fn may_be_defined_outside(&self, class: DeclRef) -> bool {
        let Some(name) = self.decl(class).name.ident() else { return false };
        let text = self.names().source().text(self.db);
        text.contains(&format!("{name}::{name}(")) || text.contains(&format!(">::{name}("))
    }
}
