//! The cross-reference listing of a unit: which declaration each name means, and which functions are called without a
//! name ([`asunder_decls::xref`] has the form).
//!
//! What the bodies of the unit name is answered by their typed trees, what declarations name by lookup.

use asunder_decls::item_tree;
use asunder_decls::names::{DeclRef, Names};
use asunder_decls::occurrences::{Access, Occurrence, Role, Target, operator_place};
use asunder_decls::queries::item_positions;
use asunder_decls::written::{DeclKind, DeclName};
use asunder_decls::xref::listing;
use asunder_source::SourceText;
use asunder_syntax::{AstNode, Dialect, TextSize, ast};
use asunder_types::CallOperator;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::meanings::{Meant, meanings};
use crate::uses::{self, BodyUses, Origin, Use, UseForm, declared_in_block, is_local, uses};

/// The listing of `source`, which must not be one that is read once.
pub fn xref(db: &dyn salsa::Database, source: SourceText, dialect: Dialect) -> String {
    let names = Names::indexed(db, source, dialect);
    let unit = Unit { db, source, dialect, names: &names };
    listing(&names, |item| unit.occurrences(item))
}

struct Unit<'a, 'db> {
    db: &'db dyn salsa::Database,
    source: SourceText,
    dialect: Dialect,
    names: &'a Names<'db>,
}

