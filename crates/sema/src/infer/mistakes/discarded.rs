//! Values that nobody takes though their functions or types say that they should be ([dcl.attr.nodiscard]).

use asunder_decls::names::DeclRef;
use asunder_mangle::model::Ident;
use asunder_types::{Kind, Symbol, Ty};

use super::super::{Infer, Named, NodeId, What};
use crate::declared::redeclared::Scope;
use crate::finding::{Argument, Mistake};

/// "result of call is not used".
const RESULT: u16 = 1650;
/// "ignoring return value from routine declared with … attribute".
const FUNCTION: u16 = 2809;
/// "ignoring return value type with … attribute".
const TYPE: u16 = 2810;
/// "ignoring return value from routine declared with … attribute (…)".
const FUNCTION_WITH_REASON: u16 = 3000;
/// "constructor used to create discarded object has … attribute".
const CONSTRUCTOR: u16 = 3002;
/// "type of discarded object has … attribute".
const OBJECT: u16 = 3004;

impl<'db> Infer<'_, 'db> {
    /// A value that nobody takes.
    pub(crate) fn check_discarded(&mut self, node: NodeId) {
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            match (&self.node(node).what, self.node(node).operands.as_slice()) {
                (What::Op("comma"), [_, right]) => pending.push(*right),
                (What::Op("question"), [_, then, otherwise]) => pending.extend([*otherwise, *then]),
                (What::Op("call" | "dot_member_call" | "points_to_member_call"), [callee, ..]) => {
                    if let Some(Named::Symbol(symbol)) = self.node(*callee).named {
                        self.check_discarded_result(node, symbol);
                    }
                }
                (What::Op("temp_init"), _) if self.node(node).flags.functional => {
                    self.check_discarded_object(node);
                }
                _ => {}
            }
        }
    }

    fn check_discarded_result(&mut self, node: NodeId, symbol: Symbol<'db>) {
        let db = self.db();
        let attribute = || Argument::Name("nodiscard".to_owned());
        let Some(signature) = self.sema.signature(symbol) else { return };
        let result = signature.result;
        if result.is_void(db) {
            return;
        }
        let mistake = match self.nodiscard_of(symbol, &signature.params) {
            Some(reason) if reason.is_empty() => Mistake::new(FUNCTION, vec![attribute()]),
            Some(reason) => {
                Mistake::new(FUNCTION_WITH_REASON, vec![attribute(), Argument::Name(reason.to_string())])
            }
            None if self.sema.decl(symbol.decl).attributes.warn_unused_result => {
                let at = self.start_of(node);
                self.met_plain(RESULT, at);
                return;
            }
            None if self.has_nodiscard_type(result) => Mistake::new(TYPE, vec![attribute()]),
            None => return,
        };
        let at = self.node(node).at;
        self.met(mistake, at);
    }

    fn check_discarded_object(&mut self, node: NodeId) {
        let constructor = match self.node(node).named {
            Some(Named::Symbol(symbol)) => self.sema.decl(symbol.decl).attributes.nodiscard.clone(),
            _ => None,
        };
        let number = match constructor {
            Some(reason) if reason.is_empty() => CONSTRUCTOR,
            None if self.has_nodiscard_type(self.node(node).ty) => OBJECT,
            _ => return,
        };
        let at = self.start_of(node);
        self.met(Mistake::new(number, vec![Argument::Name("nodiscard".to_owned())]), at);
    }

    /// The reason for which the result of a function is not to be ignored.
    fn nodiscard_of(&self, symbol: Symbol<'db>, params: &[Ty<'db>]) -> Option<Ident> {
        let decl = self.sema.decl(symbol.decl);
        if let Some(reason) = &decl.attributes.nodiscard {
            return Some(reason.clone());
        }
        let is_free = decl.parent.is_none()
            && decl.templates.is_empty()
            && symbol.decl.local.0 < asunder_hir::body::FIRST_LOCAL;
        let ident = decl.name.ident().filter(|_| is_free)?;
        let namespace = self.sema.names.item(symbol.decl.item).namespace;
        let alikes = self.sema.alikes(Scope::Namespace(namespace, ident.clone()));
        alikes.get(&decl.name)?.nodiscard.get(params).cloned()
    }

    /// Whether a class or enumeration says that its values are not to be ignored, without a reason.
    fn has_nodiscard_type(&self, ty: Ty<'db>) -> bool {
        let says_so = |decl: DeclRef| {
            self.sema.decl(decl).attributes.nodiscard.as_ref().is_some_and(|reason| reason.is_empty())
        };
        match ty.unqualified(self.db()).kind(self.db()) {
            Kind::Class(class) => {
                self.sema.definition(*class).is_some_and(|definition| says_so(definition.decl))
            }
            Kind::Enum(first, env) => {
                says_so(*first) || self.sema.enum_definition(*first, *env).is_some_and(says_so)
            }
            _ => false,
        }
    }
}
