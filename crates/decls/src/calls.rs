//! The functions that one expression or declaration of a body calls, with the places at which the reference's host
//! pass reports calls (spec 2 §1a).
//!
//! Calls in the arguments of a call are listed for themselves. Calls that need conversions which declarations do not
//! decide have no answer.

use asunder_mangle::model::{Entity, Type, TypeRef};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxNode, SyntaxToken, TextSize, ast};

use crate::names::{DeclRef, Names};
use crate::overloads::Chosen;
use crate::redeclaration::Namesakes;
use crate::scope::Lookup;
use crate::spaces::is_specialization;
use crate::uses::Meaning;
use crate::written::Spaces;

/// How a function is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallForm {
    /// By its name.
    Name,
    /// By an operator.
    Operator,
    /// As the call operator of an object.
    CallOperator,
    /// As the constructor of an object that is made.
    Constructor,
    /// As the destructor of an object that is made.
    Destructor,
}

/// A function that is called.
pub struct Called {
    /// Where the call is reported, in bytes of the item.
    pub at: TextSize,
    /// How it is called.
    pub form: CallForm,
    chosen: Chosen,
}

impl Called {
    pub(crate) fn new(at: TextSize, form: CallForm, chosen: Chosen) -> Called {
        Called { at, form, chosen }
    }

    /// A declaration of the function, or of its template.
    pub fn decl(&self) -> DeclRef {
        self.chosen.member.decl
    }
}

impl<'db> Names<'db> {
    /// The functions that `node` of item `item` calls itself, in the order in which the reference reports them.
    /// What depends on template parameters is left out.
    pub fn functions_called(&self, item: u32, node: &SyntaxNode) -> Vec<Called> {
        let outer = self.item_being_read.replace(Some(item));
        let mut found = self.calls_of_node(item, node);
        self.item_being_read.set(outer);
        if is_in_template(node) {
            found.retain(|called| self.is_settled(item, node, called));
        }
        found
    }

