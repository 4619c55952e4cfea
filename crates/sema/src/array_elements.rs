//! Elements that arrays cannot have ([dcl.array]/4): functions, `void`, objects of abstract classes; arrays and functions
//! as results of functions ([dcl.fct]/11).

use asunder_decls::written::TypeExpr;
use asunder_types::Kind;

use crate::finding::Mistake;
use crate::infer::{Abstract, abstract_object};
use crate::view::{Sema, Site};

/// "array of functions is not allowed".
const FUNCTIONS: u16 = 88;
/// "array of void is not allowed".
const VOID: u16 = 89;
/// "function returning function is not allowed".
const FUNCTION_RESULT: u16 = 90;
/// "function returning array is not allowed".
const ARRAY_RESULT: u16 = 91;

impl<'db> Sema<'db> {
    /// What is wrong with the elements of the arrays in a declarator; those of the types that it names are not looked at.
    pub(crate) fn wrong_elements(&self, written: &TypeExpr, site: Site<'_, 'db>) -> Option<Mistake> {
        match written {
            // The reference has another place for these.
            TypeExpr::Array(_, element) if matches!(**element, TypeExpr::Function(_)) => None,
            TypeExpr::Array(_, element) => {
                let inner = self.wrong_elements(element, site);
                inner.or_else(|| {
                    let ty = self.resolve(element, site);
                    match ty.kind(self.db) {
                        Kind::Function(_) => Some(Mistake::new(FUNCTIONS, Vec::new())),
                        _ if ty.is_void(self.db) => Some(Mistake::new(VOID, Vec::new())),
                        _ => abstract_object(self, ty.as_class(self.db)?, Abstract::Array),
                    }
                })
            }
            // Where the result is written as an array or a function, the reference has another place, too.
            TypeExpr::Function(function) => match &function.result {
                TypeExpr::Array(..) | TypeExpr::Function(_) => None,
                result => match self.resolve(result, site).kind(self.db) {
                    Kind::Function(_) => Some(Mistake::new(FUNCTION_RESULT, Vec::new())),
                    Kind::Array(..) => Some(Mistake::new(ARRAY_RESULT, Vec::new())),
                    _ => None,
                },
            },
            TypeExpr::Qualified(_, inner)
            | TypeExpr::Pointer(inner)
            | TypeExpr::LvalueRef(inner)
            | TypeExpr::RvalueRef(inner)
            | TypeExpr::MemberPointer(_, inner) => self.wrong_elements(inner, site),
            _ => None,
        }
    }
}
