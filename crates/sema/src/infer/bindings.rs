//! Structured bindings ([dcl.struct.bind]).

use asunder_decls::names::Point;
use asunder_decls::written::{Path, Segment, SegmentName};
use asunder_mangle::model::Ident;
use asunder_types::{Args, Bound, Builtin, Class, Kind, Symbol, Ty, Value};

use super::{Infer, Variable};
use crate::lookup::{Lookup, Sought, Want};
use crate::template_arguments::GivenArg;

/// Why the elements of an object that is like a tuple are not known.
const UNKNOWN: &str = "elements of a structured binding";

impl<'db> Infer<'_, 'db> {
    /// The names of a structured binding ([dcl.struct.bind]). True where they name parts of an object that is made by its
    /// initializer alone: not by `get` and not element by element.
    pub(super) fn bindings(&mut self, symbol: Symbol<'db>, names: &[Ident], of: Ty<'db>) -> bool {
        let db = self.db();
        let object = of.referred(db);
        let mut types: Vec<Ty<'db>> = Vec::new();
        let mut is_plain = !self.sema.class_of_elements(of).is_some_and(|(_, is_array)| is_array);
        match object.unqualified(db).kind(db) {
            _ if self.sema.is_dependent(object) => types = vec![self.sema.ty(Kind::Dependent); names.len()],
            Kind::Array(element, Bound::Count(count)) if *count == names.len() as u64 => {
                types.resize(names.len(), element.qualified(db, object.qualifiers(db)));
            }
            Kind::Class(class) => match self.tuple_elements(*class, names.len()) {
                Ok(Some(elements)) => {
                    let qualify = |ty: Ty<'db>| match ty.kind(db) {
                        Kind::Reference(..) => ty.referred(db),
                        _ => ty.qualified(db, object.qualifiers(db)),
                    };
                    types = elements.into_iter().map(qualify).collect();
                    is_plain = false;
                }
                Ok(None) => {
                    for field in self.bound_members(*class) {
                        let ty = self.sema.variable_type(field);
                        let is_mutable = self.sema.decl(field.decl).specifiers.is_mutable;
                        let mut qualifiers = object.qualifiers(db);
                        qualifiers.is_const &= !is_mutable;
                        types.push(match ty.kind(db) {
                            Kind::Reference(..) => ty.referred(db),
                            _ => ty.qualified(db, qualifiers),
                        });
                    }
                }
                Err(why) => {
                    types = vec![self.sema.gap(why); names.len()];
                    is_plain = false;
                }
            },
            _ => {}
        }
        if types.len() != names.len() {
            types = vec![self.sema.gap("structured binding"); names.len()];
        }
        self.check_bindings(symbol.decl, names, of);
        let lambda = self.lambda;
        for (index, (name, ty)) in names.iter().zip(types).enumerate() {
            self.check_binding_name(symbol.decl, index, name);
            let plain = Variable::plain(Some(name.clone()), ty, lambda);
            self.declare(Variable { decl: Some(symbol.decl), ..plain });
        }
        is_plain
    }

    /// The data members that names are bound to: all of one class, the object's own or a base.
    fn bound_members(&self, class: Class<'db>) -> Vec<Symbol<'db>> {
        let Some(definition) = self.sema.definition(class) else { return Vec::new() };
        let own = self.sema.fields(&definition);
        let bases = self.sema.bases(class);
        let of_bases = bases.iter().map(|base| base.ty.as_class(self.db()));
        let mut found = own;
        for base in of_bases {
            let Some(base) = base else { return Vec::new() };
            let more = self.bound_members(base);
            if !found.is_empty() && !more.is_empty() {
                return Vec::new();
            }
            found.extend(more);
        }
        found
    }

    /// How many elements a class has that is like a tuple: where `std::tuple_size` of it is complete
    /// ([dcl.struct.bind]/4).
    pub(crate) fn tuple_count(&self, class: Class<'db>) -> Result<Option<i128>, &'static str> {
        let of = self.sema.ty(Kind::Class(class));
        let Some(template) = self.named_in_std("tuple_size") else { return Ok(None) };
        let size = self.std_instance(template, vec![GivenArg::Type(of)]).ok_or(UNKNOWN)?;
        if self.sema.defined(size)?.is_none() {
            return Ok(None);
        }
        let value = match self.sema.lookup_in_class(Sought::Ident("value"), size, Point::END, Want::Any) {
            Lookup::Found(symbols) => self.sema.variable_value(symbols[0]).ok_or(UNKNOWN)?,
            // Only where it has a member of this name.
            Lookup::None => return Ok(None),
            _ => return Err(UNKNOWN),
        };
        match value {
            Value::Integer(value, _) => Ok(Some(value)),
            _ => Err(UNKNOWN),
        }
    }

    /// The types of the elements where a class is like a tuple, and has so many.
    fn tuple_elements(&self, class: Class<'db>, count: usize) -> Result<Option<Vec<Ty<'db>>>, &'static str> {
        let of = self.sema.ty(Kind::Class(class));
        match self.tuple_count(class)? {
            None => return Ok(None),
            Some(elements) if elements != count as i128 => return Err(UNKNOWN),
            Some(_) => {}
        }
        let template = self.named_in_std("tuple_element").ok_or(UNKNOWN)?;
        let index_type = self.sema.builtin(Builtin::UnsignedLong);
        let mut elements = Vec::with_capacity(count);
        for index in 0..count {
            let index = GivenArg::Value(Value::Integer(index as i128, index_type));
            let element = self.std_instance(template, vec![index, GivenArg::Type(of)]).ok_or(UNKNOWN)?;
            let found = self.sema.lookup_in_class(Sought::Ident("type"), element, Point::END, Want::Any);
            let Lookup::Found(symbols) = found else { return Err(UNKNOWN) };
            let ty = self.sema.type_of_symbol(symbols[0], None, self.site());
            if ty.absorbs(self.db()) || self.sema.is_dependent(ty) {
                return Err(UNKNOWN);
            }
            elements.push(ty);
        }
        Ok(Some(elements))
    }

    /// What a name in namespace `std` declares first.
    pub(super) fn named_in_std(&self, name: &str) -> Option<Symbol<'db>> {
        let segments =
            ["std", name].map(|name| Segment { name: SegmentName::Ident(name.into()), args: None });
        let path = Path { global: true, segments: segments.into() };
        match self.sema.lookup_path(&path, self.site(), Want::Any).found {
            Lookup::Found(symbols) => symbols.first().copied(),
            _ => None,
        }
    }

    fn std_instance(&self, template: Symbol<'db>, given: Vec<GivenArg<'db>>) -> Option<Class<'db>> {
        let args: Args<'db> = self.sema.complete_args(template, given, &[]).ok()?;
        Some(self.sema.class_of_symbol(template, Some(args)))
    }
}
