//! Types as text: `const T *`, `int (float *, ...) *`, every typedef followed and every name qualified.

use asunder_decls::layout::NamespaceId;
use asunder_decls::names::DeclRef;
use asunder_decls::written::{Decl, DeclKind, DeclName, SegmentName, TemplateParamKind, TypeExpr};

use crate::{Arg, Args, Bound, Builtin, Class, Env, Frame, Kind, Origin, Qualifiers, Ty, Value};

/// Gives the declarations that types name.
pub trait Declared<'db> {
    /// The database.
    fn db(&self) -> &'db dyn salsa::Database;
    /// A declaration.
    fn declaration(&self, decl: DeclRef) -> &'db Decl;
    /// The name of a namespace; `None` for an unnamed one.
    fn namespace_name(&self, id: NamespaceId) -> Option<String>;
    /// The typedef that names an unnamed class or enumeration ([dcl.typedef]/4).
    fn typedef_name(&self, decl: DeclRef) -> Option<String>;
    /// The template arguments of an instance as messages show them; `None` where a part of them is not known.
    fn arguments_text(&self, class: Class<'db>) -> Option<String>;
}

/// Bytes of a type's text behind which the rest is left out: chains of aliases make texts that no memory holds.
const LONGEST: usize = 16 << 20;

/// The text of a type; what is too long ends with `...`.
pub fn display<'db>(ty: Ty<'db>, names: &dyn Declared<'db>) -> String {
    let mut text = displayed_up_to(ty, names, LONGEST, false);
    if text.len() > LONGEST {
        text.push_str("...");
    }
    text
}

/// Whether the text of template arguments, without typedefs, is longer than `limit` bytes.
pub fn is_longer_than<'db>(args: Args<'db>, names: &dyn Declared<'db>, limit: usize) -> bool {
    let mut text = String::new();
    Printer { names, text: &mut text, limit, is_plain: true }.args(args, true);
    text.len() > limit
}

/// Whether the text of a type, without typedefs, is `text`.
pub fn is_displayed_as<'db>(ty: Ty<'db>, names: &dyn Declared<'db>, text: &str) -> bool {
    displayed_up_to(ty, names, text.len(), true) == text
}

/// The text of a type, or the beginning of one that is longer than `limit` bytes, longer than these itself.
fn displayed_up_to<'db>(ty: Ty<'db>, names: &dyn Declared<'db>, limit: usize, is_plain: bool) -> String {
    let mut text = String::new();
    // An unnamed class or union shows what it is.
    if let Kind::Class(class) = ty.unqualified(names.db()).kind(names.db())
        && let Origin::Decl(decl) = class.origin(names.db())
        && let DeclKind::Class(written) = &names.declaration(decl).kind
        && matches!(names.declaration(decl).name, DeclName::None)
        && names.typedef_name(decl).is_none()
    {
        let qualifiers = ty.qualifiers(names.db());
        let words = [(qualifiers.is_const, "const "), (qualifiers.is_volatile, "volatile ")];
        words.iter().filter(|(is_there, _)| *is_there).for_each(|(_, word)| text.push_str(word));
        text.push_str(if written.is_union { "union " } else { "struct " });
        Printer { names, text: &mut text, limit, is_plain }.ty(ty.unqualified(names.db()));
        return text;
    }
    Printer { names, text: &mut text, limit, is_plain }.ty(ty);
    text
}

struct Printer<'a, 'db> {
    names: &'a dyn Declared<'db>,
    text: &'a mut String,
    /// Length in bytes behind which nothing is added.
    limit: usize,
    /// The arguments of instances are shown without typedefs.
    is_plain: bool,
}

