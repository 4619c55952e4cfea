//! Lines of classes, data members, constant variables and static assertions.

use std::fmt::Write as _;

use asunder_decls::names::DeclRef;
use asunder_decls::written::{DeclKind, DeclName, LocalId};
use asunder_hir::body::{Body, Expr};
use asunder_hir::source_map::BodySourceMap;
use asunder_syntax::TextSize;
use asunder_types::{Kind, Symbol, Ty};

use super::Places;
use super::spelled_instances::listed;
use crate::infer::{At, Inferred, Initial, ItemInferred, Named, NodeId, What, infer_declared, value_text};

/// Strings are shown up to this many characters.
const SHOWN_STRING: usize = 24;

impl<'db> Places<'_, 'db> {
    /// The lines of an item's classes, bounds, enumerators and assertions.
    pub(super) fn declarations(&self, out: &mut String) {
        for declared in infer_declared(self.sema, self.item) {
            let Some(map) = self.map.bodies.get(declared.body as usize) else { continue };
            if let Some(holds) = declared.assertion
                && let Some(at) = self.assertion_place(map)
            {
                let _ = writeln!(out, "assert\t{at}\t{holds}");
            }
            self.plain_tree(&declared.tree, declared.body, map, out);
        }
        let decls = self.sema.names().decls(self.item);
        for local in 0..decls.decls.len() as u32 {
            let decl = DeclRef { item: self.item, local: LocalId(local) };
            self.class(decl, out);
            self.default_initialized(decl, out);
        }
    }

    /// The lines of the static assertions of a body's blocks.
    pub(super) fn assertions(&self, tree: &Inferred<'db>, map: &BodySourceMap, out: &mut String) {
        for assertion in &tree.assertions {
            if let Some(holds) = assertion.holds
                && let Some(at) = self.word_before(map.range(assertion.expr).start())
            {
                let _ = writeln!(out, "assert\t{at}\t{holds}");
            }
        }
    }

    /// Where the word stands that starts the static assertion of a body.
    fn assertion_place(&self, map: &BodySourceMap) -> Option<String> {
        self.word_before(map.exprs.iter().map(|place| place.range.start()).min()?)
    }

    /// Where the word stands that starts the static assertion whose condition starts at `first`.
    fn word_before(&self, first: TextSize) -> Option<String> {
        let text = self.sema.names().item_text(self.item).text(self.sema.db);
        let before = text.get(..usize::from(first))?;
        let at = before.rfind("static_assert").or_else(|| before.rfind("_Static_assert"))?;
        Some(self.at(self.start + at))
    }

    /// The lines of a class and its data members, where `decl` defines one that is not in a template.
    fn class(&self, decl: DeclRef, out: &mut String) {
        let sema = self.sema;
        let written = sema.decl(decl);
        let DeclKind::Class(kind) = &written.kind else { return };
        if !kind.is_definition || written.templates.iter().any(|header| !header.params.is_empty()) {
            return;
        }
        let env = sema.env_of(decl);
        if sema.has_open_template(env) {
            return;
        }
        let ty = match written.templates.is_empty() {
            true => sema.type_of_definition(decl, env),
            // An explicit specialization.
            false => match sema.inside_of(decl).and_then(|inside| sema.class_of(inside)) {
                Some(class) => sema.ty(Kind::Class(class)),
                None => return,
            },
        };
        let Some(layout) = ty.as_class(sema.db).and_then(|class| sema.layout(class)) else { return };
        let name = listed(sema, ty);
        let at = match written.name {
            DeclName::None => self.opening_brace(decl),
            _ => self.decl(decl),
        };
        let _ = writeln!(out, "class\t{at}\t{name}\t{}\t{}", layout.size, layout.alignment);
        for (field, bits) in &layout.fields {
            let member = sema.decl(field.decl);
            let remainder = match bits % 8 {
                0 => String::new(),
                bits => format!("+{bits}"),
            };
            let (at, own) = (self.decl(field.decl), member.name.ident().map_or("", |name| name));
            let ty = listed(
                sema,
                match member.kind {
                    DeclKind::Class(_) => sema.type_of_definition(field.decl, field.env),
                    _ => sema.variable_type(*field),
                },
            );
            let _ = writeln!(out, "field\t{at}\t{name}\t{own}\t{}{remainder}\t{ty}", bits / 8);
        }
    }

    /// Where the members of a class without a name begin.
    fn opening_brace(&self, decl: DeclRef) -> String {
        let names = self.sema.names();
        let item = names.range(decl.item).start();
        let text = names.item_text(decl.item).text(self.sema.db);
        let key = names.name_offset(decl).and_then(|offset| offset.checked_sub(item));
        match key.and_then(|key| Some((key, text.get(usize::from(key)..)?.find('{')?))) {
            Some((key, brace)) => self.at(usize::from(item + key) + brace),
            None => self.decl(decl),
        }
    }

    /// The line of a variable of a class that its default constructor makes constant.
    fn default_initialized(&self, decl: DeclRef, out: &mut String) {
        let sema = self.sema;
        let written = sema.decl(decl);
        if !matches!(written.kind, DeclKind::Variable { .. })
            || written.specifiers.is_extern
            || !written.templates.is_empty()
            || written.parent.is_some()
            || sema.initializer(decl).is_some()
        {
            return;
        }
        let env = sema.env_of(decl);
        if sema.has_open_template(env) {
            return;
        }
        let ty = sema.variable_type(Symbol { decl, env });
        let Some(definition) = ty.as_class(sema.db).and_then(|class| sema.definition(class)) else { return };
        let is_constant = sema.constructors(&definition).iter().any(|constructor| {
            sema.decl(constructor.decl).specifiers.is_constexpr
                && sema.signature(*constructor).is_some_and(|signature| signature.required == 0)
        });
        if is_constant {
            let name = written.name.ident().map_or("", |name| name);
            let _ = writeln!(out, "var\t{}\t{name}\t{}\taggregate", self.decl(decl), listed(sema, ty));
        }
    }

    /// The lines of the constant variables of a body: the variable that it initializes, and those of its blocks.
    pub(super) fn constants(&self, inferred: &ItemInferred<'db>, out: &mut String) {
        let sema = self.sema;
        let bodies = sema.bodies(self.item);
        let Some((_, body)) = bodies.bodies.get(inferred.body as usize) else { return };
        let mut line = |decl: DeclRef, ty: Ty<'db>, value: String| {
            let written = sema.decl(decl);
            // The reference does not show the values of constant memory.
            let value = if written.attributes.spaces.constant { "?".to_owned() } else { value };
            if let DeclName::Ident(name) = &written.name {
                let _ = writeln!(out, "var\t{}\t{name}\t{}\t{value}", self.decl(decl), listed(sema, ty));
            }
        };
        if let Some(initial) = &inferred.initial
            && self.has_static_storage(inferred.owner)
        {
            let symbol = Symbol { decl: inferred.owner, env: sema.env_of(inferred.owner) };
            let ty = sema.variable_type(symbol);
            let ty = match sema.decl(inferred.owner).specifiers.is_constexpr {
                true => ty.constant(sema.db),
                false => ty,
            };
            line(inferred.owner, ty, self.initial_text(initial, &inferred.tree, body));
        }
        for variable in &inferred.tree.variables {
            let (Some(decl), Some(initial), None) = (variable.decl, &variable.initial, variable.parameter)
            else {
                continue;
            };
            let value = match (initial, variable.is_static) {
                (Initial::Value(_) | Initial::String(_), true) => {
                    self.initial_text(initial, &inferred.tree, body)
                }
                (Initial::Value(_), false) if variable.value.is_some() => "?".to_owned(),
                _ => continue,
            };
            line(decl, variable.ty, value);
        }
    }

    fn has_static_storage(&self, decl: DeclRef) -> bool {
        let written = self.sema.decl(decl);
        match written.parent {
            Some(_) => written.specifiers.is_static || written.qualifier.is_some(),
            None => true,
        }
    }

    fn initial_text(&self, initial: &Initial<'db>, tree: &Inferred<'db>, body: &Body) -> String {
        match initial {
            Initial::Value(value) => value_text(value, self.sema),
            Initial::Aggregate => "aggregate".to_owned(),
            Initial::String(node) => string_text(tree, *node, body),
            Initial::Address(node) => {
                match (&tree.nodes[node.0 as usize].what, tree.nodes[node.0 as usize].named) {
                    (What::String, _) => format!("&{}", string_text(tree, *node, body)),
                    (_, Some(Named::Symbol(symbol))) => {
                        format!("&{}", self.sema.decl(symbol.decl).name.ident().map_or("?", |name| name))
                    }
                    (_, Some(Named::Local(number))) => {
                        let name = tree.variables.get(number as usize).and_then(|it| it.name.clone());
                        format!("&{}", name.as_deref().unwrap_or("?"))
                    }
                    _ => "&?".to_owned(),
                }
            }
        }
    }
}

/// A string literal as the reference shows it, long ones cut off.
fn string_text(tree: &Inferred<'_>, node: NodeId, body: &Body) -> String {
    let (At::Start(expr) | At::Point(expr)) = tree.nodes[node.0 as usize].at else { return "?".to_owned() };
    shown_string(body, expr).unwrap_or_else(|| "?".to_owned())
}

/// The text of a string literal, quoted.
pub(super) fn shown_string(body: &Body, expr: asunder_hir::body::ExprId) -> Option<String> {
    let Expr::String(_, _, elements) = &body[expr] else { return None };
    let mut text = String::new();
    for element in elements.iter() {
        match char::from_u32(*element)? {
            '\n' => text.push_str("\\n"),
            '\t' => text.push_str("\\t"),
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            character => text.push(character),
        }
    }
    if text.chars().count() > SHOWN_STRING {
        text = text.chars().take(SHOWN_STRING - 3).collect::<String>() + "...";
    }
    Some(format!("\"{text}\""))
}
