//! Placeholders with a type-constraint in front of them, `C auto x = e;`, whose deduced types do not satisfy it
//! ([dcl.type.auto.deduct]/2).

use asunder_decls::item_tree;
use asunder_decls::lower::lower_name;
use asunder_decls::names::{DeclRef, Point};
use asunder_decls::queries::item_positions;
use asunder_decls::written::{DeclKind, TypeExpr};
use asunder_hir::body::FIRST_LOCAL;
use asunder_syntax::{AstNode, Standard, SyntaxKind, SyntaxNode, TextSize, ast};
use asunder_types::{Arg, Env, Kind, Symbol, Ty};

use crate::finding::{Argument, Found, Mistake};
use crate::infer::Inferred;
use crate::spelled::Spelled;
use crate::view::{Sema, Site};

/// "the deduced placeholder type … failed the type constraint".
const FAILED: u16 = 3125;

/// Those of the variables and functions that an item declares outside blocks, templates apart.
pub(crate) fn of_declarations(sema: &Sema<'_>, item: u32) -> Vec<Found> {
    let mut found = Vec::new();
    if sema.dialect.standard < Standard::Cpp20 {
        return found;
    }
    for (local, decl) in sema.names().decls(item).iter() {
        let at = DeclRef { item, local };
        let env = sema.env_of(at);
        let written = match &decl.kind {
            DeclKind::Variable { ty, .. } => ty,
            DeclKind::Function { ty: TypeExpr::Function(function), .. } => &function.result,
            _ => continue,
        };
        if written.has_placeholder() && sema.decl(at).templates.is_empty() && !sema.has_open_template(env) {
            found.extend(sema.failed_declaration(Symbol { decl: at, env }));
        }
    }
    found
}

/// Those of the variables in the typed tree of a body.
pub(crate) fn of_tree<'db>(sema: &Sema<'db>, item: u32, tree: &Inferred<'db>, env: Env<'db>) -> Vec<Found> {
    let mut found = Vec::new();
    if sema.dialect.standard < Standard::Cpp20 {
        return found;
    }
    for variable in &tree.variables {
        let Some(decl) = variable.decl.filter(|decl| decl.item == item && decl.local.0 >= FIRST_LOCAL) else {
            continue;
        };
        if let DeclKind::Variable { ty, .. } = &sema.decl(decl).kind
            && ty.has_placeholder()
        {
            found.extend(sema.failed(decl, ty, variable.ty, Site::new(env, Point::end_of(item))));
        }
    }
    found
}

impl<'db> Sema<'db> {
    /// The deduced type of a variable or the result of a function that does not satisfy the concept in front of it.
    pub(crate) fn failed_declaration(&self, symbol: Symbol<'db>) -> Option<Found> {
        let at = symbol.decl;
        let site = Site::new(symbol.env, Point::before(at));
        match &self.decl(at).kind {
            DeclKind::Variable { ty, .. } => self.failed(at, ty, self.variable_type(symbol), site),
            DeclKind::Function { ty: TypeExpr::Function(function), .. }
                if function.result.has_placeholder() =>
            {
                self.constrained_placeholder(at)?;
                let signature = self.signature(symbol)?;
                self.failed(at, &function.result, self.result_of(symbol, &signature), site)
            }
            _ => None,
        }
    }

    fn failed(&self, at: DeclRef, written: &TypeExpr, ty: Ty<'db>, site: Site<'_, 'db>) -> Option<Found> {
        let placeholder = self.constrained_placeholder(at)?;
        let deduced = self.placeholder_type(written, ty)?;
        if deduced.absorbs(self.db) || self.is_dependent(deduced) || self.has_auto(deduced) {
            return None;
        }
        let path = lower_name(&placeholder.constraint()?)?;
        let concept = self.concept_named(&path, site)?;
        let args = path.segments.last()?.args.as_deref().unwrap_or_default();
        let constraint = self.type_constraint(concept, Arg::Type(deduced), args, site)?;
        if self.concept_holds_for(constraint.concept, constraint.args)? {
            return None;
        }
        let text = self.spelled_text(&Spelled::Plain(deduced))?;
        let notes = self.unsatisfied_concept(constraint.concept, constraint.args?)?;
        Some(Found::at(
            Mistake { notes, ..Mistake::new(FAILED, vec![Argument::ty(text)]) },
            placeholder.syntax().text_range().start(),
        ))
    }

    /// The placeholder with a concept in the declaration of a variable or of a function's result.
    fn constrained_placeholder(&self, at: DeclRef) -> Option<ast::PlaceholderType> {
        let text = self.names().item_text(at.item);
        let name: TextSize = match at.local.0.checked_sub(FIRST_LOCAL) {
            Some(index) => asunder_hir::source_map(self.db, text).locals.get(index as usize)?.start(),
            None => item_positions(self.db, text).names.get(at.local.index())?.start(),
        };
        let token = asunder_syntax::token_at(&item_tree(self.db, text).syntax(), name)?;
        let is_declaration = |node: &SyntaxNode| {
            matches!(
                node.kind(),
                SyntaxKind::SIMPLE_DECL
                    | SyntaxKind::FUNCTION_DEF
                    | SyntaxKind::CONDITION_DECL
                    | SyntaxKind::RANGE_DECL
            )
        };
        let declaration = token.parent_ancestors().find(is_declaration)?;
        // That of a trailing result stands behind the parameters.
        let is_result = |node: &SyntaxNode| {
            !node.ancestors().take_while(|it| *it != declaration).any(|it| {
                matches!(
                    it.kind(),
                    SyntaxKind::PARAM_DECL | SyntaxKind::COMPOUND_BODY | SyntaxKind::TEMPLATE_ARG_LIST
                ) || ast::Expr::can_cast(it.kind())
            })
        };
        let nodes = declaration.descendants().filter(|node| node.kind() == SyntaxKind::PLACEHOLDER_TYPE);
        nodes.filter(is_result).filter_map(ast::PlaceholderType::cast).find(|it| it.constraint().is_some())
    }

    /// What the placeholder in a declared type stands for where the whole is `ty`.
    fn placeholder_type(&self, written: &TypeExpr, ty: Ty<'db>) -> Option<Ty<'db>> {
        Some(match written {
            TypeExpr::Auto | TypeExpr::DecltypeAuto => ty,
            TypeExpr::Qualified(_, inner) => self.placeholder_type(inner, ty.unqualified(self.db))?,
            TypeExpr::LvalueRef(inner) => self.placeholder_type(inner, ty.referred(self.db))?,
            TypeExpr::RvalueRef(inner) => match ty.kind(self.db) {
                Kind::Reference(_, false) => ty,
                _ => self.placeholder_type(inner, ty.referred(self.db))?,
            },
            TypeExpr::Pointer(inner) => self.placeholder_type(inner, ty.pointee(self.db)?)?,
            _ => return None,
        })
    }
}