impl<'db> Printer<'_, 'db> {
    fn ty(&mut self, ty: Ty<'db>) {
        if self.text.len() > self.limit {
            return;
        }
        let db = self.names.db();
        match ty.kind(db) {
            Kind::Gap(why) => {
                self.text.push_str("<gap: ");
                self.text.push_str(why);
                self.text.push('>');
            }
            Kind::Error => self.text.push_str("<error>"),
            Kind::Dependent => self.text.push_str("<dependent>"),
            Kind::Builtin(builtin) => self.text.push_str(builtin_name(*builtin)),
            Kind::Qualified(qualifiers, inner) => {
                let words = words(*qualifiers);
                if matches!(inner.kind(db), Kind::Pointer(_)) {
                    self.ty(*inner);
                    self.text.push_str(&words);
                } else {
                    if !words.is_empty() {
                        self.text.push_str(&words);
                        self.text.push(' ');
                    }
                    self.ty(*inner);
                }
            }
            Kind::Pointer(to) => {
                self.ty(*to);
                self.text.push_str(" *");
            }
            Kind::Reference(to, rvalue) => {
                self.ty(*to);
                self.text.push_str(if *rvalue { " &&" } else { " &" });
            }
            Kind::Array(element, bound) => {
                self.ty(*element);
                match bound {
                    Bound::Count(count) => self.text.push_str(&format!(" [{count}]")),
                    _ => self.text.push_str(" [0]"),
                }
            }
            Kind::Function(function) => {
                self.ty(function.result);
                self.text.push_str(" (");
                for (index, param) in function.params.iter().enumerate() {
                    if index > 0 {
                        self.text.push_str(", ");
                    }
                    self.ty(*param);
                }
                if function.variadic {
                    self.text.push_str(if function.params.is_empty() { "..." } else { ", ..." });
                }
                self.text.push(')');
                if function.qualifiers.is_const {
                    self.text.push_str(" const");
                }
            }
            Kind::MemberPointer(class, member) => {
                self.ty(*member);
                self.text.push(' ');
                self.ty(*class);
                self.text.push_str("::*");
            }
            Kind::Class(class) => self.class(*class),
            Kind::Enum(decl, env) => {
                self.scopes(*env);
                self.declared(*decl);
            }
            Kind::Param(param) => {
                let decl = self.names.declaration(param.template);
                let param = decl
                    .templates
                    .get(param.header as usize)
                    .and_then(|header| header.params.get(param.index as usize));
                match param.and_then(|param| Some((param.name.as_deref()?, &param.kind))) {
                    // One that a placeholder invents.
                    Some((name, kind)) if name.starts_with("<auto-") => {
                        if let TemplateParamKind::Value(TypeExpr::Name(concept, _), _) = kind
                            && let Some(SegmentName::Ident(concept)) =
                                concept.segments.last().map(|it| &it.name)
                        {
                            self.text.push_str(&format!("{concept} "));
                        }
                        self.text.push_str("auto");
                    }
                    Some((name, _)) => self.text.push_str(name),
                    None => self.text.push_str("<param>"),
                }
            }
            Kind::ParamInstance(..) => self.text.push_str("<dependent>"),
            Kind::Expansion(inner) => {
                self.ty(*inner);
                self.text.push_str("...");
            }
            Kind::Vector(element, count) => {
                self.ty(*element);
                self.text.push_str(&format!(" __vector({count})"));
            }
            Kind::Complex(element) => {
                self.text.push_str("_Complex ");
                self.ty(*element);
            }
            Kind::Auto => self.text.push_str("auto"),
            Kind::DecltypeAuto => self.text.push_str("decltype(auto)"),
        }
    }

    fn class(&mut self, class: Class<'db>) {
        let db = self.names.db();
        match class.origin(db) {
            Origin::Decl(decl) => {
                self.scopes(class.outer(db));
                self.declared(decl);
            }
            Origin::Lambda(..) => self.text.push_str("<unnamed>"),
        }
        if let Some(args) = class.args(db) {
            self.text.push('<');
            let text = if self.is_plain { None } else { self.names.arguments_text(class) };
            match text {
                Some(text) => self.text.push_str(&text),
                None => _ = self.args(args, true),
            }
            self.text.push('>');
        }
    }

    fn args(&mut self, args: Args<'db>, mut first: bool) -> bool {
        let db = self.names.db();
        for arg in args.list(db) {
            if let Arg::Pack(inner) = arg {
                first = self.args(*inner, first);
                continue;
            }
            if !first {
                self.text.push_str(", ");
            }
            first = false;
            match arg {
                Arg::Type(ty) => self.ty(*ty),
                Arg::Value(value) => self.value(value),
                Arg::Template(decl, env) => {
                    self.scopes(*env);
                    self.declared(*decl);
                }
                Arg::TemplateParam(_) => self.text.push_str("<dependent>"),
                Arg::Pack(_) => {}
            }
        }
        first
    }

    fn value(&mut self, value: &Value<'db>) {
        let db = self.names.db();
        match value {
            Value::Integer(number, ty) => match ty.as_builtin(db) {
                Some(Builtin::Bool) => self.text.push_str(if *number != 0 { "true" } else { "false" }),
                _ if ty.as_enum(db).is_some() => {
                    self.text.push('(');
                    self.ty(*ty);
                    self.text.push_str(&format!("){number}"));
                }
                Some(builtin) => {
                    self.text.push_str(&format!("{number}{}", suffix(builtin)));
                }
                None => self.text.push_str(&number.to_string()),
            },
            Value::Floating(bits, _) => self.text.push_str(&f64::from_bits(*bits).to_string()),
            Value::Null(_) => self.text.push('0'),
            Value::Address(decl, env) => {
                self.text.push('&');
                self.scopes(*env);
                self.declared(*decl);
            }
            Value::Param(_) | Value::Dependent => self.text.push_str("<dependent>"),
            Value::Gap(why) => self.text.push_str(&format!("<gap: {why}>")),
        }
    }

    /// The scopes in front of a name: `A::B<int>::`.
    fn scopes(&mut self, env: Env<'db>) {
        let db = self.names.db();
        let mut chain = Vec::new();
        let mut at = Some(env);
        while let Some(env) = at {
            match env.frame(db) {
                Frame::Namespace(_) if env.outer(db).is_some() => chain.push(env.frame(db)),
                Frame::Class(_) => {
                    chain.push(env.frame(db));
                    break;
                }
                Frame::Body(..) | Frame::CallOperator(..) => break,
                _ => {}
            }
            at = env.outer(db);
        }
        for frame in chain.into_iter().rev() {
            match frame {
                Frame::Namespace(id) => match self.names.namespace_name(id) {
                    Some(name) => self.text.push_str(&name),
                    None => self.text.push_str("<unnamed>"),
                },
                Frame::Class(class) => self.class(class),
                _ => {}
            }
            self.text.push_str("::");
        }
    }

    fn declared(&mut self, decl: DeclRef) {
        let written = self.names.declaration(decl);
        match &written.name {
            DeclName::Ident(name) | DeclName::TemplateId(name, _) => self.text.push_str(name),
            DeclName::Operator(spelling) => {
                self.text.push_str("operator");
                self.text.push_str(spelling);
            }
            DeclName::None if matches!(written.kind, DeclKind::Class(_) | DeclKind::Enum(_)) => {
                let name = self.names.typedef_name(decl);
                self.text.push_str(name.as_deref().unwrap_or("<unnamed>"));
            }
            _ => self.text.push_str("<unnamed>"),
        }
    }
}

