//! Typed trees as lines: the form of the reference's intermediate language (`shared/tools/il.py`).

use asunder_decls::names::{DeclRef, Point};
use asunder_decls::written::{DeclKind, DeclName};
use asunder_hir::body::{LambdaId, Owner, Root};
use asunder_types::{Builtin, Kind, Symbol, Value};

use super::{At, Category, Infer, Inferred, Named, Node, NodeId, What};
use crate::view::Sema;

/// One body of an item with its typed tree.
pub struct ItemInferred<'db> {
    /// The number of the body in the item.
    pub body: u32,
    /// The declaration that it belongs to.
    pub owner: DeclRef,
    /// The typed tree.
    pub tree: Inferred<'db>,
}

/// The typed trees of all bodies of an item that are not in templates.
pub fn infer_item<'db>(sema: &Sema<'db>, item: u32) -> Vec<ItemInferred<'db>> {
    let bodies = sema.bodies(item);
    let mut all = Vec::new();
    for (number, (owner, body)) in bodies.bodies.iter().enumerate() {
        let local = match owner {
            Owner::Function(local) | Owner::Initializer(local) => *local,
            _ => continue,
        };
        let decl = DeclRef { item, local };
        let env = sema.env_of(decl);
        if !sema.decl(decl).templates.iter().all(|header| header.params.is_empty())
            || sema.has_open_template(env)
        {
            continue;
        }
        let symbol = Symbol { decl, env };
        let mut infer = Infer::new(sema, body, env, Point::end_of(item));
        infer.owner = Some(decl);
        infer.body_index = number as u32;
        match owner {
            Owner::Function(_) => {
                let Some(signature) = sema.signature(symbol) else { continue };
                infer.function(symbol, &signature);
            }
            _ => {
                let Root::Init(init) = &body.root else { continue };
                // What looks like an initializer may be a list of parameters.
                if matches!(sema.decl(decl).kind, DeclKind::Enumerator { .. })
                    || sema.function_expr(decl).is_some()
                {
                    continue;
                }
                infer.this = sema.class_around(symbol).map(|class| sema.ty(Kind::Class(class)));
                // Initializers of members see the whole class ([class.mem]/6).
                if sema.decl(decl).parent.is_none() {
                    infer.point = Point { local: decl.local.0 + 1, ..Point::before(decl) };
                }
                let ty = sema.variable_type(symbol);
                infer.in_block(|infer| infer.initialized(init, ty));
            }
        }
        all.push(ItemInferred { body: number as u32, owner: decl, tree: infer.out });
    }
    all
}

/// Where what a node names is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntityAt {
    /// A declaration.
    Decl(DeclRef),
    /// A parameter of the function, by its number.
    Parameter(u32),
    /// A parameter of a lambda.
    LambdaParameter(LambdaId, u32),
    /// Not known.
    Nowhere,
}

/// A line of a typed tree.
pub struct Line {
    /// Where the node stands.
    pub at: At,
    /// How deep below a root.
    pub depth: u32,
    /// What it is, in the reference's words.
    pub what: String,
    /// Its type.
    pub ty: String,
    /// `l`, `x`, `p` or `l>p`.
    pub category: &'static str,
    /// What it names: where that is declared, and its name.
    pub entity: Option<(EntityAt, String)>,
    /// Properties, or `-`.
    pub flags: String,
}

impl<'db> Inferred<'db> {
    /// The lines of the tree, roots in the order in which they were made.
    pub fn lines(&self, sema: &Sema<'db>) -> Vec<Line> {
        let mut lines = Vec::new();
        for (index, node) in self.nodes.iter().enumerate() {
            if !node.used {
                self.line(NodeId(index as u32), 0, sema, &mut lines);
            }
        }
        lines
    }

    fn line(&self, id: NodeId, depth: u32, sema: &Sema<'db>, lines: &mut Vec<Line>) {
        // Trees that lean to one side are as deep as a program makes them.
        let mut pending = vec![(id, depth)];
        while let Some((id, depth)) = pending.pop() {
            let node = &self.nodes[id.0 as usize];
            if matches!(node.what, What::Gap(_) | What::Functions | What::List | What::Op("kernel_launch"))
                || node.ty.absorbs(sema.db)
            {
                // What is not known has no line; its operands have theirs.
                pending.extend(node.operands.iter().rev().map(|operand| (*operand, depth + 1)));
                continue;
            }
            lines.push(Line {
                at: node.at,
                depth,
                what: what_text(node, sema),
                ty: sema.display(node.ty),
                category: match (node.read, node.category) {
                    (true, _) => "l>p",
                    (_, Category::Lvalue) => "l",
                    (_, Category::Xvalue) => "x",
                    (_, Category::Prvalue) => "p",
                },
                entity: self.entity(node, sema),
                flags: flags_text(node),
            });
            if let (What::Op("temp_init"), Some(named)) = (&node.what, node.named) {
                let entity = match named {
                    Named::Symbol(symbol) => {
                        let class = sema.class_of(symbol.env);
                        let name =
                            class.map(|class| sema.display(sema.ty(Kind::Class(class)))).unwrap_or_default();
                        let name = name
                            .split('<')
                            .next()
                            .unwrap_or_default()
                            .rsplit("::")
                            .next()
                            .unwrap_or_default()
                            .to_owned();
                        Some((EntityAt::Decl(symbol.decl), name))
                    }
                    _ => None,
                };
                lines.push(Line {
                    at: node.at,
                    depth: depth + 1,
                    what: "constructor".to_owned(),
                    ty: "-".to_owned(),
                    category: "-",
                    entity,
                    flags: "implicit".to_owned(),
                });
            }
            pending.extend(node.operands.iter().rev().map(|operand| (*operand, depth + 1)));
        }
    }

