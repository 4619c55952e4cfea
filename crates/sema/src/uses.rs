//! What the bodies of an item use: the functions that they call or name, in the order in which they are evaluated.
//!
//! Bodies of templates have no uses here. A use whose function is not known is left out.

use asunder_decls::names::DeclRef;
use asunder_hir::source_map::{BodySourceMap, ItemSourceMap};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, TextSize};
use asunder_types::{Env, Frame};

pub use asunder_hir::body::FIRST_LOCAL;

use crate::infer::{At, Inferred, UsedAt};
use crate::mistakes::examined;
use crate::view::Sema;

/// The uses of a function, or of the initializer of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyUses {
    /// The function or variable.
    pub owner: DeclRef,
    /// In the order in which they are evaluated.
    pub uses: Box<[Use]>,
}

/// A function that is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Use {
    /// A declaration of it; of an instance that of the template.
    pub decl: DeclRef,
    /// It is an instance of a template, or a member of one.
    pub is_instance: bool,
    /// How it is used.
    pub form: UseForm,
    /// Where what names it starts, in bytes of the item's text: the name of a member behind `.` and `->`, the first
    /// character of other names, the operator, the operand that is converted, the variable that is made.
    pub at: TextSize,
    /// The place of the expression that uses it, in bytes of the item's text: the `(` of a call.
    pub point: TextSize,
    /// The number of the lambda whose body it stands in.
    pub lambda: Option<u32>,
    /// It stands in an operand that a constant one in front of it decides not to evaluate.
    pub is_removed: bool,
}

/// How a function is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UseForm {
    /// It is called by its name.
    Call,
    /// It is called by its name, and an object decides which overrider runs.
    VirtualCall,
    /// It is called by an operator.
    Operator,
    /// It is called as the call operator of an object.
    CallOperator,
    /// It converts an object of its class.
    Conversion,
    /// It makes an object of its class.
    Constructor,
    /// It is named, not called.
    Name,
}

/// The uses of the bodies of an item, as far as they are not in templates.
pub fn uses(db: &dyn salsa::Database, source: SourceText, item: u32, dialect: Dialect) -> &[BodyUses] {
    &examined(db, source, item, dialect).uses
}

/// The uses of a body.
pub(crate) fn of_body<'db>(
    sema: &Sema<'db>,
    tree: &Inferred<'db>,
    places: &BodySourceMap,
    map: &ItemSourceMap,
) -> Box<[Use]> {
    let mut uses = Vec::with_capacity(tree.uses.len());
    for used in &tree.uses {
        let place = match used.at {
            UsedAt::Expr(start, point) => {
                let start = offset(start, places);
                start.map(|start| (start, offset(point, places).unwrap_or(start)))
            }
            UsedAt::Variable(decl) => decl
                .local
                .0
                .checked_sub(FIRST_LOCAL)
                .and_then(|index| map.locals.get(index as usize))
                .map(|range| (range.start(), range.start())),
        };
        let Some((at, point)) = place else { continue };
        uses.push(Use {
            decl: used.symbol.decl,
            is_instance: is_instance(sema, used.symbol.env) || sema.is_function_template(used.symbol.decl),
            form: used.form,
            at,
            point,
            lambda: used.lambda.map(|it| it.0),
            is_removed: used.is_removed,
        });
    }
    uses.into()
}

/// Where a place of an expression is.
fn offset(at: At, places: &BodySourceMap) -> Option<TextSize> {
    match at {
        At::Start(expr) => Some(places.range(expr).start()),
        At::Point(expr) => Some(places.at(expr)),
        At::Tail(expr, length) => Some(places.range(expr).end() - TextSize::new(length)),
        At::None => None,
    }
}

/// Whether a scope is that of an instance of a template.
fn is_instance<'db>(sema: &Sema<'db>, env: Env<'db>) -> bool {
    sema.frames(env).any(|(_, frame)| match frame {
        Frame::Template { .. } => true,
        Frame::Class(class) => class.args(sema.db).is_some(),
        _ => false,
    })
}
