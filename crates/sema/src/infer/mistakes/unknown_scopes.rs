//! Types of block declarations that a template which nothing declares would have, and names behind scopes that nothing
//! declares. The reference reads such a declaration as an expression: template arguments are operands, and the declared
//! name is one that nothing declares.

use asunder_decls::written::{Arg, Path, SegmentName, TypeExpr};
use asunder_hir::body::{Init, StmtId};
use asunder_mangle::model::Ident;
use asunder_types::Symbol;

use super::super::{At, Infer};
use crate::finding::{Argument, EXPECTED_SEMICOLON, MetAt, Mistake, NOT_GLOBAL};
use crate::lookup::{Lookup, Sought, Want};
use crate::nested_names::NamePart;
use crate::template_ids::ArgumentPlace;

/// "expected an expression".
const EXPECTED_EXPRESSION: u16 = 29;
/// "expected an identifier".
const EXPECTED_IDENTIFIER: u16 = 40;
/// "type name is not allowed".
const TYPE_NAME: u16 = 254;
/// "name followed by "::" must be a class or namespace name".
const NO_SCOPE: u16 = 276;
/// "qualified name is not allowed".
const QUALIFIED: u16 = 283;
/// "… is not a template".
const NO_TEMPLATE: u16 = 864;

/// What the reference says of a template argument that it reads as an operand.
enum Operand {
    /// Nothing: a value, or a name that nothing declares.
    Value,
    /// It is a type.
    Type,
    /// It is a type, and an operand is missing behind the `*` or `&` that it ends with: what follows is not read.
    Pointer,
    /// It is a type, and an operand is missing in the brackets that it ends with.
    Array,
    /// A function type that reads as a cast of a type, and whether it has more parameters.
    Function(bool),
    /// It starts with a word that no expression starts with.
    Keyword,
    /// A type of several words, of which the first is an operand: what follows is not read.
    Words,
}

