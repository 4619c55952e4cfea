//! Where an identifier counts as declared from the place on at which it is reported that nothing declares it: the reference
//! enters it in the innermost scope there, so that it is reported once in that scope and in those inside. An initializer of
//! a data member is read behind all classes around it, so that its scope is the namespace.

use asunder_decls::names::DeclRef;
use asunder_decls::written::{DeclKind, DeclName};
use asunder_hir::body::Owner;
use asunder_types::Frame;

use crate::finding::{MetScope, NameScopes};
use crate::view::Sema;

/// The scopes of an identifier that nothing declares, which was met in `scope` of the body of `owner` in an item.
pub(crate) fn scopes(sema: &Sema<'_>, item: u32, owner: Owner, scope: MetScope) -> NameScopes {
    let class = match owner {
        Owner::StaticAssert(_, class) => class.map(|local| DeclRef { item, local }),
        _ => None,
    };
    let Some(decl) = owner.declaration().map(|local| DeclRef { item, local }).or(class) else {
        return NameScopes { around: Vec::new(), declares: declares(scope, 0) };
    };
    let written = sema.decl(decl);
    let is_template = written.templates.iter().any(|header| !header.params.is_empty());
    let own = match owner {
        Owner::StaticAssert(..) => class,
        // What the parameters of a template declare is not seen in its body.
        Owner::Function(_) if is_template => None,
        Owner::Function(_) | Owner::Defaults(_) | Owner::Concept(_) | Owner::Requires(_) => Some(decl),
        Owner::Types(_) if scope == MetScope::Parameters => Some(decl),
        Owner::Initializer(_) if matches!(written.kind, DeclKind::Enumerator { .. }) => {
            written.parent.map(|parent| decl.sibling(parent)).filter(|it| sema.is_scoped(*it))
        }
        _ => None,
    };
    let mut around: Vec<DeclRef> = own.into_iter().collect();
    around.extend(classes_around(sema, decl));
    // Of static members that of a definition outside, too.
    let is_behind_class = matches!(owner, Owner::Initializer(_))
        && matches!(written.kind, DeclKind::Variable { .. })
        && !(written.parent.is_some() && written.specifiers.is_static);
    // Default arguments of members are read behind the class, and in front of the bodies of functions.
    let is_of_member = matches!(owner, Owner::Defaults(_)) && written.parent.is_some();
    let first = if is_behind_class { around.len() } else { 0 };
    // The scope of a template ends with its declaration; bases of a class template are read in the scope around it.
    let is_header = is_template
        && matches!(owner, Owner::Types(_))
        && !matches!((&written.kind, &written.name), (DeclKind::Class(_), DeclName::Ident(_)));
    NameScopes { around, declares: declares(scope, first).filter(|_| !is_header && !is_of_member) }
}

fn declares(scope: MetScope, first: usize) -> Option<usize> {
    (scope != MetScope::Block).then_some(first)
}

/// The definitions of the classes that a declaration is a member of, from the innermost on.
fn classes_around(sema: &Sema<'_>, decl: DeclRef) -> Vec<DeclRef> {
    let frames = sema.frames(sema.env_of(decl)).filter_map(|(_, frame)| match frame {
        Frame::Class(class) => Some(sema.definition(class)?.decl),
        _ => None,
    });
    frames.collect()
}
