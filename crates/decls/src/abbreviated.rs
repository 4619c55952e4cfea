//! Abbreviated function templates ([dcl.fct]/22): each `auto` among the parameters is a template parameter.

use asunder_mangle::model::{Entity, Function, Name, TemplateArg, TemplateParam, Type, TypeRef};

use crate::names::Names;
use crate::scope::{Member, Site};
use crate::written::Arg;

impl Names<'_> {
    /// The instance of the function `template`, which has no template header, with the arguments `args`, written at
    /// `site`, for all of its invented parameters. `None` when they do not fit or are not known.
    pub(crate) fn abbreviated_instance(
        &self,
        template: &Member,
        args: &[Arg],
        site: &Site,
    ) -> Option<Entity> {
        let Entity::Function(mut function) = self.member_entity(template)? else { return None };
        let mut given = args.iter().map(|arg| self.type_argument(arg, site).map(TemplateArg::Type));
        let mut bound = Vec::new();
        for parameter in &mut function.ty.parameters {
            let symbol = Type::Param(TemplateParam { level: 0, index: bound.len() as u32 });
            let Some((with_symbol, is_pack)) = invented(parameter, &symbol.into()) else { continue };
            *parameter = with_symbol;
            bound.push(match is_pack {
                true => TemplateArg::Pack(given.by_ref().collect::<Option<_>>()?),
                false => given.next()??,
            });
        }
        if bound.is_empty() || given.next().is_some() {
            return None;
        }
        let name = Name::clone(&function.name).with_args(bound);
        Some(Entity::Function(Function { name: name.into(), ..function }))
    }
}

/// The type of a parameter with `symbol` in the place of its `auto`, and whether that is a pack; `None` without one.
fn invented(ty: &TypeRef, symbol: &TypeRef) -> Option<(TypeRef, bool)> {
    let around = |inner: &TypeRef, make: fn(TypeRef) -> Type| {
        let (inner, is_pack) = invented(inner, symbol)?;
        Some((make(inner).into(), is_pack))
    };
    match &**ty {
        Type::Auto => Some((symbol.clone(), false)),
        Type::Pointer(inner) => around(inner, Type::Pointer),
        Type::LvalueRef(inner) => around(inner, Type::LvalueRef),
        Type::RvalueRef(inner) => around(inner, Type::RvalueRef),
        Type::PackExpansion(inner) => Some((Type::PackExpansion(invented(inner, symbol)?.0).into(), true)),
        Type::Qualified(qualifiers, inner) => {
            let (inner, is_pack) = invented(inner, symbol)?;
            Some((Type::Qualified(*qualifiers, inner).into(), is_pack))
        }
        _ => None,
    }
}
