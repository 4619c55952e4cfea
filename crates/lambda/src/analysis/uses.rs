//! Uses of names and what they capture (spec page 4 b.4).

use std::sync::Arc;

use super::Walk;
use crate::Capture;
use crate::calls::{Call, ThisUse, this_use};
use crate::declarators::name_path;
use crate::layers::{
    ClassLayer, LayerKind, Local, Meaning, find_class, find_members, resolve, template_name,
};
use crate::members::ClassMembers;
use crate::spelling::compact_spelling;
use asunder_syntax::ast::{Name, Segment};
use asunder_syntax::{AstNode, SyntaxKind, SyntaxToken, TextRange};

impl Walk<'_> {
    /// A use of a name in an expression; `arguments` is the number of those of the call that it is the callee of. Answers
    /// whether `this` is to be captured after the arguments.
    pub(super) fn use_name(&mut self, name: &Name, arguments: Option<usize>) -> bool {
        let segments: Vec<Segment> = name.segments().collect();
        let meaning = match &segments[..] {
            [single] if !name.is_global() => match single.ident() {
                Some(word) => {
                    let meaning = resolve(&self.layers, word.text(), self.context.scopes);
                    if let Meaning::Local { local, layer, unreachable } = meaning {
                        if !unreachable {
                            self.use_local(&word, &local, layer);
                        }
                        let is_value = local != Local::Other;
                        self.visit_arguments(name, is_value);
                        return false;
                    }
                    meaning
                }
                None => self.operator_meaning(name),
            },
            _ => self.qualified_meaning(name),
        };
        self.visit_arguments(name, false);
        let Meaning::Members { members, is_templated } = meaning else { return false };
        let for_object = || {
            let last = name.last_segment().and_then(|segment| Some(segment.ident()?.text_range().start()));
            let places = [Some(name.syntax().text_range().start()), last];
            places.into_iter().flatten().find_map(|at| self.context.bodies.calls_for_object(at))
        };
        let has_choice = members.len() > 1 && !is_templated;
        let call = arguments
            .map(|arguments| Call { arguments, for_object: if has_choice { for_object() } else { None } });
        match this_use(&members, call, is_templated) {
            ThisUse::Never => false,
            ThisUse::AtName => {
                self.use_this(name.syntax().text_range());
                false
            }
            ThisUse::AfterArguments => true,
        }
    }

    /// Visits the template arguments in a name; they are operands of `<` and `>` after all if the name is that of
    /// a variable.
    pub(super) fn visit_arguments(&mut self, name: &Name, are_operands: bool) {
        for segment in name.syntax().children() {
            if are_operands {
                let lists = segment.children().filter(|it| it.kind() == SyntaxKind::TEMPLATE_ARG_LIST);
                lists.for_each(|list| self.visit_children(&list));
            } else {
                self.visit(&segment);
            }
        }
    }

    /// The meaning of `operator+` and the like in a member function.
    pub(super) fn operator_meaning(&self, name: &Name) -> Meaning {
        resolve(&self.layers, &compact_spelling(name.syntax()), self.context.scopes)
    }

    /// `C::m` means a member of the object where C is the class of the function or a base of it.
    pub(super) fn qualified_meaning(&self, name: &Name) -> Meaning {
        let mut path = name_path(name);
        let member = path.pop().unwrap_or_default();
        let member = member.split('<').next().unwrap_or_default();
        let Some(class) = self.class_of_this() else { return Meaning::Outside };
        let is_own = path.last().map(|it| template_name(it)) == class.path.last().map(|it| template_name(it));
        if is_own && path.len() == 1 {
            let members = find_members(class, member, self.context.scopes);
            return members.map_or(Meaning::Outside, |members| Meaning::Members {
                members,
                is_templated: class.is_templated,
            });
        }
        let Some((base_path, base)) = self.base_named(class, &path, 0) else { return Meaning::Outside };
        let base = ClassLayer { path: base_path, members: Some(base), is_templated: class.is_templated };
        find_members(&base, member, self.context.scopes).map_or(Meaning::Outside, |members| {
            Meaning::Members { members, is_templated: class.is_templated }
        })
    }

    /// The base of a class, direct or not, that a qualifier names: by its path or by its injected name. Bases
    /// with dependent names count.
    fn base_named(
        &self,
        class: &ClassLayer,
        qualifier: &[String],
        depth: u32,
    ) -> Option<(Vec<String>, Arc<ClassMembers>)> {
        /// Deeper hierarchies are wrong programs.
        const MAX_DEPTH: u32 = 64;
        let members = class.members.as_ref().filter(|_| depth < MAX_DEPTH)?;
        let wanted = find_class(qualifier, &class.path, self.context.scopes);
        let bases = members.bases().iter();
        let mut known = bases.filter_map(|it| find_class(&it.path, &class.path, self.context.scopes));
        known.find_map(|(path, members)| {
            let is_same = wanted.as_ref().is_some_and(|(wanted, _)| *wanted == path);
            let is_injected = qualifier.len() == 1
                && qualifier.last().map(|it| template_name(it)) == path.last().map(|it| template_name(it));
            if is_same || is_injected {
                return Some((path, members));
            }
            let base = ClassLayer { path, members: Some(members), is_templated: class.is_templated };
            self.base_named(&base, qualifier, depth + 1)
        })
    }

    /// The class that `this` points to at the current point.
    pub(super) fn class_of_this(&self) -> Option<&ClassLayer> {
        let mut passed_function = false;
        for layer in self.layers.iter().rev() {
            match &layer.kind {
                LayerKind::Function(function) if !passed_function => {
                    if function.class.is_some() || !function.has_this {
                        return function.class.as_ref().filter(|_| function.has_this);
                    }
                    passed_function = true;
                }
                LayerKind::Class(class) => return passed_function.then_some(class),
                _ => {}
            }
        }
        None
    }

    /// Captures a local variable in the lambdas between its declaration and the current point.
    pub(super) fn use_local(&mut self, name: &SyntaxToken, local: &Local, declared_in: usize) {
        let Local::Automatic(form) = *local else { return };
        if !self.evaluated {
            return;
        }
        let between = self.layers[declared_in + 1..].iter().filter_map(|layer| match &layer.kind {
            LayerKind::Lambda(lambda) => Some(lambda),
            _ => None,
        });
        if between.clone().any(|lambda| !lambda.has_default) {
            return;
        }
        let extended: Vec<usize> = between.filter_map(|lambda| lambda.extended).collect();
        for index in extended {
            let lambda = &mut self.result.extended[index];
            let is_known = lambda
                .captures
                .iter()
                .any(|it| matches!(it, Capture::Variable { name: known, .. } if known == name.text()));
            if !is_known {
                lambda.captures.push(Capture::variable(name.text(), form));
                lambda.first_uses.push(name.text_range());
            }
        }
    }

    /// Captures `this` in the lambdas between the member function and the current point.
    pub(super) fn use_this(&mut self, at: TextRange) {
        if !self.evaluated {
            return;
        }
        for layer in self.layers.iter_mut().rev() {
            match &mut layer.kind {
                LayerKind::Block => {}
                LayerKind::Function(_) | LayerKind::Class(_) => return,
                LayerKind::Lambda(lambda) => {
                    if lambda.captures_this || !lambda.has_default {
                        return;
                    }
                    lambda.captures_this = true;
                    if let Some(index) = lambda.extended {
                        let lambda = &mut self.result.extended[index];
                        lambda.captures.push(Capture::This);
                        lambda.first_uses.push(at);
                    }
                }
            }
        }
    }
}
