//! The code of the instances that a unit uses.

use std::collections::VecDeque;
use std::rc::Rc;

use asunder_types::{Origin, Symbol};
use rustc_hash::FxHashSet;

use crate::bodies::Bodies;
use crate::eval::Owned;
use crate::special::Special;
use crate::specializations::directives_of;
use crate::uses::{Around, Target, Use, UseForm};

/// The body of an instance.
pub(super) struct Made<'db> {
    /// The function or variable; of a call operator the function around its lambda.
    pub(super) owner: Symbol<'db>,
    pub(super) code: Rc<Owned<'db>>,
}

/// Code that an instance has.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Node<'db> {
    Code(Around<'db>),
    Variable(Symbol<'db>),
    Special(Symbol<'db>, Special),
}

/// The instances that the code of `items` uses, and those that these use, in the order in which they are met.
pub(super) fn used_by<'db>(bodies: &Bodies<'db>, items: impl Iterator<Item = u32>) -> Vec<Made<'db>> {
    let elsewhere = made_elsewhere(bodies);
    let mut walk = Walk { bodies, elsewhere, known: FxHashSet::default(), pending: VecDeque::new() };
    for item in items {
        for directive in directives_of(bodies.sema(), item).iter().filter(|it| !it.is_extern) {
            for function in &directive.functions {
                walk.function(*function);
            }
        }
        for body in bodies.of_item(item).iter() {
            walk.uses(&body.uses);
        }
        for member in bodies.special_members(item).iter() {
            walk.uses(&member.uses);
        }
    }
    let mut made = Vec::new();
    while let Some(node) = walk.pending.pop_front() {
        made.extend(walk.made(node));
    }
    made
}

/// The functions that the unit declares to be instantiated elsewhere, but for inline ones ([temp.explicit]/13).
fn made_elsewhere<'db>(bodies: &Bodies<'db>) -> FxHashSet<Symbol<'db>> {
    let sema = bodies.sema();
    let is_inline = |symbol: &Symbol<'db>| {
        let decl = sema.instance_definition(*symbol).map_or(symbol.decl, |definition| definition.decl);
        let written = [sema.decl(symbol.decl), sema.decl(decl)];
        written.iter().any(|it| it.specifiers.is_inline || it.specifiers.is_constexpr)
            || written[1].parent.is_some()
    };
    let may_declare = |item: &u32| {
        let text = sema.names().item_text(*item).text(sema.db);
        text.trim_start().starts_with("extern") && text.contains("template")
    };
    let items = sema.names().layout().numbers().filter(may_declare);
    let directives = items.flat_map(|item| directives_of(sema, item)).filter(|it| it.is_extern);
    let functions = directives.flat_map(|directive| directive.functions.into_vec());
    functions.filter(|symbol| !is_inline(symbol)).collect()
}

struct Walk<'a, 'db> {
    bodies: &'a Bodies<'db>,
    elsewhere: FxHashSet<Symbol<'db>>,
    known: FxHashSet<Node<'db>>,
    pending: VecDeque<Node<'db>>,
}

impl<'db> Walk<'_, 'db> {
    fn add(&mut self, node: Node<'db>) {
        if self.known.insert(node) {
            self.pending.push_back(node);
        }
    }

    fn function(&mut self, symbol: Symbol<'db>) {
        if self.elsewhere.contains(&symbol) {
            return;
        }
        if let Some(definition) = self.bodies.sema().instance_definition(symbol) {
            self.add(Node::Code(Around::Instance(definition)));
        }
    }

    fn uses(&mut self, uses: &[Use<'db>]) {
        for used in uses {
            match (used.target, used.instance) {
                (Target::Lambda(operator), _) if operator.args.is_some() => {
                    self.add(Node::Code(Around::CallOperator(operator)));
                }
                (Target::Special(_, special), Some(class)) => self.add(Node::Special(class, special)),
                (Target::Declared(_), Some(symbol)) if matches!(used.form, UseForm::Variable(_)) => {
                    self.add(Node::Variable(symbol));
                }
                (Target::Declared(_), Some(symbol)) => self.function(symbol),
                _ => {}
            }
        }
    }

    /// The code of a node, whose uses are added.
    fn made(&mut self, node: Node<'db>) -> Option<Made<'db>> {
        let sema = self.bodies.sema();
        match node {
            Node::Code(around) => {
                if let Some(uses) = self.bodies.made(around) {
                    self.uses(&uses.uses);
                }
                match around {
                    Around::Instance(owner) => Some(Made { owner, code: sema.function_code(owner)? }),
                    Around::CallOperator(operator) => {
                        let Origin::Lambda(item, index, _) = operator.class.origin(sema.db) else {
                            return None;
                        };
                        let decl = sema.owner_of_body(item, index)?;
                        let owner = Symbol { decl, env: operator.class.outer(sema.db) };
                        Some(Made { owner, code: sema.call_operator(operator)?.0 })
                    }
                    Around::Body(_) => None,
                }
            }
            Node::Variable(owner) => Some(Made { owner, code: sema.initializer_code(owner)? }),
            Node::Special(class, special) => {
                let uses = self.bodies.of_special(class, special)?;
                self.uses(&uses);
                None
            }
        }
    }
}
