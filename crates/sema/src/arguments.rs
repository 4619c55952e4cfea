//! Template arguments as messages show them: `int (*)[3]`, `'c'`, `EC::a`, `&S::m`, `(1.5F)`.

use std::rc::Rc;

use asunder_decls::names::DeclRef;
use asunder_decls::written::{DeclKind, DeclName};
use asunder_types::{Arg, Args, Builtin, Class, Kind, Origin, Param, Symbol, Ty, Value, is_longer_than};

use crate::first_written::SpelledArg;
use crate::infer::value_text;
use crate::instances::UNNAMED;
use crate::spelled::{Spelled, Typedefs};
use crate::view::Sema;

/// Bytes of the name of a class behind which it is not shown.
pub(crate) const LONGEST: usize = 1 << 20;

impl<'db> Sema<'db> {
    /// The qualified name of a class with its template arguments, the typedefs among these shown or followed. `None` where
    /// a part is not known.
    pub(crate) fn class_text(&self, class: Class<'db>, typedefs: Typedefs) -> Option<String> {
        let find = || self.find_class_text(class, typedefs).filter(|text| text.len() <= LONGEST);
        if self.is_unread() {
            return find();
        }
        let key = (class, typedefs);
        let text: Option<Rc<str>> =
            self.remembered(&self.first_written.texts, key, || None, || find().map(Rc::from));
        text.map(|text| text.to_string())
    }

    fn find_class_text(&self, class: Class<'db>, typedefs: Typedefs) -> Option<String> {
        let Origin::Decl(decl) = class.origin(self.db) else {
            return match typedefs {
                Typedefs::Listed => Some("<unnamed>".to_owned()),
                _ => self.closure_text(class),
            };
        };
        if matches!(self.decl(decl).name, DeclName::None) {
            return Some(self.display(self.ty(Kind::Class(class))));
        }
        let symbol = Symbol { decl, env: class.outer(self.db) };
        let Some(args) = class.args(self.db) else { return self.name_in_scope(symbol, typedefs) };
        let all = self.instance_arguments(class, args, typedefs)?;
        Some(format!("{}<{}>", self.name_in_scope(symbol, typedefs)?, all.join(", ")))
    }

