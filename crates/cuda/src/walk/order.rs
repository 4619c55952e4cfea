//! The order in which the walk goes through code (spec 2 §1c): variables, functions of the file as they are defined, its
//! kernels, kernels of namespaces (those that nothing defines before the others), members of the file's classes as these declare them, what blocks declare, members of
//! classes in namespaces, functions in namespaces.
//!
//! Instances of templates come to be where they are first used; those that only other instances use, behind all the text.

use asunder_decls::layout::NamespaceId;
use asunder_decls::names::{DeclRef, Names};
use asunder_sema::uses::Special;
use asunder_syntax::TextSize;

use crate::wanted::Creation;

/// When code is walked.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Order {
    group: Group,
    /// The namespaces around it, the outermost first. Functions of a namespace come behind those of the ones in it.
    namespaces: Vec<u32>,
    /// How many blocks of functions are around it, and whether the outermost function is a member.
    depth: (u32, bool),
    /// What a block declares stands in a function that holds lambdas: it is put together late.
    is_late: bool,
    /// What a block declares stands in an instance.
    in_instance: bool,
    /// The class of a member; the outermost function around what a block declares.
    class: Option<Creation>,
    /// The call operators of generic lambdas around what a block declares, the outermost first.
    operators: Vec<Creation>,
    member: Member,
    /// When an instance comes to be, of several of one member.
    instance: Option<Creation>,
}

/// What is around code that a block declares.
pub(super) struct BlockAround {
    /// How many functions.
    pub(super) depth: u32,
    /// When the outermost function comes to be, whether it is a member, and whether it is an instance.
    pub(super) root: Creation,
    pub(super) is_member: bool,
    pub(super) is_instance: bool,
    /// Whether lambdas stand in the outermost function.
    pub(super) has_lambdas: bool,
    /// When the call operators of generic lambdas among them come to be, that of the outermost first.
    pub(super) operators: Vec<Creation>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Group {
    Variable,
    VariableInNamespace,
    UndefinedKernel,
    File,
    Kernel,
    UndefinedKernelOfNamespace,
    KernelOfNamespace,
    Member,
    Block,
    MemberInNamespace,
    Namespace,
}

/// Members that are declared come in front of those that nobody wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Member {
    /// A function; with true what it is for a base.
    Declared(Creation, bool),
    Special(Special),
    /// Of a block: the place of the class or lambda, then the members of a class.
    Block(TextSize, Option<Special>, Option<DeclRef>),
}

/// Stands behind the numbers of all namespaces.
const BEHIND: u32 = u32::MAX;

impl Order {
    /// When a function is walked: `first` and `definition` declare it.
    pub(super) fn of_function(
        names: &Names<'_>,
        first: DeclRef,
        definition: DeclRef,
        is_kernel: bool,
        is_subobject: bool,
    ) -> Order {
        let written = names.decl(first);
        let class =
            written.parent.filter(|_| !written.specifiers.is_friend).map(|class| first.sibling(class));
        let created = Creation::declared(if class.is_some() { first } else { definition });
        let (group, namespaces) = group(names, first, is_kernel, class.is_some());
        Order {
            group,
            namespaces,
            depth: (0, false),
            is_late: false,
            in_instance: false,
            operators: Vec::new(),
            class: class.map(Creation::declared),
            member: Member::Declared(created, is_subobject),
            instance: None,
        }
    }

    /// When an instance is walked: `first` declares its template, `class` is when the instance of a class comes to be
    /// whose member it is.
    pub(super) fn of_instance(
        names: &Names<'_>,
        first: DeclRef,
        created: Creation,
        class: Option<Creation>,
        is_kernel: bool,
    ) -> Order {
        let (group, namespaces) = group(names, first, is_kernel, class.is_some());
        let member = if class.is_some() { Creation::declared(first) } else { created };
        Order {
            group,
            namespaces,
            depth: (0, false),
            is_late: false,
            in_instance: false,
            operators: Vec::new(),
            class,
            member: Member::Declared(member, false),
            instance: Some(created),
        }
    }

