//! Template arguments as messages show them: `int (*)[3]`, `'c'`, `EC::a`, `&S::m`, `(1.5F)`.

use asunder_decls::written::{DeclKind, DeclName};
use asunder_types::{Arg, Args, Builtin, Class, Kind, Origin, Symbol, Ty, Value};

use crate::infer::value_text;
use crate::spelled::Spelled;
use crate::view::Sema;

impl<'db> Sema<'db> {
    /// The qualified name of a class with its template arguments. `None` where a part is not known.
    pub(crate) fn class_text(&self, class: Class<'db>) -> Option<String> {
        let Origin::Decl(decl) = class.origin(self.db) else { return self.closure_text(class) };
        let symbol = Symbol { decl, env: class.outer(self.db) };
        if matches!(self.decl(decl).name, DeclName::None) {
            return Some(self.display(self.ty(Kind::Class(class))));
        }
        let name = self.qualified_name(symbol)?;
        let Some(args) = class.args(self.db) else { return Some(name) };
        let mut all = Vec::new();
        self.argument_texts(args, &mut all)?;
        Some(format!("{name}<{}>", all.join(", ")))
    }

    /// The texts of template arguments, those of packs one after the other.
    fn argument_texts(&self, args: Args<'db>, all: &mut Vec<String>) -> Option<()> {
        for arg in args.list(self.db) {
            match arg {
                Arg::Type(ty) => all.push(self.type_argument_text(*ty)?),
                Arg::Value(value) => all.push(self.value_argument_text(value)?),
                Arg::Template(decl, env) => {
                    all.push(self.qualified_name(Symbol { decl: *decl, env: *env })?);
                }
                Arg::Pack(inner) => self.argument_texts(*inner, all)?,
                Arg::TemplateParam(_) => return None,
            }
        }
        Some(())
    }

    fn type_argument_text(&self, ty: Ty<'db>) -> Option<String> {
        let text = self.display(ty);
        match ty.kind(self.db) {
            Kind::Class(_) if text.starts_with("struct ") || text.starts_with("union ") => Some(text),
            _ => self.spelled_text(&Spelled::Plain(ty)),
        }
    }

    fn value_argument_text(&self, value: &Value<'db>) -> Option<String> {
        match value {
            Value::Integer(number, ty) => self.integer_argument_text(*number, *ty),
            Value::Floating(..) => Some(value_text(value, self)),
            Value::Null(_) => Some("nullptr".to_owned()),
            Value::Address(decl, env) => {
                Some(format!("&{}", self.qualified_name(Symbol { decl: *decl, env: *env })?))
            }
            Value::Param(_) | Value::Dependent | Value::Gap(_) => None,
        }
    }

    fn integer_argument_text(&self, number: i128, ty: Ty<'db>) -> Option<String> {
        let ty = ty.unqualified(self.db);
        if let Kind::Enum(first, env) = ty.kind(self.db) {
            return self.enumerator_text(number, ty, Symbol { decl: *first, env: *env });
        }
        Some(match ty.as_builtin(self.db)? {
            Builtin::Bool => (number != 0).to_string(),
            Builtin::NullPtr => "nullptr".to_owned(),
            Builtin::Char | Builtin::SignedChar | Builtin::UnsignedChar => {
                character_text(u8::try_from(number & 0xff).ok()?)
            }
            Builtin::WChar | Builtin::Char8 | Builtin::Char16 | Builtin::Char32 => return None,
            _ => value_text(&Value::Integer(number, ty), self),
        })
    }

    /// The enumerator with a value, or the value as one of the enumeration: `EC::a`, `u`, `(E)7`.
    fn enumerator_text(&self, number: i128, ty: Ty<'db>, enumeration: Symbol<'db>) -> Option<String> {
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
                return Some(format!("{scope}{name}"));
            }
        }
        Some(format!("({}){number}", self.spelled_text(&Spelled::Plain(ty))?))
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
        _ => format!("'\\{code:o}'"),
    }
}
