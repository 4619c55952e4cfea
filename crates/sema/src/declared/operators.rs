//! Declarations of operator functions ([over.oper], [basic.stc.dynamic], [over.literal], [class.conv.fct]): where they
//! are declared, how many parameters they have, and of which types.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{Decl, DeclKind, DeclName, FunctionExpr};
use asunder_syntax::TextSize;
use asunder_types::{Builtin, Kind, Symbol, Ty};

use super::Checker;
use crate::finding::{Argument, Mistake};

/// "… must be a member function".
const NOT_MEMBER: u16 = 341;
/// "operator may not be a static member function".
const STATIC: u16 = 342;
/// "too many parameters for this operator function".
const TOO_MANY: u16 = 344;
/// "too few parameters for this operator function".
const TOO_FEW: u16 = 345;
/// "default argument is not allowed".
const DEFAULT: u16 = 347;
/// "first parameter of allocation function must be of type …".
const ALLOCATION: u16 = 351;
/// "allocation function requires "void *" return type".
const ALLOCATION_RESULT: u16 = 352;
/// "operator new and operator delete cannot be given internal linkage".
const INTERNAL: u16 = 984;
/// "first parameter of deallocation function must be of type …".
const DEALLOCATION: u16 = 354;
/// "extra parameter of postfix … must be of type "int"".
const POSTFIX: u16 = 500;
/// "… will not be called for implicit or explicit conversions".
const NEVER_CALLED: u16 = 554;
/// "nonmember operator requires a parameter with class or enum type".
const NO_CLASS: u16 = 898;
/// "at least one parameter expected for a literal operator".
const NO_LITERAL: u16 = 2490;
/// "invalid integer parameter type … for literal operator; …".
const LITERAL_INTEGER: u16 = 2493;
/// "invalid floating-point parameter type … for literal operator; …".
const LITERAL_FLOATING: u16 = 2494;

/// How many operands an operator takes.
fn operands(operator: &str) -> Option<(usize, usize)> {
    Some(match operator {
        "!" | "~" | "->" => (1, 1),
        "+" | "-" | "*" | "&" | "++" | "--" => (1, 2),
        "/" | "%" | "^" | "|" | "=" | "<" | ">" | "+=" | "-=" | "*=" | "/=" | "%=" | "^=" | "&=" | "|="
        | "<<" | ">>" | "<<=" | ">>=" | "==" | "!=" | "<=" | ">=" | "<=>" | "&&" | "||" | "," | "->*" => {
            (2, 2)
        }
        _ => return None,
    })
}

