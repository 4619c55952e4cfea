//! Values of class types as template arguments ([temp.param]/6, C++20): those of aggregates whose members have
//! known values.

use asunder_mangle::model::{
    Bound, Builtin, Expr as Symbolic, ExprRef, LiteralValue, NameRef, Type, TypeRef,
};

use crate::class_layout::Field;
use crate::constant::unqualified;
use crate::names::{Names, Point};
use crate::scope::{Lookup, Site};
use crate::written::{Access, Arg, DeclKind, DeclName, Expr, Init};

/// Elements of an array beyond which a value is not followed.
const MAX_ELEMENTS: u64 = 256;

impl<'db> Names<'db> {
    /// The value of the class type `ty` that `expr`, written at `site`, is. It holds every member: the reference
    /// writes those that are zero too.
    pub(crate) fn class_argument(&self, expr: &Expr, ty: &TypeRef, site: &Site) -> Option<ExprRef> {
        self.nested(None, || match expr {
            Expr::Paren(inner) => self.class_argument(inner, ty, site),
            Expr::ConstructList(of, values) if unqualified(&self.resolve(of, site)) == *ty => {
                self.aggregate(ty, values, site)
            }
            Expr::Construct(of, values)
                if values.is_empty() && unqualified(&self.resolve(of, site)) == *ty =>
            {
                self.aggregate(ty, &[], site)
            }
            Expr::List(values) => self.aggregate(ty, values, site),
            Expr::Name(path) => {
                let Lookup::Found(members) = self.lookup_value(path, site) else { return None };
                let [member] = members.as_slice() else { return None };
                let DeclKind::Variable { ty: declared, init } = &self.decl(member.decl).kind else {
                    return None;
                };
                let from = self.site_of_member(member);
                if unqualified(&self.resolve(declared, &from)) != *ty {
                    return None;
                }
                match init {
                    Init::Value(init) => self.class_argument(init, ty, &from),
                    // Copying an object of an empty class reads nothing.
                    _ if self.is_without_fields(ty) => self.aggregate(ty, &[], site),
                    _ => None,
                }
            }
            _ => None,
        })
    }

    fn is_without_fields(&self, ty: &TypeRef) -> bool {
        let Type::Named(name) = &**ty else { return false };
        self.class_definition(name).is_some_and(|definition| self.fields(definition, name).is_empty())
    }

    /// `ty{values}` of an aggregate ([dcl.init.aggr]).
    fn aggregate(&self, ty: &TypeRef, values: &[Expr], site: &Site) -> Option<ExprRef> {
        let Type::Named(name) = &**ty else { return None };
        let definition = self.class_definition(name)?;
        let DeclKind::Class(class) = &self.decl(definition).kind else { return None };
        let is_structor = |name: &DeclName| matches!(name, DeclName::Constructor | DeclName::Destructor);
        let functions = self.member_functions(definition);
        let is_plain = |it: &&crate::written::Decl| !it.specifiers.is_virtual && !is_structor(&it.name);
        if !class.bases.is_empty() || !functions.iter().all(is_plain) {
            return None;
        }
        let fields = self.fields(definition, name);
        let members = if class.is_union {
            vec![self.union_member(name, &fields, values, site)?]
        } else {
            self.aggregate_members(name, &fields, values, site)?
        };
        Some(Symbolic::ConvertList(ty.clone(), members).into())
    }

    fn aggregate_members(
        &self,
        class: &NameRef,
        fields: &[Field],
        values: &[Expr],
        site: &Site,
    ) -> Option<Vec<ExprRef>> {
        let inside = self.inside_class(class, Point::END);
        let mut values = values.iter().peekable();
        let mut members = Vec::new();
        for field in fields {
            let Field::Member { decl, ty, is_initialized } = field else { return None };
            if decl.name == DeclName::None {
                continue;
            }
            if decl.access != Access::Public {
                return None;
            }
            let ty = unqualified(&self.resolve(ty, &inside));
            let value = match values.peek() {
                Some(Expr::Designated(name, value)) if decl.name.ident() == Some(name) => Some(&**value),
                Some(Expr::Designated(..)) | None => None,
                Some(value) => Some(*value),
            };
            members.push(match value {
                Some(value) => {
                    values.next();
                    self.member_value_of(&ty, value, site)?
                }
                None if *is_initialized => return None,
                None => self.zero(&ty, site)?,
            });
        }
        values.next().is_none().then_some(members)
    }

    fn union_member(
        &self,
        class: &NameRef,
        fields: &[Field],
        values: &[Expr],
        site: &Site,
    ) -> Option<ExprRef> {
        let [Expr::Designated(name, value)] = values else { return None };
        let named = fields.iter().find_map(|field| match field {
            Field::Member { decl, ty, .. } if decl.name.ident() == Some(name) => Some(*ty),
            _ => None,
        });
        let ty = unqualified(&self.resolve(named?, &self.inside_class(class, Point::END)));
        let value = self.member_value_of(&ty, value, site)?;
        Some(Symbolic::Designated(name.clone(), value).into())
    }

    fn member_value_of(&self, ty: &TypeRef, value: &Expr, site: &Site) -> Option<ExprRef> {
        match (&**ty, value) {
            (Type::Array(Bound::Count(count), element), Expr::List(values)) => {
                if *count > MAX_ELEMENTS || values.len() as u64 > *count {
                    return None;
                }
                let given = values.iter().map(|value| self.member_value_of(element, value, site));
                let mut elements: Vec<ExprRef> = given.collect::<Option<_>>()?;
                while (elements.len() as u64) < *count {
                    elements.push(self.zero(element, site)?);
                }
                Some(Symbolic::ConvertList(ty.clone(), elements).into())
            }
            (Type::Array(..), _) => None,
            _ => self.value_argument(&Arg::Expr(value.clone()), ty, site),
        }
    }

    /// The value of a member that no initializer is given for.
    fn zero(&self, ty: &TypeRef, site: &Site) -> Option<ExprRef> {
        let literal = |value| Some(Symbolic::Literal(ty.clone(), value).into());
        match &**ty {
            Type::Builtin(Builtin::Float) => literal(LiteralValue::FloatBits("00000000".into())),
            Type::Builtin(Builtin::Double) => literal(LiteralValue::FloatBits("0000000000000000".into())),
            Type::Builtin(Builtin::LongDouble | Builtin::Float128 | Builtin::NullPtr | Builtin::Void) => None,
            Type::Builtin(_) | Type::Pointer(_) => literal(LiteralValue::Integer(0)),
            Type::Named(_) if self.is_enum(ty) => literal(LiteralValue::Integer(0)),
            Type::Named(_) => self.aggregate(ty, &[], site),
            Type::Array(Bound::Count(_), _) => self.member_value_of(ty, &Expr::List(Vec::new()), site),
            _ => None,
        }
    }
}