    /// When an instance of a kernel template is met that nothing defines.
    pub(super) fn of_undefined_kernel(names: &Names<'_>, first: DeclRef, created: Creation) -> Order {
        let (group, namespaces) = match group(names, first, true, false) {
            (Group::Kernel, namespaces) => (Group::UndefinedKernel, namespaces),
            (_, namespaces) => (Group::UndefinedKernelOfNamespace, namespaces),
        };
        Order {
            group,
            namespaces,
            depth: (0, false),
            is_late: false,
            in_instance: false,
            operators: Vec::new(),
            class: None,
            member: Member::Declared(created, false),
            instance: Some(created),
        }
    }

    /// When the initializer of a variable is walked.
    pub(super) fn of_variable(names: &Names<'_>, decl: DeclRef) -> Order {
        let namespaces = path(names, decl);
        let group = if namespaces.is_empty() { Group::Variable } else { Group::VariableInNamespace };
        let member = Member::Declared(Creation::declared(decl), false);
        Order {
            group,
            namespaces,
            depth: (0, false),
            is_late: false,
            in_instance: false,
            class: None,
            operators: Vec::new(),
            member,
            instance: None,
        }
    }

    /// When code is walked that a block declares: a lambda, or a member of a class that stands at `at`. `instance` is when
    /// the call operator of a generic lambda comes to be.
    pub(super) fn of_block(
        around: BlockAround,
        at: TextSize,
        (special, decl): (Option<Special>, Option<DeclRef>),
        instance: Option<Creation>,
    ) -> Order {
        Order {
            group: Group::Block,
            namespaces: Vec::new(),
            depth: (around.depth, around.is_member),
            is_late: around.depth == 1 && around.has_lambdas,
            in_instance: around.is_instance,
            class: Some(around.root),
            operators: around.operators,
            member: Member::Block(at, special, decl),
            instance,
        }
    }

    /// When a special member function is walked that nobody wrote; `declared` is what defaults it in its class.
    pub(super) fn of_special(
        names: &Names<'_>,
        class: DeclRef,
        special: Special,
        declared: Option<DeclRef>,
    ) -> Order {
        let namespaces = path(names, class);
        let group = if namespaces.is_empty() { Group::Member } else { Group::MemberInNamespace };
        let member = match declared {
            Some(decl) => Member::Declared(Creation::declared(decl), false),
            None => Member::Special(special),
        };
        let class = Some(Creation::declared(class));
        Order {
            group,
            namespaces,
            depth: (0, false),
            is_late: false,
            in_instance: false,
            class,
            operators: Vec::new(),
            member,
            instance: None,
        }
    }
}

/// The group of a function, and the namespaces around it; `first` declares it.
fn group(names: &Names<'_>, first: DeclRef, is_kernel: bool, is_member: bool) -> (Group, Vec<u32>) {
    let mut namespaces = path(names, first);
    let in_namespace = !namespaces.is_empty();
    let group = match (is_kernel, is_member, in_namespace) {
        (true, _, false) => Group::Kernel,
        (true, _, true) => Group::KernelOfNamespace,
        (_, true, false) => Group::Member,
        (_, true, true) => Group::MemberInNamespace,
        (_, _, true) => Group::Namespace,
        (_, _, false) => Group::File,
    };
    if group == Group::Namespace {
        namespaces.push(BEHIND);
    }
    (group, namespaces)
}

/// The namespaces around a declaration, the outermost first.
fn path(names: &Names<'_>, decl: DeclRef) -> Vec<u32> {
    let around = names.namespaces().ancestors(names.item(decl.item).namespace);
    let mut path: Vec<u32> = around.filter(|id| *id != NamespaceId::GLOBAL).map(|id| id.0).collect();
    path.reverse();
    path
}
