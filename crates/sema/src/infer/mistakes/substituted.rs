//! Where notes on built-in operators stand: the reference leaves them at the last default template argument whose
//! substitution failed while the functions in front of them were tried.

use asunder_decls::item_tree;
use asunder_decls::queries::item_positions;
use asunder_decls::written::{TemplateParamKind, TypeExpr};
use asunder_syntax::{SyntaxKind, SyntaxNode};
use asunder_types::{Arg, Class, Kind, Symbol, Ty};

use super::super::{Infer, NodeId};
use crate::finding::Place;
use crate::overload::Candidate;

/// What trying a function leaves behind.
#[derive(Clone, Copy)]
enum Left {
    Nothing,
    At(Place),
    Unknown,
}

impl<'db> Infer<'_, 'db> {
    /// The place that the candidates for an operator leave behind, if they leave one; `None` where that is not known.
    /// They are tried from the last declared on.
    pub(super) fn place_behind_candidates(
        &self,
        operands: &[NodeId],
        candidates: &[Candidate<'db>],
    ) -> Option<Option<Place>> {
        let mut sorted: Vec<&Candidate<'db>> = candidates.iter().collect();
        sorted.sort_by_key(|it| std::cmp::Reverse(it.symbol.decl));
        let mut last = Left::Nothing;
        for candidate in sorted {
            match self.left_by(candidate, operands) {
                Left::Nothing => {}
                left => last = left,
            }
        }
        match last {
            Left::Nothing => Some(None),
            Left::At(place) => Some(Some(place)),
            Left::Unknown => None,
        }
    }

    fn left_by(&self, candidate: &Candidate<'db>, operands: &[NodeId]) -> Left {
        let db = self.db();
        let Some(open) = self.sema.signature(self.open_symbol(candidate.symbol)) else {
            return Left::Unknown;
        };
        let is_member = self.sema.class_around(candidate.symbol).is_some()
            && !self.sema.decl(candidate.symbol.decl).specifiers.is_friend;
        let operands = if is_member { operands.get(1..).unwrap_or_default() } else { operands };
        if self.sema.is_function_template(candidate.symbol.decl) {
            let has_default = self.has_default_arguments(candidate.symbol);
            let result = open.result.referred(db).unqualified(db);
            if has_default || !matches!(result.kind(db), Kind::Class(_) | Kind::Builtin(_)) {
                return Left::Unknown;
            }
        }
        let mut last = Left::Nothing;
        for (param, operand) in open.params.iter().zip(operands) {
            let own = self.node(*operand).ty.referred(db).unqualified(db);
            let Some(class) = param.referred(db).as_class(db) else { continue };
            if own.as_class(db) == Some(class) || self.sema.is_dependent_class(class) {
                continue;
            }
            match self.left_by_conversion(own, class) {
                Left::Nothing => {}
                left => last = left,
            }
        }
        last
    }

    fn has_default_arguments(&self, template: Symbol<'db>) -> bool {
        let header = self.sema.decl(template.decl).templates.last();
        header.is_some_and(|header| {
            header.params.iter().any(|param| match &param.kind {
                TemplateParamKind::Type(default) => default.is_some(),
                TemplateParamKind::Value(..) => true,
                TemplateParamKind::Template(default) => default.is_some(),
            })
        })
    }

    /// What is left where the constructors of a class that are templates do not take a type.
    fn left_by_conversion(&self, from: Ty<'db>, class: Class<'db>) -> Left {
        let Some(definition) = self.sema.definition(class) else { return Left::Unknown };
        let mut last = Left::Nothing;
        for constructor in self.sema.constructors(&definition) {
            if !self.sema.is_function_template(constructor.decl)
                || self.sema.is_explicit(constructor) == Some(true)
                || !self.has_default_arguments(constructor)
            {
                continue;
            }
            last = self.left_by_constructor(from, constructor).map_or(Left::Unknown, Left::At);
        }
        last
    }

    /// `template <class T, class = typename enable_if<…>::type> S(T);`
    fn left_by_constructor(&self, from: Ty<'db>, constructor: Symbol<'db>) -> Option<Place> {
        let db = self.db();
        let decl = self.sema.decl(constructor.decl);
        let [first, second] = decl.templates.last()?.params.as_slice() else { return None };
        let (TemplateParamKind::Type(None), TemplateParamKind::Type(Some(TypeExpr::Name(path, _)))) =
            (&first.kind, &second.kind)
        else {
            return None;
        };
        let [around, last] = path.segments.as_slice() else { return None };
        if around.args.is_none() || last.args.is_some() {
            return None;
        }
        let signature = self.sema.signature(self.open_symbol(constructor))?;
        let [param] = &*signature.params else { return None };
        if !matches!(param.kind(db), Kind::Param(_)) {
            return None;
        }
        // That it fails is what makes the reference go on.
        let args = [Arg::Type(from.decayed(db))];
        match self.sema.default_arg(constructor, 1, &args) {
            Err(ty) if matches!(ty.kind(db), Kind::Error) => {}
            _ => return None,
        }
        let text = self.sema.names().item_text(constructor.decl.item);
        let name = item_positions(db, text).names.get(constructor.decl.local.index())?.start();
        let token = asunder_syntax::token_at(&item_tree(db, text).syntax(), name)?;
        let template = token.parent_ancestors().find(|node| node.kind() == SyntaxKind::TEMPLATE_DECL)?;
        let header = template.children().find(|node| node.kind() == SyntaxKind::TEMPLATE_HEADER)?;
        let is_parameter = |node: &SyntaxNode| node.kind() == SyntaxKind::TYPE_PARAM;
        let second = header.descendants().filter(is_parameter).nth(1)?;
        let mut lists = second.descendants().filter(|node| node.kind() == SyntaxKind::TEMPLATE_ARG_LIST);
        let argument = lists.next()?.children().next()?;
        Some(Place::In(constructor.decl.item, argument.text_range().start()))
    }
}