    /// The name of an instance of a class template with arguments as they are spelled.
    pub(crate) fn class_text_by(
        &self,
        class: Class<'db>,
        args: &[SpelledArg<'db>],
        typedefs: Typedefs,
    ) -> Option<String> {
        let Origin::Decl(decl) = class.origin(self.db) else { return None };
        let name = self.name_in_scope(Symbol { decl, env: class.outer(self.db) }, typedefs)?;
        Some(format!("{name}<{}>", self.spelled_argument_texts(args, Some(decl), typedefs)?.join(", ")))
    }

    /// The texts of arguments of `template` as they are spelled.
    pub(crate) fn spelled_argument_texts(
        &self,
        args: &[SpelledArg<'db>],
        template: Option<DeclRef>,
        typedefs: Typedefs,
    ) -> Option<Vec<String>> {
        let mut all = Vec::new();
        for (index, arg) in args.iter().enumerate() {
            let is_reference = self.takes_reference(template, index);
            self.add_spelled_argument_text(arg, is_reference, typedefs, &mut all)?;
        }
        Some(all)
    }

    fn add_spelled_argument_text(
        &self,
        arg: &SpelledArg<'db>,
        is_reference: bool,
        typedefs: Typedefs,
        all: &mut Vec<String>,
    ) -> Option<()> {
        match arg {
            SpelledArg::Type(Spelled::Plain(ty)) => all.push(self.type_argument_text(*ty, typedefs)?),
            SpelledArg::Type(spelled) => all.push(self.text_of(spelled, typedefs)?),
            SpelledArg::Other(arg) => self.add_argument_text(arg, is_reference, typedefs, all)?,
        }
        Some(())
    }

    /// The arguments of an instance as messages show them.
    pub(crate) fn shown_arguments(&self, class: Class<'db>) -> Option<String> {
        self.arguments_in(class, Typedefs::Named)
    }

    /// The arguments of an instance as its first name gives them.
    pub(crate) fn arguments_in(&self, class: Class<'db>, typedefs: Typedefs) -> Option<String> {
        let args = class.args(self.db)?;
        if is_longer_than(args, self, LONGEST) {
            return None;
        }
        Some(self.instance_arguments(class, args, typedefs)?.join(", "))
    }

    fn instance_arguments(
        &self,
        class: Class<'db>,
        args: Args<'db>,
        typedefs: Typedefs,
    ) -> Option<Vec<String>> {
        let template = match class.origin(self.db) {
            Origin::Decl(decl) => Some(decl),
            Origin::Lambda(..) => None,
        };
        let plain = || args.list(self.db).iter().map(SpelledArg::plain).collect();
        let spelled: Rc<[SpelledArg<'db>]> = self.first_arguments_of(class).unwrap_or_else(plain);
        if typedefs != Typedefs::Listed {
            return self.spelled_argument_texts(&spelled, template, typedefs);
        }
        let mut all = Vec::new();
        for (index, arg) in spelled.iter().enumerate() {
            let is_named =
                matches!(arg, SpelledArg::Other(Arg::Value(_))) && self.body_names_value(class, index);
            let typedefs = if is_named { Typedefs::Named } else { typedefs };
            let is_reference = self.takes_reference(template, index);
            self.add_spelled_argument_text(arg, is_reference, typedefs, &mut all)?;
        }
        Some(all)
    }

    /// The texts of arguments of `template`, those of packs one after the other.
    pub(crate) fn argument_texts(
        &self,
        args: Args<'db>,
        template: Option<DeclRef>,
        typedefs: Typedefs,
    ) -> Option<Vec<String>> {
        let mut all = Vec::new();
        self.add_argument_texts(args, template, typedefs, &mut all)?;
        Some(all)
    }

    fn add_argument_texts(
        &self,
        args: Args<'db>,
        template: Option<DeclRef>,
        typedefs: Typedefs,
        all: &mut Vec<String>,
    ) -> Option<()> {
        args.list(self.db).iter().enumerate().try_for_each(|(index, arg)| {
            self.add_argument_text(arg, self.takes_reference(template, index), typedefs, all)
        })
    }

    /// Whether a parameter of a template is declared as a reference to an object.
    fn takes_reference(&self, template: Option<DeclRef>, index: usize) -> bool {
        template.is_some_and(|template| self.is_reference_param(template, index))
    }

    /// Adds the text of an argument, or those of a pack, of a parameter that is a reference or not.
    pub(crate) fn add_argument_text(
        &self,
        arg: &Arg<'db>,
        is_reference: bool,
        typedefs: Typedefs,
        all: &mut Vec<String>,
    ) -> Option<()> {
        match arg {
            Arg::Type(ty) => all.push(self.type_argument_text(*ty, typedefs)?),
            Arg::Value(value) => all.push(self.value_argument_text(value, is_reference, typedefs)?),
            Arg::Template(decl, env) => {
                all.push(self.name_in_scope(Symbol { decl: *decl, env: *env }, typedefs)?);
            }
            Arg::Pack(inner) => {
                let mut args = inner.list(self.db).iter();
                args.try_for_each(|arg| self.add_argument_text(arg, is_reference, typedefs, all))?;
            }
            Arg::TemplateParam(param) => all.push(self.parameter_text(*param)),
        }
        Some(())
    }

    fn type_argument_text(&self, ty: Ty<'db>, typedefs: Typedefs) -> Option<String> {
        // An unnamed class or union shows what it is.
        if let Kind::Class(class) = ty.kind(self.db)
            && let Origin::Decl(decl) = class.origin(self.db)
            && matches!(self.decl(decl).name, DeclName::None)
        {
            let text = self.display(ty);
            if text.starts_with("struct ") || text.starts_with("union ") {
                return Some(text);
            }
        }
        self.text_of(&Spelled::Plain(ty), typedefs)
    }

    /// A value as an argument: numbers show their type where a literal does not have it.
    fn value_argument_text(
        &self,
        value: &Value<'db>,
        is_reference: bool,
        typedefs: Typedefs,
    ) -> Option<String> {
        match value {
            Value::Integer(number, ty) => self.integer_argument_text(*number, *ty, typedefs),
            Value::Floating(..) => Some(value_text(value, self)),
            Value::Null(ty) => {
                let null = match ty.unqualified(self.db).kind(self.db) {
                    Kind::MemberPointer(..) => "0",
                    _ => "nullptr",
                };
                Some(format!("({}){null}", self.spelled_text(&Spelled::Plain(*ty))?))
            }
            Value::Address(decl, env) => {
                let operator = if is_reference { "" } else { "&" };
                Some(format!("{operator}{}", self.qualified_name(Symbol { decl: *decl, env: *env })?))
            }
            Value::Param(param) => Some(self.parameter_text(*param)),
            Value::Dependent | Value::Gap(_) => None,
        }
    }

    /// A template parameter that stands for itself.
    fn parameter_text(&self, param: Param) -> String {
        let name = self.parameter_name(param).unwrap_or(UNNAMED);
        if param.pack { format!("{name}...") } else { name.to_owned() }
    }

    fn integer_argument_text(&self, number: i128, ty: Ty<'db>, typedefs: Typedefs) -> Option<String> {
        let ty = ty.unqualified(self.db);
        if let Kind::Enum(first, env) = ty.kind(self.db) {
            let name = match typedefs {
                Typedefs::Listed => None,
                _ => self.enumerator_name(number, Symbol { decl: *first, env: *env })?,
            };
            let value = || Some(format!("({}){number}", self.spelled_text(&Spelled::Plain(ty))?));
            return name.or_else(value);
        }
        let builtin = ty.as_builtin(self.db)?;
        let character = || Some(character_text(u8::try_from(number & 0xff).ok()?));
        Some(match builtin {
            Builtin::Bool => (number != 0).to_string(),
            Builtin::NullPtr => "nullptr".to_owned(),
            Builtin::Char => character()?,
            Builtin::SignedChar => format!("(signed char){}", character()?),
            Builtin::UnsignedChar => format!("(unsigned char){}", character()?),
            Builtin::WChar => format!("L'\\x{number:x}'"),
            Builtin::Char8 => format!("u8'\\x{number:x}'"),
            Builtin::Char16 => format!("u'\\x{number:x}'"),
            Builtin::Char32 => format!("U'\\x{number:x}'"),
            Builtin::Short if number < 0 => format!("(short)({number})"),
            Builtin::Short => format!("(short){number}"),
            Builtin::UnsignedShort => format!("(unsigned short){number}U"),
            _ => value_text(&Value::Integer(number, ty), self),
        })
    }

    /// The enumerator with a value, if there is one: `EC::a`, `u`. `None` outside where that is not known.
    fn enumerator_name(&self, number: i128, enumeration: Symbol<'db>) -> Option<Option<String>> {
        let definition = self.enum_definition(enumeration.decl, enumeration.env)?;
        for (local, member) in self.members(definition) {
            if !matches!(member.kind, DeclKind::Enumerator { .. }) {
                continue;
            }
            let symbol = Symbol { decl: definition.sibling(local), env: enumeration.env };
            if let Some(Value::Integer(value, _)) = self.enumerator_value(symbol)
                && value == number
            {
                let name = member.name.ident()?;
                let scope = match self.is_scoped(enumeration.decl) {
                    true => format!("{}::", self.qualified_name(enumeration)?),
                    false => {
                        let whole = self.qualified_name(enumeration).unwrap_or_default();
                        whole.rsplit_once("::").map_or_else(String::new, |(scope, _)| format!("{scope}::"))
                    }
                };
                return Some(Some(format!("{scope}{name}")));
            }
        }
        Some(None)
    }
}

/// A character as a literal: those that are not printed by their octal code.
fn character_text(code: u8) -> String {
    match code {
        b'\'' | b'\\' => format!("'\\{}'", char::from(code)),
        b'\n' => "'\\n'".to_owned(),
        b'\t' => "'\\t'".to_owned(),
        b'\r' => "'\\r'".to_owned(),
        b' '..=b'~' => format!("'{}'", char::from(code)),
        _ => format!("'\\{code:03o}'"),
    }
}
