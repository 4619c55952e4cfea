//! Defaulted comparisons ([class.compare.default]): whether a part of their class does not allow them.

use asunder_decls::names::Point;
use asunder_decls::written::TypeExpr;
use asunder_types::{Class, Kind, Symbol, Ty};

use crate::lookup::{Lookup, Sought, Want};
use crate::view::{Sema, Site};

impl<'db> Sema<'db> {
    /// Whether a defaulted `==` or `<=>` is deleted, where that is proven: a part is a reference or of a class without the
    /// comparison, or `<=>` gives what no comparison category is.
    pub(crate) fn is_deleted_comparison(&self, symbol: Symbol<'db>, operator: &str) -> bool {
        let db = self.db;
        let (Some(function), Some(signature)) = (self.function_expr(symbol.decl), self.signature(symbol))
        else {
            return false;
        };
        let Some(class) = signature.params.last().and_then(|param| param.referred(db).as_class(db)) else {
            return false;
        };
        let deduces = matches!(function.result, TypeExpr::Auto);
        if operator == "<=>" && !deduces && signature.result.as_builtin(db).is_some() {
            return true;
        }
        let Some(definition) = self.definition(class).filter(|_| class.args(db).is_none()) else {
            return false;
        };
        let bases = self.bases(class);
        let fields = self.fields(&definition).into_iter().map(|field| self.variable_type(field));
        let mut parts = bases.iter().map(|base| base.ty).chain(fields);
        parts.any(|part| match part.kind(db) {
            Kind::Reference(..) => true,
            _ => self.class_of_elements(part).is_some_and(|(part, _)| match (operator, deduces) {
                ("<=>", true) => self.lacks_operator(part, "<=>"),
                // Made of the other two.
                ("<=>", false) => {
                    self.lacks_operator(part, "<=>")
                        && (self.lacks_operator(part, "==") || self.lacks_operator(part, "<"))
                }
                _ => self.lacks_operator(part, "<=>") && self.lacks_operator(part, "=="),
            }),
        })
    }

    /// Whether it is proven that no operator function of this spelling, and no conversion, takes objects of a class.
    fn lacks_operator(&self, class: Class<'db>, operator: &str) -> bool {
        let ty: Ty<'db> = self.ty(Kind::Class(class));
        if class.args(self.db).is_some()
            || !self.is_known_class(ty)
            || !self.conversion_functions(class).is_empty()
        {
            return false;
        }
        let sought = Sought::Operator(operator);
        let site = Site::new(class.outer(self.db), Point::END);
        self.lookup_in_class(sought, class, Point::END, Want::Any) == Lookup::None
            && self.lookup(sought, site, Want::Any) == Lookup::None
            && self.by_arguments(sought, &[ty], Point::END).is_ok_and(|found| found.is_empty())
    }
}