    fn calls_of_node(&self, item: u32, node: &SyntaxNode) -> Vec<Called> {
        match node.kind() {
            SyntaxKind::CALL_EXPR => {
                let Some(call) = ast::CallExpr::cast(node.clone()) else { return Vec::new() };
                if let Some(named) = call.callee().and_then(|callee| self.called_by_name(item, &callee)) {
                    return vec![named];
                }
                if let Some(object) = self.object_called(item, &call) {
                    return vec![object];
                }
                self.temporary_made(item, &call)
            }
            SyntaxKind::LAUNCH_EXPR => {
                let callee = ast::LaunchExpr::cast(node.clone()).and_then(|it| it.callee());
                callee.and_then(|callee| self.called_by_name(item, &callee)).into_iter().collect()
            }
            SyntaxKind::BINARY_EXPR
            | SyntaxKind::ASSIGN_EXPR
            | SyntaxKind::PREFIX_EXPR
            | SyntaxKind::POSTFIX_EXPR
            | SyntaxKind::INDEX_EXPR => self.operator_function(item, node).into_iter().collect(),
            SyntaxKind::INIT_DECLARATOR => {
                let declarator = ast::InitDeclarator::cast(node.clone());
                declarator.map_or_else(Vec::new, |declarator| self.object_made(item, &declarator))
            }
            SyntaxKind::NEW_EXPR => {
                let new = ast::NewExpr::cast(node.clone());
                new.and_then(|new| self.object_allocated(item, &new)).into_iter().collect()
            }
            SyntaxKind::DELETE_EXPR => {
                let pointer = ast::DeleteExpr::cast(node.clone()).and_then(|it| it.expr());
                let destructor = pointer.and_then(|pointer| {
                    self.object_destroyed(item, &pointer, pointer.syntax().text_range().start())
                });
                destructor.into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// The function that a callee names, in parentheses or behind `&` too.
    fn called_by_name(&self, item: u32, callee: &ast::Expr) -> Option<Called> {
        let at = callee.syntax().text_range().start();
        match callee {
            ast::Expr::ParenExpr(paren) => Some(Called { at, ..self.called_by_name(item, &paren.expr()?)? }),
            ast::Expr::PrefixExpr(prefix) if prefix.op_token()?.kind() == SyntaxKind::AMP => {
                Some(Called { at, ..self.called_by_name(item, &prefix.expr()?)? })
            }
            ast::Expr::AmbiguousExpr(ambiguous) => self.called_by_name(item, &ambiguous.expr()?),
            ast::Expr::NameExpr(name) => {
                let chosen = self.function_meant(item, &name.name()?)?;
                Some(Called::new(at, CallForm::Name, chosen))
            }
            ast::Expr::MemberExpr(access) => {
                let name = access.name()?;
                let at = match name.last_segment()? {
                    ast::Segment::Ident(token) => token.text_range().start(),
                    ast::Segment::Node(node) => node.syntax().text_range().start(),
                };
                let is_destructor = name.syntax().children().any(|it| it.kind() == SyntaxKind::DESTRUCTOR_ID);
                let is_arrow = || access.op_token().is_some_and(|it| it.kind() == SyntaxKind::ARROW);
                if is_destructor {
                    return if is_arrow() { self.object_destroyed(item, &access.base()?, at) } else { None };
                }
                let chosen = self.function_meant(item, &name)?;
                // A static member is named by its object.
                let is_static = self.decl(chosen.member.decl).specifiers.is_static;
                let at = if is_static { callee.syntax().text_range().start() } else { at };
                Some(Called::new(at, CallForm::Name, chosen))
            }
            _ => None,
        }
    }

    /// The function that a name means as a callee.
    fn function_meant(&self, item: u32, name: &ast::Name) -> Option<Chosen> {
        let token = name.last_segment()?.ident()?;
        let found = match self.meaning(item, &token) {
            Meaning::Outer(outer) => self.with_associated(item, &token, outer),
            Meaning::Member => self.member_access(item, &token),
            _ => return None,
        };
        let Lookup::Found(members) = found else { return None };
        let members = self.through_using(&members, 0)?;
        if !members.iter().all(|member| self.function_of(member.decl).is_some()) {
            return None;
        }
        self.chosen_at(&members, &token)
    }

    /// Whether a call in a template means the same in all instances: neither the function nor the arguments depend
    /// on a template parameter ([temp.dep]).
    fn is_settled(&self, item: u32, node: &SyntaxNode, called: &Called) -> bool {
        let is_plain_function = called.form == CallForm::Name
            && called.chosen.member.class.is_none()
            && self.decl(called.decl()).parent.is_none();
        let list = node.children().find_map(ast::ArgList::cast);
        let arguments: Vec<ast::Expr> = list.into_iter().flat_map(|list| list.args()).collect();
        let has_type = |argument: &ast::Expr| {
            matches!(argument, ast::Expr::Literal(_))
                || self.type_of_node(item, argument).is_some_and(|ty| !self.is_unsettled(&ty))
        };
        let is_instance = self.decl(called.decl()).templates.is_empty()
            || called
                .chosen
                .args
                .as_ref()
                .is_some_and(|args| !args.iter().any(|argument| self.is_dependent_arg(argument)));
        is_plain_function && is_instance && arguments.iter().all(has_type)
    }

    /// The function with the template arguments that it is called with. `None` when they are not known.
    pub fn entity_called(&self, called: &Called) -> Option<Entity> {
        let member = &called.chosen.member;
        let entity = match (&called.chosen.args, self.decl(member.decl).templates.is_empty()) {
            (Some(args), false) => self.instance_with(member, args.clone())?,
            (_, false) => return None,
            (_, true) if member.class.is_some() => self.member_entity(member)?,
            (_, true) => self.entity(member.decl)?,
        };
        let is_known = match &entity {
            Entity::Function(function) => !function.ty.parameters.iter().any(|ty| matches!(**ty, Type::Auto)),
            _ => false,
        };
        is_known.then_some(entity)
    }

    /// The spaces of the function that is called: those of its declarations together (spec 2 §3). `None` where
    /// specializations differ, or they are not known.
    pub fn spaces_called(&self, called: &Called) -> Option<Spaces> {
        let decl = called.decl();
        let spaces = self.spaces(decl)?;
        let of_class = called.chosen.member.class.as_ref();
        let is_instance =
            !self.decl(decl).templates.is_empty() || of_class.is_some_and(|class| class.args.is_some());
        if !is_instance {
            return Some(spaces);
        }
        self.spaces_of_instance(decl)
    }

    /// The spaces of an instance of the template that `decl` declares, or of a member of a class template: those of the
    /// template. `None` where specializations differ, or they are not known.
    pub fn spaces_of_instance(&self, decl: DeclRef) -> Option<Spaces> {
        let spaces = self.spaces(decl)?;
        let differs = |other: &DeclRef| {
            let own = self.decl(*other).attributes.spaces;
            own != spaces && own != Spaces::default()
        };
        let others = self.namesakes(decl, Namesakes::All);
        let specializes = |other: &&DeclRef| is_specialization(self.decl(**other));
        (!others.iter().filter(specializes).any(differs)).then_some(spaces)
    }

    /// The declarations that specialize or instantiate functions with the name of `decl`, in its scope or out of its class.
    pub fn specializations_named(&self, decl: DeclRef) -> Vec<DeclRef> {
        let mut all = self.namesakes(decl, Namesakes::All);
        all.retain(|other| is_specialization(self.decl(*other)));
        all
    }

    /// The types of the parameters of the called function, without the object. `None` when they are not known.
    pub fn parameters_called(&self, called: &Called) -> Option<Vec<TypeRef>> {
        let function = self.function_of(called.decl())?;
        Some(self.adjusted_parameters(function, called.chosen.site.as_ref()?))
    }

    /// The function that a call or launch names as its callee.
    pub fn callee(&self, item: u32, callee: &ast::Expr) -> Option<Called> {
        let outer = self.item_being_read.replace(Some(item));
        let called = self.called_by_name(item, callee);
        self.item_being_read.set(outer);
        called
    }

    /// The only member that the name behind `.` or `->` means, functions with overloads apart.
    pub fn member_accessed(&self, item: u32, token: &SyntaxToken) -> Option<DeclRef> {
        let Lookup::Found(members) = self.member_access(item, token) else { return None };
        let [member] = members.as_slice() else { return None };
        Some(member.decl)
    }

    /// The type that the declaration of a variable of a body says, whose name is `token`.
    pub fn type_of_block_variable(&self, item: u32, token: &SyntaxToken) -> Option<TypeRef> {
        self.type_of_local(item, token, token.text_range())
    }

    /// The type that a function declares to return.
    pub fn result_of(&self, decl: DeclRef) -> Option<TypeRef> {
        let function = self.function_of(decl)?;
        let result = self.function_type(function, &self.site_of(decl)).result?;
        (!self.is_unsettled(&result)).then_some(result)
    }
}

/// Whether a node stands in a template: also in a lambda or function that is one by its parameters.
fn is_in_template(node: &SyntaxNode) -> bool {
    node.ancestors().any(|it| match it.kind() {
        SyntaxKind::TEMPLATE_DECL => true,
        SyntaxKind::LAMBDA_EXPR => ast::LambdaExpr::cast(it).is_some_and(|it| is_generic(&it)),
        SyntaxKind::FUNCTION_DEF => {
            let declarator = ast::FunctionDef::cast(it).and_then(|it| it.declarator());
            let list = declarator.and_then(|it| it.function()).and_then(|it| it.param_list());
            list.is_some_and(|list| has_auto_parameter(list.syntax()))
        }
        _ => false,
    })
}

/// Whether the call operator of a closure is a template.
pub(crate) fn is_generic(lambda: &ast::LambdaExpr) -> bool {
    let declarator = lambda.lambda_declarator();
    lambda.template_param_list().is_some() || declarator.is_some_and(|it| has_auto_parameter(it.syntax()))
}

fn has_auto_parameter(list: &SyntaxNode) -> bool {
    list.descendants_with_tokens().any(|part| part.kind() == SyntaxKind::AUTO_KW)
}
