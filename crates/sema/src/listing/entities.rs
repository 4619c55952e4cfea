//! Which of an entity's declarations the reference shows.

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::redeclaration::Redeclarations;
use asunder_decls::written::{BodyKind, DeclKind, DeclName, NoexceptExpr, TypeExpr};
use asunder_hir::body::FIRST_LOCAL;
use asunder_types::Symbol;

use super::Places;
use crate::lookup::{Lookup, Want};
use crate::spelled::Typedefs;
use crate::view::Site;

impl<'db> Places<'_, 'db> {
    /// All declarations of the function that `decl` declares, in order.
    pub(super) fn declarations_of(&self, decl: DeclRef) -> Vec<DeclRef> {
        if decl.local.0 >= FIRST_LOCAL {
            return vec![decl];
        }
        match self.sema.names().redeclarations(decl) {
            Redeclarations::Known(mut all) => {
                all.retain(|other| {
                    !self.sema.decl(*other).specifiers.is_friend && self.is_alike(decl, *other)
                });
                all.sort();
                all
            }
            Redeclarations::Unknown => vec![decl],
        }
    }

    /// Conversion functions are told apart by what they convert to.
    fn is_alike(&self, decl: DeclRef, other: DeclRef) -> bool {
        let result = |decl: DeclRef| {
            let signature = self.sema.signature(Symbol { decl, env: self.sema.env_of(decl) })?;
            Some(signature.result)
        };
        !matches!(self.sema.decl(decl).name, DeclName::Conversion(_)) || result(decl) == result(other)
    }

    /// The declaration whose place the reference shows for a function: its definition, or else its first declaration;
    /// a program's own declaration takes the place of that of a system header, where it names parameters. Instances of
    /// templates are known by what is declared in front of their use.
    pub(super) fn shown_function(&self, decl: DeclRef) -> DeclRef {
        let sema = self.sema;
        let mut all = self.declarations_of(decl);
        let in_template = sema.has_open_template(sema.env_of(decl));
        if in_template && sema.decl(decl).parent.is_some() {
            return all.first().copied().unwrap_or(decl);
        }
        if in_template || sema.is_function_template(decl) {
            all.retain(|other| other.item <= self.item);
        }
        if let Some(definition) = all.iter().find(|it| self.is_definition(**it)) {
            return *definition;
        }
        let mut shown = all.first().copied().unwrap_or(decl);
        let symbol = Symbol { decl: shown, env: sema.env_of(shown) };
        if sema.signature(symbol).is_some_and(|signature| !signature.params.is_empty()) {
            for other in &all {
                if self.is_system(shown) && !self.is_system(*other) {
                    shown = *other;
                }
            }
        }
        shown
    }

    /// The declaration whose place the reference shows for a variable: its definition, or else its first declaration,
    /// those of blocks among them.
    pub(super) fn shown_variable(&self, decl: DeclRef) -> DeclRef {
        let sema = self.sema;
        let own = &sema.decl(decl);
        let is_of_block = decl.local.0 >= FIRST_LOCAL;
        let Some(ident) = own.name.ident() else { return decl };
        if own.parent.is_some() || is_of_block && !own.specifiers.is_extern {
            return decl;
        }
        let namespace = sema.names().item(decl.item).namespace;
        let of_blocks = sema.block_externs(namespace, ident);
        if of_blocks.is_empty() {
            return decl;
        }
        let mut all: Vec<DeclRef> = sema.names().declared_in(ident, namespace).to_vec();
        if !all.iter().all(|it| matches!(sema.decl(*it).kind, DeclKind::Variable { .. })) {
            return decl;
        }
        all.extend(of_blocks);
        all.sort_unstable();
        let definition = all.iter().find(|it| !sema.decl(**it).specifiers.is_extern);
        definition.or(all.first()).copied().unwrap_or(decl)
    }

    /// Whether a declaration stands in a system header.
    fn is_system(&self, decl: DeclRef) -> bool {
        let names = self.sema.names();
        let offset = names.name_offset(decl).unwrap_or_else(|| names.range(decl.item).start());
        self.positions.position(offset.into()).system
    }

    /// The type of a local pointer to a function, as a declarator shows it.
    pub(super) fn function_pointer(&self, decl: DeclRef, shown: &str) -> Option<String> {
        let (DeclKind::Variable { ty: TypeExpr::Pointer(inner), .. }
        | DeclKind::FunctionOrVariable { variable: TypeExpr::Pointer(inner), .. }) =
            &self.sema.decl(decl).kind
        else {
            return None;
        };
        let TypeExpr::Function(_) = **inner else { return None };
        let (result, params) = shown.strip_suffix(" *")?.split_once(" (")?;
        Some(format!("{result} (*)({params}"))
    }

    /// The type of an automatic array's elements, as it is written.
    pub(super) fn array_type(&self, decl: DeclRef) -> Option<String> {
        let sema = self.sema;
        let (DeclKind::Variable { ty: TypeExpr::Array(_, element), .. }
        | DeclKind::FunctionOrVariable { variable: TypeExpr::Array(_, element), .. }) = &sema.decl(decl).kind
        else {
            return None;
        };
        let specifiers = &sema.decl(decl).specifiers;
        if matches!(**element, TypeExpr::Array(..) | TypeExpr::Function(_))
            || specifiers.is_static
            || specifiers.is_extern
            || sema.decl(decl).attributes.spaces.shared
        {
            return None;
        }
        let site = Site::new(sema.env_of(decl), Point::before(decl));
        Some(self.written_type(element, site))
    }

    /// The type of a pointer to a function as its first declaration spells it, where its definition stands behind the item:
    /// the type that the definition gives it takes that one's place.
    pub(super) fn earlier_type(&self, decl: DeclRef) -> Option<String> {
        let sema = self.sema;
        if sema.is_function_template(decl) {
            return None;
        }
        let all = match decl.local.0 >= FIRST_LOCAL {
            true => self.declarations_with(decl),
            false => self.declarations_of(decl),
        };
        let first = *all.first()?;
        let is_defined_behind = all.iter().any(|it| it.item > self.item && self.is_definition(*it));
        if !is_defined_behind || first.item > self.item || sema.has_open_template(sema.env_of(first)) {
            return None;
        }
        let function = sema.function_expr(first)?;
        let suffix = match function.noexcept {
            NoexceptExpr::None => "",
            NoexceptExpr::Noexcept => " noexcept",
            NoexceptExpr::If(_) => return None,
        };
        let site = Site::new(sema.env_of(first), Point::before(first));
        let spelled = sema.spelled_function(function, site)?.pointer_to();
        let text = match &sema.decl(first).name {
            DeclName::Conversion(to) => {
                let to = sema.text_of(&sema.spelled(to, site)?, Typedefs::Listed)?;
                format!("{to}{}(*)()", if to.ends_with(['*', '&']) { "" } else { " " })
            }
            _ => sema.text_of(&spelled, Typedefs::Listed)?,
        };
        let plain = text.strip_suffix(" noexcept").unwrap_or(&text);
        let qualifiers = match sema.signature(Symbol { decl: first, env: sema.env_of(first) })?.qualifiers {
            qualifiers if qualifiers.is_const && qualifiers.is_volatile => " const volatile",
            qualifiers if qualifiers.is_const => " const",
            qualifiers if qualifiers.is_volatile => " volatile",
            _ => "",
        };
        Some(format!("{plain}{qualifiers}{suffix}"))
    }

    /// A function that a block declares, with the only one of its name around it.
    fn declarations_with(&self, of_block: DeclRef) -> Vec<DeclRef> {
        let names = self.sema.names();
        let Some(ident) = self.sema.decl(of_block).name.ident() else { return vec![of_block] };
        match &names.declared_in(ident, names.item(of_block.item).namespace)[..] {
            [only] if self.sema.function_expr(*only).is_some() => vec![of_block, *only],
            _ => vec![of_block],
        }
    }

    fn is_definition(&self, decl: DeclRef) -> bool {
        let kind = &self.sema.decl(decl).kind;
        matches!(kind, DeclKind::Function { body, .. } if *body != BodyKind::None)
    }

    /// A type with its typedefs; other types by their canonical form.
    fn written_type(&self, ty: &TypeExpr, site: Site<'_, 'db>) -> String {
        let sema = self.sema;
        let suffixed = |inner: &TypeExpr, suffix: &str| {
            let inner = self.written_type(inner, site);
            let blank = if inner.ends_with(['*', '&']) { "" } else { " " };
            format!("{inner}{blank}{suffix}")
        };
        match ty {
            TypeExpr::Name(path, _) => match sema.lookup_path(path, site, Want::Any).found {
                Lookup::Found(symbols)
                    if !symbols.is_empty()
                        && symbols
                            .iter()
                            .all(|it| matches!(sema.decl(it.decl).kind, DeclKind::Typedef(_)))
                        && path.as_ident().is_some() =>
                {
                    path.as_ident().map(|ident| ident.to_string()).unwrap_or_default()
                }
                _ => sema.display(sema.resolve(ty, site)),
            },
            TypeExpr::Pointer(inner) if !matches!(**inner, TypeExpr::Function(_) | TypeExpr::Array(..)) => {
                suffixed(inner, "*")
            }
            TypeExpr::LvalueRef(inner) if !matches!(**inner, TypeExpr::Function(_) | TypeExpr::Array(..)) => {
                suffixed(inner, "&")
            }
            TypeExpr::Qualified(qualifiers, inner)
                if qualifiers.is_const
                    && matches!(**inner, TypeExpr::Name(..) | TypeExpr::Builtin(_) | TypeExpr::Signed(_)) =>
            {
                format!("const {}", self.written_type(inner, site))
            }
            _ => {
                let ty = sema.adjusted_parameter(sema.resolve(ty, site));
                sema.display(ty)
            }
        }
    }
}