impl<'db> Checker<'_, 'db> {
    /// What an operator function may not look like. `decl` may be that of a template.
    pub(super) fn operator(&mut self, at: DeclRef, decl: &'db Decl) {
        let (Some(function), Some(name)) = (self.sema.function_expr(at), self.name_of(at)) else { return };
        // Outside its class a member was looked at before.
        let is_of_class_template = decl.specifiers.is_friend && decl.templates.len() > 1;
        if decl.qualifier.is_some() || is_of_class_template || function.params.iter().any(has_pack) {
            return;
        }
        let found = match &decl.name {
            DeclName::Operator(operator) => match operator.trim_end_matches("[]") {
                "new" | "delete" => self.allocation(at, decl, operator, function),
                _ => self.overloaded(at, decl, operator, function),
            },
            DeclName::LiteralOperator(_) if decl.templates.is_empty() => self.literal_operator(at, function),
            DeclName::Conversion(_) => self.conversion(at, decl),
            _ => return,
        };
        for mistake in found {
            self.met(mistake, name.start());
        }
    }

    fn overloaded(
        &mut self,
        at: DeclRef,
        decl: &'db Decl,
        operator: &str,
        function: &FunctionExpr,
    ) -> Vec<Mistake> {
        let plain = |number| Mistake::new(number, Vec::new());
        let is_member = decl.parent.is_some() && !decl.specifiers.is_friend;
        let quoted = || vec![Argument::Name(format!("operator{operator}"))];
        let count = function.params.len();
        let is_newer = self.sema.dialect.standard >= asunder_syntax::Standard::Cpp23;
        let mut found = Vec::new();
        if !is_member && matches!(operator, "=" | "()" | "[]" | "->") {
            return vec![Mistake::new(NOT_MEMBER, quoted())];
        }
        if function.variadic || is_newer && matches!(operator, "()" | "[]") {
            return found;
        }
        if is_member && decl.specifiers.is_static {
            return vec![plain(STATIC)];
        }
        if operator == "()" {
            return found;
        }
        if let Some(index) = function.params.iter().position(|param| param.has_default)
            && let Some(value) = self.default_place(at, index)
            && let Some(equals) = self.text[..usize::from(value)].rfind('=')
        {
            self.met(plain(DEFAULT), TextSize::new(equals as u32));
        }
        let (few, many) = match operator {
            "[]" => (2, 2),
            _ => match operands(operator) {
                Some(limits) => limits,
                None => return found,
            },
        };
        let given = count + usize::from(is_member);
        if given > many {
            found.push(plain(TOO_MANY));
        } else if given < few {
            found.push(plain(TOO_FEW));
        } else if matches!(operator, "++" | "--") && given == 2 {
            let param = function.params.last().map(|param| self.sema.resolve(&param.ty, self.site(at)));
            let is_int = |ty: Ty<'db>| ty.as_builtin(self.sema.db) == Some(Builtin::Int);
            if let Some(ty) = param.filter(|ty| self.is_plain_type(*ty))
                && !is_int(ty.unqualified(self.sema.db))
            {
                found.push(Mistake::new(POSTFIX, quoted()));
            }
        }
        if !is_member && decl.templates.is_empty() && given <= many && (given >= few || count == 0) {
            let types = function.params.iter().map(|param| self.sema.resolve(&param.ty, self.site(at)));
            let is_without = types.into_iter().all(|ty| {
                let ty = ty.referred(self.sema.db);
                self.is_plain_type(ty)
                    && ty.as_class(self.sema.db).is_none()
                    && ty.as_enum(self.sema.db).is_none()
            });
            if is_without {
                found.push(plain(NO_CLASS));
            }
        }
        found
    }

    /// A type that is known, whatever instance of a template it stands in.
    fn is_plain_type(&self, ty: Ty<'db>) -> bool {
        !ty.absorbs(self.sema.db)
            && !self.sema.is_dependent(ty)
            && !matches!(ty.kind(self.sema.db), Kind::Error)
    }

    fn allocation(
        &self,
        at: DeclRef,
        decl: &'db Decl,
        operator: &str,
        function: &FunctionExpr,
    ) -> Vec<Mistake> {
        let db = self.sema.db;
        let Some(first) = function.params.first() else { return vec![Mistake::new(TOO_FEW, Vec::new())] };
        let ty = self.sema.resolve(&first.ty, self.site(at)).unqualified(db);
        if !self.is_plain_type(ty) || !decl.templates.is_empty() {
            return Vec::new();
        }
        let mut found = Vec::new();
        if decl.specifiers.is_static && decl.parent.is_none() && decl.qualifier.is_none() {
            found.push(Mistake::new(INTERNAL, Vec::new()));
        }
        if operator.starts_with("new") {
            let result = self.sema.resolve(&function.result, self.site(at));
            let is_size = ty.as_builtin(db) == Some(Builtin::UnsignedLong);
            if !is_size {
                found.push(Mistake::new(ALLOCATION, vec![Argument::ty("size_t")]));
            } else if self.is_plain_type(result) && !result.pointee(db).is_some_and(|to| to.is_void(db)) {
                found.push(Mistake::new(ALLOCATION_RESULT, Vec::new()));
            }
            return found;
        }
        // A destroying one takes the object ([basic.stc.dynamic.deallocation]/3).
        let is_pointer = ty.pointee(db).is_some_and(|to| to.is_void(db) || to.as_class(db).is_some());
        let argument = Argument::ty("void *");
        if !is_pointer {
            found.push(Mistake::new(DEALLOCATION, vec![argument]));
        }
        found
    }

    fn literal_operator(&self, at: DeclRef, function: &FunctionExpr) -> Vec<Mistake> {
        let db = self.sema.db;
        let Some(first) = function.params.first() else { return vec![Mistake::new(NO_LITERAL, Vec::new())] };
        let ty = self.sema.resolve(&first.ty, self.site(at)).unqualified(db);
        let Some(builtin) = ty.as_builtin(db).filter(|_| function.params.len() == 1) else {
            return Vec::new();
        };
        let number = match builtin {
            Builtin::UnsignedLongLong
            | Builtin::LongDouble
            | Builtin::Char
            | Builtin::WChar
            | Builtin::Char8
            | Builtin::Char16
            | Builtin::Char32 => return Vec::new(),
            _ if asunder_types::is_floating(builtin) => LITERAL_FLOATING,
            _ if asunder_types::is_integral(builtin) => LITERAL_INTEGER,
            _ => return Vec::new(),
        };
        vec![Mistake::new(number, vec![Argument::ty(self.sema.display(ty))])]
    }

    /// A conversion to what the object is anyway.
    fn conversion(&self, at: DeclRef, decl: &'db Decl) -> Vec<Mistake> {
        let db = self.sema.db;
        let symbol = Symbol { decl: at, env: self.sema.env_of(at) };
        let is_member = decl.parent.is_some() && decl.templates.is_empty();
        let (Some(class), true) = (self.sema.class_around(symbol), is_member) else { return Vec::new() };
        let Some(signature) = self.sema.signature(symbol) else { return Vec::new() };
        let to = signature.result.referred(db).unqualified(db);
        let is_own = match to.as_class(db) {
            Some(to) => to == class || matches!(self.sema.distance_to_base(class, to), Ok(Some(_))),
            None => to.is_void(db),
        };
        // A result in front of the name is an error of its own.
        if !is_own
            || !self.is_plain_type(to)
            || class.args(db).is_some()
            || self.start_of_result(at).is_some()
        {
            return Vec::new();
        }
        let Some(name) = self.sema.qualified_name(symbol) else { return Vec::new() };
        vec![Mistake::new(NEVER_CALLED, vec![Argument::Name(format!("{name}()"))])]
    }

    /// Whether a declaration is one of an operator function.
    pub(super) fn is_operator(decl: &Decl) -> bool {
        let is_operator = matches!(
            decl.name,
            DeclName::Operator(_) | DeclName::LiteralOperator(_) | DeclName::Conversion(_)
        );
        is_operator && matches!(decl.kind, DeclKind::Function { .. })
    }
}

fn has_pack(param: &asunder_decls::written::ParamExpr) -> bool {
    matches!(param.ty, asunder_decls::written::TypeExpr::Expansion(_))
}