fn words(qualifiers: Qualifiers) -> String {
    let mut words = Vec::new();
    if qualifiers.is_const {
        words.push("const");
    }
    if qualifiers.is_volatile {
        words.push("volatile");
    }
    words.join(" ")
}

/// The suffix of an integer constant of the type.
pub(crate) fn suffix(builtin: Builtin) -> &'static str {
    match builtin {
        Builtin::UnsignedInt => "U",
        Builtin::Long => "L",
        Builtin::UnsignedLong => "UL",
        Builtin::LongLong => "LL",
        Builtin::UnsignedLongLong => "ULL",
        _ => "",
    }
}

/// The name of a built-in type.
pub(crate) fn builtin_name(builtin: Builtin) -> &'static str {
    use Builtin::*;
    match builtin {
        Void => "void",
        Bool => "bool",
        Char => "char",
        SignedChar => "signed char",
        UnsignedChar => "unsigned char",
        WChar => "wchar_t",
        Char8 => "char8_t",
        Char16 => "char16_t",
        Char32 => "char32_t",
        Short => "short",
        UnsignedShort => "unsigned short",
        Int => "int",
        UnsignedInt => "unsigned int",
        Long => "long",
        UnsignedLong => "unsigned long",
        LongLong => "long long",
        UnsignedLongLong => "unsigned long long",
        Int128 => "__int128",
        UnsignedInt128 => "unsigned __int128",
        Float => "float",
        Double => "double",
        LongDouble => "long double",
        Float128 => "__float128",
        Float16 => "_Float16",
        Half => "__fp16",
        Float32 => "_Float32",
        Float32x => "_Float32x",
        Float64 => "_Float64",
        Float64x => "_Float64x",
        ExtendedFloat128 => "_Float128",
        BFloat16 | VendorBFloat16 => "__bf16",
        NullPtr => "std::nullptr_t",
    }
}
