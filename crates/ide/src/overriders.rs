//! What implements a virtual function or a class: overriders and derived classes.

use asunder_decls::names::DeclRef;
use asunder_decls::occurrences::Target;
use asunder_decls::written::DeclKind;
use asunder_syntax::TextSize;

use crate::Unit;

/// Where the overriders of the virtual function stand, or the classes that are derived from the class, that the name at
/// byte `offset` means: their names, in the user's own files. `None` where it is neither.
pub fn implementations(unit: &Unit<'_>, offset: TextSize) -> Option<Vec<TextSize>> {
    let name = unit.name_at(offset)?;
    let Target::Decl(decl) = name.target? else { return None };
    of_declaration(unit, decl)
}

fn of_declaration(unit: &Unit<'_>, decl: DeclRef) -> Option<Vec<TextSize>> {
    let names = &unit.names;
    let all = names.declarations_of(decl).unwrap_or_else(|| vec![decl]);
    let is_class = matches!(names.decl(decl).kind, DeclKind::Class(_));
    // A member function is virtual by its declaration in the class.
    let function = all.iter().copied().find(|it| names.decl(*it).parent.is_some());
    if !is_class && function.is_none_or(|it| names.function_of(it).is_none()) {
        return None;
    }
    let mut found = Vec::new();
    for item in unit.own_items().iter().copied() {
        for (local, written) in names.decls(item).iter() {
            let other = DeclRef { item, local };
            let is_it = match (&written.kind, function) {
                (DeclKind::Class(class), _) if is_class => {
                    !class.bases.is_empty()
                        && unit.sema().base_definitions(other).iter().any(|base| all.contains(base))
                }
                (DeclKind::Function { .. }, Some(function)) if !is_class => {
                    written.parent.is_some()
                        && written.name == names.decl(function).name
                        && unit.sema().overridden_by(other).contains(&function)
                }
                _ => false,
            };
            if is_it {
                let definition = names.definition_of(other).unwrap_or(other);
                found.extend(names.name_offset(definition));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    (!found.is_empty()).then_some(found)
}
