//! Member initializers that initialize a part twice, beside a delegation, or delegate in a circle ([class.base.init]).

use asunder_decls::names::DeclRef;
use asunder_decls::written::DeclName;
use asunder_types::Class;
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::made::{InitializedPart, Made, Member};
use super::super::{Infer, Inferred, Named, What};
use crate::finding::{Argument, Met, MetAt, Mistake};
use crate::view::Sema;

/// "base … has already been initialized".
const BASE_TWICE: u16 = 357;
/// "… has already been initialized".
const MEMBER_TWICE: u16 = 359;
/// "constructor delegates directly or indirectly to itself".
const CIRCLE: u16 = 2446;
/// "a delegating constructor cannot have other mem-initializers".
const BESIDE_DELEGATION: u16 = 2447;

impl<'db> Infer<'_, 'db> {
    /// Parts that are initialized twice, and what stands beside a delegation.
    pub(crate) fn check_member_initializers(&mut self, class: Class<'db>) {
        let members: Vec<(Member<'db>, u32)> =
            self.out.plan.members.iter().map(|part| (part.member.clone(), part.written)).collect();
        if members.len() > 1 {
            for (member, index) in &members {
                if !matches!(member, Member::Class(of) if *of == class) {
                    continue;
                }
                let at = match *index {
                    0 => MetAt::CommaBefore(1),
                    index => MetAt::InitializerName(index),
                };
                self.met_at(Mistake::new(BESIDE_DELEGATION, Vec::new()), at);
            }
        }
        // What a template initializes is compared in its instances.
        if self.in_template || self.in_instance {
            return;
        }
        let (mut fields, mut bases) = (FxHashSet::default(), FxHashSet::default());
        for (member, index) in &members {
            let mistake = match member {
                Member::Field(field) if !fields.insert(field.decl) => self
                    .sema
                    .qualified_name(*field)
                    .map(|name| Mistake::new(MEMBER_TWICE, vec![Argument::entity("member", name)])),
                Member::Class(base) if *base != class && !bases.insert(*base) => self
                    .class_text(self.sema.ty(asunder_types::Kind::Class(*base)))
                    .map(|name| Mistake::new(BASE_TWICE, vec![Argument::entity("class", name)])),
                _ => None,
            };
            if let Some(mistake) = mistake {
                self.met_at(mistake, MetAt::InitializerName(*index));
            }
        }
    }
}

/// Constructors that delegate to each other, as the bodies of an item show them one after the other.
#[derive(Default)]
pub(crate) struct Delegations {
    /// The constructor behind a chain of delegations, as far as it was known last.
    next: FxHashMap<DeclRef, DeclRef>,
}

impl Delegations {
    /// Notes the delegation of a body, and that it closes a circle.
    pub(crate) fn add<'db>(&mut self, sema: &Sema<'db>, owner: DeclRef, tree: &mut Inferred<'db>) {
        if !matches!(sema.decl(owner).name, DeclName::Constructor) {
            return;
        }
        let [InitializedPart { member: Member::Class(_), made: Made::Node(node), .. }] =
            tree.plan.members.as_slice()
        else {
            return;
        };
        let node = &tree.nodes[node.0 as usize];
        let (What::Op("temp_init"), Some(Named::Symbol(to))) = (&node.what, node.named) else { return };
        let is_sibling = matches!(sema.decl(to.decl).name, DeclName::Constructor)
            && sema.class_around(to).is_some()
            && sema.class_around(to)
                == sema.class_around(asunder_types::Symbol { decl: owner, env: sema.env_of(owner) });
        if !is_sibling {
            return;
        }
        let end = self.end_of(to.decl);
        if end == owner {
            let mistake = Mistake::new(CIRCLE, Vec::new());
            tree.mistakes.push(Met::at(mistake, MetAt::InitializerName(0)));
        } else {
            self.next.insert(owner, end);
        }
    }

    /// Where a chain of delegations ends; what it passes leads there at once from now on.
    fn end_of(&mut self, from: DeclRef) -> DeclRef {
        let mut end = from;
        while let Some(next) = self.next.get(&end) {
            end = *next;
        }
        let mut at = from;
        while let Some(next) = self.next.insert(at, end).filter(|_| at != end) {
            at = next;
        }
        self.next.remove(&end);
        end
    }
}