impl<'db> Unit<'_, 'db> {
    /// The names of an item and the calls without a name, in the order of the text: of constructors where their arguments
    /// start, and with them of the destructors of what they make; of operators and conversions at the operator and the
    /// operand; of the call operators of objects at the parenthesis.
    fn occurrences(&self, item: u32) -> Vec<Occurrence> {
        let known = meanings(self.db, self.source, item, self.dialect);
        let mut found = self.names.occurrences(item);
        for occurrence in found.iter_mut().filter(|it| it.role == Role::Use) {
            if let Some(name) = known.name_at(occurrence.offset) {
                occurrence.target = Some(match name.means {
                    Meant::Symbol(symbol) => Target::Decl(symbol.decl),
                    Meant::Local(at) => Target::Local(at),
                });
            }
        }
        let bodies = uses(self.db, self.source, item, self.dialect);
        let mut met: FxHashSet<(TextSize, Option<Target>)> =
            found.iter().filter(|it| it.role == Role::Use).map(|it| (it.offset, it.target)).collect();
        for body in bodies {
            for (offset, target) in self.calls(item, bodies, body) {
                if met.insert((offset, Some(target))) {
                    let (role, target) = (Role::Use, Some(target));
                    found.push(Occurrence { offset, role, access: Access::Name, target });
                }
            }
        }
        found.sort_by_key(|occurrence| occurrence.offset);
        found
    }

    /// The functions that a body calls without their names, and where.
    fn calls(&self, item: u32, bodies: &[BodyUses<'db>], body: &BodyUses<'db>) -> Vec<(TextSize, Target)> {
        let mut calls = Vec::new();
        let is_outer_variable =
            !is_local(body.owner) && matches!(self.names.decl(body.owner).kind, DeclKind::Variable { .. });
        // Where the constructors stand that make an object: of several in one call each at its argument.
        let mut made: FxHashMap<TextSize, Vec<TextSize>> = FxHashMap::default();
        for used in body.uses.iter().filter(|used| used.form != UseForm::Destructor) {
            let Some(target) = self.unnamed(item, bodies, used) else { continue };
            let is_made = used.form == UseForm::Constructor && used.origin == Origin::Implied;
            let offset = match used.form {
                // The constructor of a variable without an initializer stands at its name.
                _ if is_made && body.body.is_none() => self.place_of_name(body.owner),
                UseForm::Constructor | UseForm::CallOperator => Some(used.point),
                _ => Some(used.at),
            };
            let Some(offset) = offset else { continue };
            calls.push((offset, target));
            if is_made {
                made.entry(used.at).or_default().push(offset);
                if is_outer_variable && let Some(destructor) = self.destructor_beside(used) {
                    calls.push((offset, destructor));
                }
            }
        }
        let destructors = body.uses.iter().filter(|used| used.form == UseForm::Destructor);
        for used in destructors.chain(&body.objects) {
            let Some(target) = self.unnamed(item, bodies, used) else { continue };
            match made.get(&used.at) {
                Some(places) => calls.extend(places.iter().map(|offset| (*offset, target))),
                None => calls.push((self.first_argument(item, used.at).unwrap_or(used.at), target)),
            }
        }
        calls
    }

    /// Where the name of a declaration outside blocks starts, in bytes of its item.
    fn place_of_name(&self, decl: DeclRef) -> Option<TextSize> {
        let positions = item_positions(self.db, self.names.item_text(decl.item));
        positions.names.get(decl.local.index()).map(|name| name.start())
    }

    /// The first argument of the variable whose name starts at byte `at` of an item.
    fn first_argument(&self, item: u32, at: TextSize) -> Option<TextSize> {
        let root = item_tree(self.db, self.names.item_text(item)).syntax();
        let name = asunder_syntax::token_at(&root, at)?;
        let declarator = name.parent_ancestors().find_map(ast::InitDeclarator::cast)?;
        let declares = declarator.declarator()?.name()?.as_ident().is_some_and(|it| it == name);
        let written = match declarator.initializer() {
            Some(ast::Initializer::ParenInitializer(list)) => Some(list),
            Some(_) => None,
            // A declaration that makes an object is not that of a function.
            None => {
                declarator.syntax().descendants().find_map(ast::AmbiguousSuffix::cast)?.paren_initializer()
            }
        };
        Some(written.filter(|_| declares)?.exprs().next()?.syntax().text_range().start())
    }

    /// The destructor that the class of a constructor declares.
    fn destructor_beside(&self, constructor: &Use<'db>) -> Option<Target> {
        let decl = constructor.decl()?;
        let class = self.names.decl(decl).parent?;
        let mut members = self.names.decls(decl.item).iter();
        let (local, _) = members.find(|(_, member)| {
            member.parent == Some(class) && matches!(member.name, DeclName::Destructor)
        })?;
        Some(Target::Decl(DeclRef { local, ..decl }))
    }

    /// The function that is called without its name.
    fn unnamed(&self, item: u32, bodies: &[BodyUses<'db>], used: &Use<'db>) -> Option<Target> {
        let is_named = matches!(used.form, UseForm::Name | UseForm::Table | UseForm::Variable(_));
        if is_named || !matches!(used.origin, Origin::Written | Origin::Implied) {
            return None;
        }
        match used.target {
            uses::Target::Declared(decl) => self.declared(item, decl),
            uses::Target::Lambda(operator) => self.call_operator(item, bodies, operator),
            uses::Target::Special(..) => None,
        }
    }

    /// A declaration as the target of a name in `item`: one of a block by the place of its name.
    fn declared(&self, item: u32, decl: DeclRef) -> Option<Target> {
        if !is_local(decl) {
            return Some(Target::Decl(decl));
        }
        let (_, at) = declared_in_block(self.db, self.names.item_text(item), decl.local)
            .filter(|_| decl.item == item)?;
        Some(Target::Local(at))
    }

    /// The place of the call operator of a lambda that is written in one of these bodies of an item.
    fn call_operator(
        &self,
        item: u32,
        bodies: &[BodyUses<'db>],
        operator: CallOperator<'db>,
    ) -> Option<Target> {
        let mut lambdas = bodies.iter().flat_map(|body| &body.lambdas);
        let lambda = lambdas.find(|lambda| lambda.class == operator.class)?;
        let root = item_tree(self.db, self.names.item_text(item)).syntax();
        let introducer = asunder_syntax::token_at(&root, lambda.at)?;
        let written = introducer.parent_ancestors().find_map(ast::LambdaExpr::cast)?;
        operator_place(&written).map(Target::Local)
    }
}