impl<'db> Infer<'_, 'db> {
    /// `N::T<int> x;`, `T<int> x;`. True if nothing is declared.
    pub(crate) fn undeclared_template(
        &mut self,
        symbol: Symbol<'db>,
        written: &TypeExpr,
        path: &Path,
        init: &Init,
        statement: StmtId,
    ) -> bool {
        let decl = self.sema.decl(symbol.decl);
        let Some(name) = decl.name.ident().cloned() else { return false };
        let Some(SegmentName::Ident(first)) = path.segments.first().map(|it| &it.name) else { return false };
        let specifiers = decl.specifiers;
        let is_plain = !specifiers.is_static
            && !specifiers.is_extern
            && !specifiers.is_constexpr
            && !specifiers.is_thread_local
            && !decl.attributes.spaces.shared;
        if !is_plain || crate::declared::is_qualified(written) {
            if let [only] = path.segments.as_slice() {
                let SegmentName::Ident(template) = &only.name else { return false };
                if self.sema.lookup(Sought::Ident(template), self.site(), Want::Any) == Lookup::None {
                    let mistake = Mistake::new(NO_TEMPLATE, vec![Argument::Text(template.to_string())]);
                    self.met_at(mistake, MetAt::Word(statement, template.clone()));
                }
                self.check_constant_of_unknown(symbol, written, init);
                return false;
            }
            if self.unknown_member(path).is_some() && is_plain {
                self.met_at(Mistake::new(QUALIFIED, Vec::new()), MetAt::Word(statement, first.clone()));
            }
            return false;
        }
        let Some((mistake, template)) = self.unknown_template(path) else { return false };
        let at = MetAt::Word(statement, template.clone());
        // Once in each function.
        match mistake.undeclared().map(Ident::from) {
            Some(name) => self.met_undeclared(&name, at),
            None => self.met_at(mistake, at),
        }
        let args = path.segments.last().and_then(|last| last.args.as_deref()).unwrap_or_default();
        if self.check_operands(statement, &template, args).is_none() {
            return true;
        }
        if self.sema.lookup(Sought::Ident(&name), self.site(), Want::Any) == Lookup::None {
            self.met_undeclared(&name, MetAt::Name(symbol.decl));
        }
        if let Init::Brace(list) = init {
            self.met_at(Mistake::new(EXPECTED_SEMICOLON, Vec::new()), MetAt::Node(At::Start(*list)));
        }
        false
    }

    /// The arguments of a template that nothing declares as operands; `None` where the reference stops reading among them.
    fn check_operands(&mut self, statement: StmtId, template: &Ident, args: &[Arg]) -> Option<()> {
        for (index, arg) in args.iter().enumerate() {
            use ArgumentPlace::{End, Inner, Last, Start};
            let (of_type, missing, ends) = match self.operand_of(arg, index) {
                Operand::Value => continue,
                Operand::Type => (Some(Start(index)), None, false),
                Operand::Pointer => (Some(Start(index)), Some(End(index)), true),
                Operand::Array => (Some(Start(index)), Some(Last(index)), false),
                Operand::Function(has_more) => (Some(Inner(index)), None, has_more),
                Operand::Keyword => (None, Some(Start(index)), true),
                Operand::Words => (Some(Start(index)), None, true),
            };
            let wrong = [(TYPE_NAME, of_type), (EXPECTED_EXPRESSION, missing)];
            for (number, place) in wrong.into_iter().filter_map(|(number, place)| Some((number, place?))) {
                let at = MetAt::TemplateArguments(statement, template.clone(), place);
                self.met_at(Mistake::new(number, Vec::new()), at);
            }
            if ends {
                return None;
            }
        }
        Some(())
    }

    fn operand_of(&self, arg: &Arg, index: usize) -> Operand {
        match arg {
            Arg::Type(ty) => self.operand_of_type(ty, index),
            Arg::Name(path) => self.operand_of_type(&TypeExpr::Name(path.clone(), false), index),
            Arg::Ambiguous(ty, _) if self.sema.names_type(ty, self.site()) => self.operand_of_type(ty, index),
            _ => Operand::Value,
        }
    }

    fn operand_of_type(&self, ty: &TypeExpr, index: usize) -> Operand {
        match ty {
            TypeExpr::Signed(_) => Operand::Type,
            TypeExpr::Builtin(builtin) => {
                match self.sema.display(self.sema.builtin(*builtin)).contains(' ') {
                    true => Operand::Words,
                    false => Operand::Type,
                }
            }
            TypeExpr::Name(path, false) => match self.sema.names_type(ty, self.site()) {
                true => Operand::Type,
                // Of a template that is known the name is that of a type, too.
                false if path.segments.last().is_some_and(|last| last.args.is_some()) => {
                    match self.sema.lookup_path(path, self.site(), Want::Any).found {
                        Lookup::Found(_) | Lookup::Injected(_) => Operand::Type,
                        _ => Operand::Value,
                    }
                }
                false => Operand::Value,
            },
            TypeExpr::Pointer(inner) | TypeExpr::LvalueRef(inner) | TypeExpr::RvalueRef(inner) => {
                self.compound(inner, index, Operand::Pointer)
            }
            TypeExpr::Array(None, inner) => self.compound(inner, index, Operand::Array),
            TypeExpr::Array(Some(_), inner) => self.operand_of_type(inner, index),
            TypeExpr::Qualified(..) | TypeExpr::Elaborated(_) => Operand::Keyword,
            TypeExpr::Function(function) => match function.params.as_slice() {
                [first, rest @ ..] if matches!(self.operand_of_type(&first.ty, index), Operand::Type) => {
                    Operand::Function(!rest.is_empty())
                }
                _ => Operand::Value,
            },
            _ => Operand::Value,
        }
    }

    fn compound(&self, inner: &TypeExpr, index: usize, whole: Operand) -> Operand {
        match self.operand_of_type(inner, index) {
            Operand::Type => whole,
            operand => operand,
        }
    }

    /// `N::unknown::T x;`, `unknown::T x;`, `N::unknown<A>::T x;`: an expression that ends in front of the declared name. True
    /// if it is reported: nothing is declared.
    pub(crate) fn check_unknown_scope(&mut self, symbol: Symbol<'db>, written: &TypeExpr) -> bool {
        let (TypeExpr::Name(path, false), Some(statement)) = (written, self.statement) else { return false };
        let [prefix @ .., last] = path.segments.as_slice() else { return false };
        if path.global || prefix.is_empty() || self.in_instance {
            return false;
        }
        let decl = self.sema.decl(symbol.decl);
        if decl.specifiers != asunder_decls::written::Specifiers::default() {
            return false;
        }
        let parts = |count: usize| Path { global: false, segments: path.segments[..count].to_vec() };
        let is_scope = |count: usize| self.sema.namespace_of_path(&parts(count), self.site()).is_some();
        let Some(index) = (0..prefix.len()).find(|index| !is_scope(index + 1)) else { return false };
        let SegmentName::Ident(word) = &prefix[index].name else { return false };
        let found = self.sema.lookup_path(&parts(index + 1), self.site(), Want::Any).found;
        if !matches!(found, Lookup::None) || word.starts_with("__") {
            return false;
        }
        let place = |part| MetAt::PartOfName(statement, Box::new(path.clone()), part);
        let SegmentName::Ident(name) = &last.name else { return false };
        match (&prefix[index].args, &last.args) {
            (None, None) => {
                self.met_at(Mistake::new(NO_SCOPE, Vec::new()), place(NamePart::Part(index)));
                self.met_at(Mistake::new(EXPECTED_SEMICOLON, Vec::new()), MetAt::Name(symbol.decl));
            }
            (None, Some(_)) => {
                self.met_at(Mistake::new(NO_SCOPE, Vec::new()), place(NamePart::Part(index)));
                let argument = MetAt::TemplateArguments(statement, name.clone(), ArgumentPlace::Start(0));
                self.met_at(Mistake::new(EXPECTED_IDENTIFIER, Vec::new()), argument.clone());
                self.met_at(Mistake::new(EXPECTED_SEMICOLON, Vec::new()), argument);
            }
            (Some(args), None) if index + 1 == prefix.len() && index > 0 => {
                let Some((mistake, template)) = self.unknown_member(&parts(index + 1)) else { return false };
                self.met_at(mistake, MetAt::Word(statement, template.clone()));
                if self.check_operands(statement, &template, args).is_none() {
                    return true;
                }
                let global = Path { global: true, segments: vec![last.clone()] };
                if matches!(self.sema.lookup_path(&global, self.site(), Want::Any).found, Lookup::None) {
                    let mistake = Mistake::new(NOT_GLOBAL, vec![Argument::Name(name.to_string())]);
                    self.met_at(mistake, place(NamePart::Part(prefix.len())));
                }
                self.met_at(Mistake::new(EXPECTED_SEMICOLON, Vec::new()), MetAt::Name(symbol.decl));
            }
            _ => return false,
        }
        true
    }
}