    fn entity(&self, node: &Node<'db>, sema: &Sema<'db>) -> Option<(EntityAt, String)> {
        if matches!(node.what, What::Op("temp_init") | What::Constant(_)) {
            return None;
        }
        match node.named? {
            Named::Symbol(symbol) => {
                let name = match &sema.decl(symbol.decl).name {
                    DeclName::Ident(name) | DeclName::TemplateId(name, _) => name.to_string(),
                    DeclName::Operator(spelling) if spelling.starts_with(|c: char| c.is_alphabetic()) => {
                        format!("operator {spelling}")
                    }
                    DeclName::Operator(spelling) => format!("operator{spelling}"),
                    DeclName::Conversion(_) => "operator".to_owned(),
                    _ => String::new(),
                };
                Some((EntityAt::Decl(symbol.decl), name))
            }
            Named::Parameter(decl, index) => {
                let function = sema.function_expr(decl)?;
                let name =
                    function.params.get(index as usize)?.name.as_deref().unwrap_or_default().to_owned();
                Some((EntityAt::Nowhere, name))
            }
            Named::Local(number) => {
                let variable = self.variables.get(number as usize)?;
                let name = variable.name.as_deref().unwrap_or_default().to_owned();
                let at = match (variable.parameter, variable.decl) {
                    (Some((None, index)), _) => EntityAt::Parameter(index),
                    (Some((Some(lambda), index)), _) => EntityAt::LambdaParameter(lambda, index),
                    (None, Some(decl)) => EntityAt::Decl(decl),
                    (None, None) => EntityAt::Nowhere,
                };
                Some((at, name))
            }
        }
    }
}

fn what_text<'db>(node: &Node<'db>, sema: &Sema<'db>) -> String {
    match &node.what {
        What::Op(op) => match *op {
            "new" | "delete" => "new_delete".to_owned(),
            op => op.to_owned(),
        },
        What::Constant(value) => format!("constant={}", value_text(value, sema)),
        What::String => "constant=?".to_owned(),
        What::Variable => "variable".to_owned(),
        What::Field => "field".to_owned(),
        What::Routine => "routine".to_owned(),
        What::Functions => "gap: functions".to_owned(),
        What::List => "gap: list".to_owned(),
        What::Gap(why) => format!("gap: {why}"),
    }
}

/// A constant as the reference shows it: `3`, `4UL`, `(2.0F)`.
fn value_text<'db>(value: &Value<'db>, sema: &Sema<'db>) -> String {
    match value {
        Value::Integer(number, ty) => {
            let suffix = match ty.as_builtin(sema.db) {
                Some(Builtin::UnsignedInt) => "U",
                Some(Builtin::Long) => "L",
                Some(Builtin::UnsignedLong) => "UL",
                Some(Builtin::LongLong) => "LL",
                Some(Builtin::UnsignedLongLong) => "ULL",
                _ => "",
            };
            format!("{number}{suffix}")
        }
        Value::Floating(bits, ty) => {
            let suffix = match ty.as_builtin(sema.db) {
                Some(Builtin::Float) => "F",
                Some(Builtin::LongDouble) => "L",
                _ => "",
            };
            let number = f64::from_bits(*bits);
            match suffix {
                "F" => format!("({:?}F)", number as f32),
                _ => format!("({number:?}{suffix})"),
            }
        }
        Value::Null(_) => "0LL".to_owned(),
        Value::Address(..) => "&".to_owned(),
        Value::Param(_) | Value::Dependent => "?".to_owned(),
        Value::Gap(why) => format!("gap: {why}"),
    }
}

fn flags_text(node: &Node<'_>) -> String {
    let flags = node.flags;
    let all = [
        (flags.implicit, "implicit"),
        (flags.static_cast, "static_cast"),
        (flags.functional, "functional"),
        (flags.brace, "brace"),
        (flags.is_virtual, "virtual"),
        (flags.adl, "adl"),
        (flags.default_arg, "default_arg"),
        (flags.reinterpret_cast, "reinterpret_cast"),
        (flags.const_cast, "const_cast"),
    ];
    let words: Vec<&str> = all.iter().filter(|(set, _)| *set).map(|(_, word)| *word).collect();
    if words.is_empty() { "-".to_owned() } else { words.join(",") }
}
