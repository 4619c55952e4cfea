//! Bodies as text, for tests and for people who look for a fault.
//!
//! Statements stand on lines of their own; expressions have parentheses around all that has operands.

use std::fmt::{self, Write};

use asunder_decls::written::{
    Arg, Decl, DeclKind, DeclName, LocalId, NoexceptExpr, ParamExpr, Path, SegmentName, TypeExpr,
};
use asunder_mangle::model::Qualifiers;

use crate::body::{
    Args, Body, Capture, Clause, Condition, Declared, Designator, Expr, ExprId, FIRST_LOCAL, Handler, Init,
    ItemBodies, LambdaId, Owner, Requirement, Root, Stmt, StmtId, TypeOperand, TypeOrExpr,
};
use crate::lower::of_written;

/// All bodies of an item as text; `outer` are the declarations of the item.
pub fn display(bodies: &ItemBodies, outer: &[Decl]) -> String {
    let mut text = String::new();
    for (owner, body) in &bodies.bodies {
        let mut printer = Printer { body, bodies, outer, text: &mut text, indent: 0 };
        // Writing to a string cannot fail.
        let _ = printer.body(*owner);
    }
    text
}

/// One expression of a body as text.
pub fn display_expr(bodies: &ItemBodies, body: &Body, expr: ExprId) -> String {
    let mut text = String::new();
    let _ = Printer { body, bodies, outer: &[], text: &mut text, indent: 0 }.expr(expr);
    text
}

struct Printer<'b> {
    body: &'b Body,
    bodies: &'b ItemBodies,
    outer: &'b [Decl],
    text: &'b mut String,
    indent: usize,
}

impl Printer<'_> {
    fn body(&mut self, owner: Owner) -> fmt::Result {
        let (what, id) = match owner {
            Owner::Function(id) => ("function", Some(id)),
            Owner::Initializer(id) => ("initializer", Some(id)),
            Owner::Defaults(id) => ("defaults", Some(id)),
            Owner::BitWidth(id) => ("bit width", Some(id)),
            Owner::StaticAssert(_, class) => ("static_assert", class),
            Owner::Concept(id) => ("concept", Some(id)),
            Owner::Requires(id) => ("requires", Some(id)),
            Owner::Types(id) => ("types", Some(id)),
        };
        write!(self.text, "{what}")?;
        if let Some(id) = id {
            self.text.push(' ');
            self.decl_name(id)?;
        }
        match &self.body.root {
            Root::None => self.text.push_str(" nothing"),
            Root::Types => {}
            Root::Function { params, initializers, block, handlers } => {
                self.params(params, false)?;
                for (index, init) in initializers.iter().enumerate() {
                    self.text.push_str(if index == 0 { " : " } else { ", " });
                    self.ty(&init.name)?;
                    self.init(&init.init)?;
                    if init.expansion {
                        self.text.push_str("...");
                    }
                }
                self.nested_stmt(*block)?;
                self.handlers(handlers)?;
            }
            Root::Init(init) => self.init(init)?,
            Root::Expr(expr) => {
                self.text.push(' ');
                self.expr(*expr)?;
            }
            Root::Defaults(defaults) => self.defaults(defaults)?,
            Root::Requires(clauses) => {
                for clause in clauses {
                    self.text.push(' ');
                    self.expr(*clause)?;
                }
            }
        }
        for TypeOperand { owner, kind, operand, .. } in &self.body.type_operands {
            self.line("  in type of ")?;
            match owner {
                Some(owner) => self.decl_name(*owner)?,
                None => self.text.push_str("a lambda"),
            }
            self.text.push_str(": ");
            self.keyword(&format!("{kind:?}"), std::slice::from_ref(operand))?;
        }
        self.text.push('\n');
        Ok(())
    }

    fn decl_name(&mut self, id: LocalId) -> fmt::Result {
        let decl = match id.0 >= FIRST_LOCAL {
            true => self.bodies.local(id),
            false => self.outer.get(id.0 as usize),
        };
        let local = if id.0 >= FIRST_LOCAL { "%" } else { "" };
        match decl.map(|decl| &decl.name) {
            Some(DeclName::Ident(name) | DeclName::TemplateId(name, _)) => write!(self.text, "{local}{name}"),
            Some(DeclName::Operator(name)) => write!(self.text, "{local}operator{name}"),
            Some(DeclName::Bindings(names)) => write!(self.text, "{local}[{}]", names.join(", ")),
            Some(DeclName::None) => write!(self.text, "{local}<unnamed>"),
            Some(DeclName::Constructor) => write!(self.text, "{local}<constructor>"),
            Some(DeclName::Destructor) => write!(self.text, "{local}<destructor>"),
            Some(DeclName::Conversion(ty)) => {
                let ty = (**ty).clone();
                write!(self.text, "{local}operator ")?;
                self.ty(&ty)
            }
            Some(DeclName::LiteralOperator(name)) => write!(self.text, "{local}operator\"\"{name}"),
            None => write!(self.text, "{local}?"),
        }
    }

    fn params(&mut self, params: &[ParamExpr], variadic: bool) -> fmt::Result {
        self.text.push('(');
        for (index, param) in params.iter().enumerate() {
            self.comma(index);
            self.ty(&param.ty)?;
            if let Some(name) = &param.name {
                write!(self.text, " {name}")?;
            }
        }
        if variadic {
            self.text.push_str(", ...");
        }
        self.text.push(')');
        Ok(())
    }

    fn defaults(&mut self, defaults: &[(u32, ExprId)]) -> fmt::Result {
        for (index, default) in defaults {
            write!(self.text, " #{index} = ")?;
            self.expr(*default)?;
        }
        Ok(())
    }

    fn handlers(&mut self, handlers: &[Handler]) -> fmt::Result {
        for handler in handlers {
            self.line("catch ")?;
            match &handler.param {
                Some(param) => self.params(std::slice::from_ref(param), false)?,
                None => self.text.push_str("(...)"),
            }
            self.nested_stmt(handler.block)?;
        }
        Ok(())
    }

    fn comma(&mut self, index: usize) {
        if index > 0 {
            self.text.push_str(", ");
        }
    }

    fn line(&mut self, text: &str) -> fmt::Result {
        write!(self.text, "\n{:indent$}{text}", "", indent = self.indent * 2)
    }

    // ---- statements

    fn nested_stmt(&mut self, stmt: StmtId) -> fmt::Result {
        self.indent += 1;
        match &self.body[stmt] {
            Stmt::Block(stmts) => stmts.iter().try_for_each(|stmt| self.stmt(*stmt))?,
            _ => self.stmt(stmt)?,
        }
        self.indent -= 1;
        Ok(())
    }

    fn headed(&mut self, head: &str, expr: Option<ExprId>) -> fmt::Result {
        self.line(head)?;
        match expr {
            Some(expr) => {
                self.text.push(' ');
                self.expr(expr)
            }
            None => Ok(()),
        }
    }

    fn stmt(&mut self, stmt: StmtId) -> fmt::Result {
        match &self.body[stmt] {
            Stmt::Empty => self.line(";"),
            Stmt::Block(_) => {
                self.line("block")?;
                self.nested_stmt(stmt)
            }
            Stmt::Expr(expr) => {
                self.line("")?;
                self.expr(*expr)
            }
            Stmt::Decl(declared) => {
                self.line("let ")?;
                for (index, declared) in declared.iter().enumerate() {
                    self.comma(index);
                    self.declared(declared)?;
                }
                Ok(())
            }
            Stmt::StaticAssert(expr) => self.headed("static_assert", Some(*expr)),
            Stmt::If { is_constexpr, consteval, init, condition, then, otherwise } => {
                self.line(match (is_constexpr, consteval) {
                    (_, Some(true)) => "if consteval",
                    (_, Some(false)) => "if !consteval",
                    (true, None) => "if constexpr",
                    (false, None) => "if",
                })?;
                self.init_stmt(*init)?;
                if let Some(condition) = condition {
                    self.condition(condition)?;
                }
                self.nested_stmt(*then)?;
                if let Some(otherwise) = otherwise {
                    self.line("else")?;
                    self.nested_stmt(*otherwise)?;
                }
                Ok(())
            }
            Stmt::While(condition, body) => {
                self.line("while")?;
                self.condition(condition)?;
                self.nested_stmt(*body)
            }
            Stmt::Do(body, condition) => {
                self.line("do")?;
                self.nested_stmt(*body)?;
                self.headed("while", Some(*condition))
            }
            Stmt::For { init, condition, step, body } => {
                self.line("for")?;
                self.init_stmt(*init)?;
                if let Some(condition) = condition {
                    self.condition(condition)?;
                }
                if let Some(step) = step {
                    self.text.push_str(" step ");
                    self.expr(*step)?;
                }
                self.nested_stmt(*body)
            }
            Stmt::RangeFor { init, variable, range, body } => {
                self.line("for")?;
                self.init_stmt(*init)?;
                self.text.push(' ');
                self.local(*variable)?;
                self.text.push_str(" in ");
                self.expr(*range)?;
                self.nested_stmt(*body)
            }
            Stmt::Switch(init, condition, body) => {
                self.line("switch")?;
                self.init_stmt(*init)?;
                self.condition(condition)?;
                self.nested_stmt(*body)
            }
            Stmt::Case(value, upper, stmt) => {
                self.headed("case", Some(*value))?;
                if let Some(upper) = upper {
                    self.text.push_str(" ... ");
                    self.expr(*upper)?;
                }
                stmt.map_or(Ok(()), |stmt| self.nested_stmt(stmt))
            }
            Stmt::Labeled(label, stmt) => {
                self.line(label.as_deref().unwrap_or("default"))?;
                self.text.push(':');
                stmt.map_or(Ok(()), |stmt| self.nested_stmt(stmt))
            }
            Stmt::Return(value) => self.headed("return", *value),
            Stmt::CoReturn(value) => self.headed("co_return", *value),
            Stmt::Break => self.line("break"),
            Stmt::Continue => self.line("continue"),
            Stmt::Goto(label) => self.line(&format!("goto {}", label.as_deref().unwrap_or_default())),
            Stmt::GotoComputed(target) => self.headed("goto *", Some(*target)),
            Stmt::LocalLabels(labels) => self.line(&format!("__label__ {}", labels.join(", "))),
            Stmt::Try(block, handlers) => {
                self.line("try")?;
                self.nested_stmt(*block)?;
                self.handlers(handlers)
            }
            Stmt::Asm(operands) => {
                self.line("asm(")?;
                let values: Vec<ExprId> = operands.iter().map(|operand| operand.value).collect();
                self.exprs(&values)?;
                self.text.push(')');
                Ok(())
            }
            Stmt::Ambiguous { declaration, expression } => {
                self.line("either")?;
                if let Some(decision) = self.body.stmt_decisions.get(&stmt) {
                    self.text.push(' ');
                    self.path(&decision.name)?;
                    write!(self.text, " {:?}", decision.first)?;
                }
                self.nested_stmt(*declaration)?;
                self.line("or")?;
                self.nested_stmt(*expression)
            }
        }
    }

    fn init_stmt(&mut self, init: Option<StmtId>) -> fmt::Result {
        let Some(init) = init else { return Ok(()) };
        self.indent += 1;
        self.stmt(init)?;
        self.indent -= 1;
        self.line("then")
    }

    fn condition(&mut self, condition: &Condition) -> fmt::Result {
        self.text.push(' ');
        match condition {
            Condition::Expr(expr) => self.expr(*expr),
            Condition::Decl(declared) => self.declared(declared),
        }
    }

    fn declared(&mut self, declared: &Declared) -> fmt::Result {
        self.local(declared.decl)?;
        self.init(&declared.init)
    }

    fn local(&mut self, id: LocalId) -> fmt::Result {
        self.decl_name(id)?;
        let Some(decl) = self.bodies.local(id) else { return Ok(()) };
        match &decl.kind {
            DeclKind::Variable { ty, .. } | DeclKind::Typedef(ty) | DeclKind::Function { ty, .. } => {
                self.text.push_str(": ");
                self.ty(ty)
            }
            DeclKind::FunctionOrVariable { function, variable } => {
                self.text.push_str(": ");
                self.ty(variable)?;
                self.text.push_str(" or ");
                self.ty(function)
            }
            DeclKind::Class(class) => {
                write!(self.text, ": {}", if class.is_union { "union" } else { "class" })
            }
            DeclKind::Enum(_) => write!(self.text, ": enum"),
            DeclKind::UsingDeclaration(path) | DeclKind::UsingDirective(path) => {
                self.text.push_str(": using ");
                self.path(path)
            }
            _ => Ok(()),
        }
    }

    fn init(&mut self, init: &Init) -> fmt::Result {
        match init {
            Init::None => Ok(()),
            Init::Copy(value) => {
                self.text.push_str(" = ");
                self.expr(*value)
            }
            Init::Paren(args) => {
                self.text.push('(');
                self.exprs(args)?;
                self.text.push(')');
                Ok(())
            }
            Init::Brace(list) => self.expr(*list),
        }
    }

    // ---- expressions

    fn exprs(&mut self, exprs: &[ExprId]) -> fmt::Result {
        for (index, expr) in exprs.iter().enumerate() {
            self.comma(index);
            self.expr(*expr)?;
        }
        Ok(())
    }

    fn expr(&mut self, id: ExprId) -> fmt::Result {
        match &self.body[id] {
            Expr::Missing(reason) => write!(self.text, "<{reason}>"),
            Expr::Integer(value, ty) => write!(self.text, "{value}:{ty:?}"),
            Expr::Floating(digits, ty) => write!(self.text, "{digits}:{ty:?}"),
            Expr::Character(value, ty) => write!(self.text, "'{value}':{ty:?}"),
            Expr::String(ty, length, elements) => {
                let text: String = elements.iter().filter_map(|unit| char::from_u32(*unit)).collect();
                write!(self.text, "{text:?}:{ty:?}[{length}]")
            }
            Expr::UserLiteral(literal, suffix, _) => {
                self.expr(*literal)?;
                write!(self.text, "{suffix}")
            }
            Expr::Bool(value) => write!(self.text, "{value}"),
            Expr::Nullptr => write!(self.text, "nullptr"),
            Expr::GnuNull => write!(self.text, "__null"),
            Expr::Name(path) => self.path(path),
            Expr::This => write!(self.text, "this"),
            Expr::Paren(inner) => self.group("(", &[*inner], ")"),
            Expr::Unary(op, operand) => self.group(&format!("[{op} "), &[*operand], "]"),
            Expr::Postfix(op, operand) => self.group("[", &[*operand], &format!(" {op}]")),
            Expr::Binary(op, lhs, rhs) => {
                self.group("[", &[*lhs], &format!(" {op} "))?;
                self.group("", &[*rhs], "]")
            }
            Expr::Conditional(condition, then, otherwise) => {
                self.group("[", &[*condition], " ? ")?;
                if let Some(then) = then {
                    self.expr(*then)?;
                }
                self.group(" : ", &[*otherwise], "]")
            }
            Expr::Member(base, arrow, path) => {
                self.expr(*base)?;
                self.text.push_str(if *arrow { "->" } else { "." });
                self.path(path)
            }
            Expr::Unfinished(base, arrow) => {
                self.expr(*base)?;
                self.text.push_str(if *arrow { "-><no member>" } else { ".<no member>" });
                Ok(())
            }
            Expr::Index(base, indices) => {
                self.expr(*base)?;
                self.group("[", indices, "]")
            }
            Expr::Call(callee, args) => {
                self.expr(*callee)?;
                self.group("(", args, ")")
            }
            Expr::Launch(callee, config, args) => {
                self.expr(*callee)?;
                self.group("<<<", config, ">>>")?;
                self.group("(", args, ")")
            }
            Expr::Construct(ty, args) => {
                self.text.push_str("new-value ");
                self.ty(ty)?;
                self.args(args)
            }
            Expr::Cast(kind, ty, operand) => {
                write!(self.text, "{kind:?}-cast<")?;
                self.ty(ty)?;
                self.group(">(", &[*operand], ")")
            }
            Expr::CompoundLiteral(ty, list) => {
                self.text.push_str("literal ");
                self.ty(ty)?;
                self.expr(*list)
            }
            Expr::List(clauses) => {
                self.text.push('{');
                for (index, clause) in clauses.iter().enumerate() {
                    self.comma(index);
                    self.clause(clause)?;
                }
                self.text.push('}');
                Ok(())
            }
            Expr::New { global, placement, ty, bound, init } => {
                self.text.push_str(if *global { "::new" } else { "new" });
                if !placement.is_empty() {
                    self.group(" (", placement, ")")?;
                }
                self.text.push(' ');
                self.ty(ty)?;
                if let Some(bound) = bound {
                    self.group(" bound ", &[*bound], "")?;
                }
                self.init(init)
            }
            Expr::Delete { global, array, operand } => {
                self.text.push_str(if *global { "::delete" } else { "delete" });
                self.group(if *array { "[] " } else { " " }, &[*operand], "")
            }
            Expr::Throw(operand) => match operand {
                Some(operand) => self.group("throw ", &[*operand], ""),
                None => write!(self.text, "throw"),
            },
            Expr::Sizeof(operand) => self.keyword("sizeof", std::slice::from_ref(operand)),
            Expr::Alignof(operand) => self.keyword("alignof", std::slice::from_ref(operand)),
            Expr::Typeid(operand) => self.keyword("typeid", std::slice::from_ref(operand)),
            Expr::Trait(name, operands) => self.keyword(name, operands),
            Expr::SizeofPack(pack) => write!(self.text, "sizeof...({pack})"),
            Expr::Noexcept(operand) => self.group("noexcept(", &[*operand], ")"),
            Expr::Lambda(id) => self.lambda(*id),
            Expr::Statements(block) => {
                self.text.push_str("statements");
                self.nested_stmt(*block)
            }
            Expr::Fold(op, lhs, rhs) => {
                self.text.push_str("fold(");
                if let Some(lhs) = lhs {
                    self.group("", &[*lhs], " ")?;
                }
                write!(self.text, "{op} ...")?;
                if let Some(rhs) = rhs {
                    self.group(" ", &[*rhs], "")?;
                }
                self.text.push(')');
                Ok(())
            }
            Expr::Expansion(pattern) => self.group("", &[*pattern], "..."),
            Expr::Requires(params, requirements) => {
                self.text.push_str("requires");
                self.params(params, false)?;
                self.text.push_str(" {");
                for requirement in requirements {
                    self.text.push(' ');
                    self.requirement(requirement)?;
                    self.text.push(';');
                }
                self.text.push_str(" }");
                Ok(())
            }
            Expr::Await(operand) => self.group("co_await ", &[*operand], ""),
            Expr::Yield(operand) => self.group("co_yield ", &[*operand], ""),
            Expr::LabelAddress(label) => write!(self.text, "&&{label}"),
            Expr::Several(all) => self.group("", all, ""),
            Expr::Ambiguous(first, second) => {
                self.text.push_str("either ");
                if let Some(decision) = self.body.expr_decisions.get(&id) {
                    self.path(&decision.name)?;
                    write!(self.text, " {:?} ", decision.first)?;
                }
                self.group("<", &[*first], "> or ")?;
                self.group("<", &[*second], ">")
            }
        }
    }

    fn group(&mut self, open: &str, exprs: &[ExprId], close: &str) -> fmt::Result {
        self.text.push_str(open);
        self.exprs(exprs)?;
        self.text.push_str(close);
        Ok(())
    }

    fn args(&mut self, args: &Args) -> fmt::Result {
        match args {
            Args::Paren(args) => self.group("(", args, ")"),
            Args::Brace(list) => self.expr(*list),
        }
    }

    fn keyword(&mut self, keyword: &str, operands: &[TypeOrExpr]) -> fmt::Result {
        write!(self.text, "{keyword}(")?;
        for (index, operand) in operands.iter().enumerate() {
            self.comma(index);
            match operand {
                TypeOrExpr::Type(ty) => {
                    self.text.push_str("type ");
                    self.ty(ty)?;
                }
                TypeOrExpr::Expr(expr) => self.expr(*expr)?,
                TypeOrExpr::Either(ty, expr) => {
                    self.text.push_str("either type ");
                    self.ty(ty)?;
                    self.group(" or ", &[*expr], "")?;
                }
            }
        }
        self.text.push(')');
        Ok(())
    }

    fn clause(&mut self, clause: &Clause) -> fmt::Result {
        for designator in &clause.designators {
            match designator {
                Designator::Member(name) => write!(self.text, ".{name}")?,
                Designator::Index(first, None) => self.group("[", &[*first], "]")?,
                Designator::Index(first, Some(last)) => {
                    self.group("[", &[*first], " ... ")?;
                    self.group("", &[*last], "]")?;
                }
            }
        }
        if !clause.designators.is_empty() {
            self.text.push_str(" = ");
        }
        self.expr(clause.value)
    }

    fn requirement(&mut self, requirement: &Requirement) -> fmt::Result {
        match requirement {
            Requirement::Simple(expr) => self.expr(*expr),
            Requirement::Type(path) => {
                self.text.push_str("typename ");
                self.path(path)
            }
            Requirement::Compound { expr, noexcept, constraint } => {
                self.group("{", &[*expr], "}")?;
                if *noexcept {
                    self.text.push_str(" noexcept");
                }
                if let Some(constraint) = constraint {
                    self.text.push_str(" -> ");
                    self.path(constraint)?;
                }
                Ok(())
            }
            Requirement::Nested(expr) => self.group("requires ", &[*expr], ""),
        }
    }

    fn lambda(&mut self, id: LambdaId) -> fmt::Result {
        let lambda = &self.body[id];
        self.text.push_str("lambda [");
        match lambda.default_capture {
            Some(true) => self.text.push('&'),
            Some(false) => self.text.push('='),
            None => {}
        }
        for (index, capture) in lambda.captures.iter().enumerate() {
            self.comma(index + usize::from(lambda.default_capture.is_some()));
            match capture {
                Capture::This => self.text.push_str("this"),
                Capture::StarThis => self.text.push_str("*this"),
                Capture::Name { name, by_reference, pack, init } => {
                    let reference = if *by_reference { "&" } else { "" };
                    let pack = if *pack { "..." } else { "" };
                    write!(self.text, "{reference}{name}{pack}")?;
                    self.init(init)?;
                }
            }
        }
        self.text.push(']');
        if let Some(template) = &lambda.template {
            let names: Vec<_> =
                template.params.iter().map(|param| param.name.as_deref().unwrap_or("_")).collect();
            write!(self.text, "<{}>", names.join(", "))?;
        }
        self.params(&lambda.params, lambda.variadic)?;
        self.defaults(&lambda.defaults)?;
        for (is_set, word) in [
            (lambda.is_mutable, " mutable"),
            (lambda.is_constexpr, " constexpr"),
            (lambda.is_static, " static"),
            (lambda.is_noexcept, " noexcept"),
        ] {
            if is_set {
                self.text.push_str(word);
            }
        }
        if let Some(result) = &lambda.result {
            self.text.push_str(" -> ");
            self.ty(result)?;
        }
        self.nested_stmt(lambda.block)
    }

    // ---- types and names, as written

    fn path(&mut self, path: &Path) -> fmt::Result {
        if path.global {
            self.text.push_str("::");
        }
        for (index, segment) in path.segments.iter().enumerate() {
            if index > 0 {
                self.text.push_str("::");
            }
            match &segment.name {
                SegmentName::Ident(name) => self.text.push_str(name),
                SegmentName::Operator(name) => write!(self.text, "operator{name}")?,
                SegmentName::LiteralOperator(name) => write!(self.text, "operator\"\"{name}")?,
                SegmentName::Conversion(ty) => {
                    self.text.push_str("operator ");
                    self.ty(ty)?;
                }
                SegmentName::Destructor => self.text.push('~'),
                SegmentName::Decltype(expr) => {
                    self.text.push_str("decltype(");
                    self.written(expr)?;
                    self.text.push(')');
                }
            }
            if let Some(args) = &segment.args {
                self.text.push('<');
                for (index, arg) in args.iter().enumerate() {
                    self.comma(index);
                    self.arg(arg)?;
                }
                self.text.push('>');
            }
        }
        Ok(())
    }

    fn arg(&mut self, arg: &Arg) -> fmt::Result {
        match arg {
            Arg::Type(ty) => {
                self.text.push_str("type ");
                self.ty(ty)
            }
            Arg::Expr(expr) => self.written(expr),
            Arg::Name(path) => self.path(path),
            Arg::Expansion(inner) => {
                self.arg(inner)?;
                self.text.push_str("...");
                Ok(())
            }
            Arg::Ambiguous(ty, expr) => {
                self.text.push_str("either type ");
                self.ty(ty)?;
                self.text.push_str(" or ");
                self.written(expr)
            }
        }
    }

    fn written(&mut self, expr: &asunder_decls::written::Expr) -> fmt::Result {
        let body = of_written(expr);
        let Root::Expr(root) = body.root else { return Ok(()) };
        Printer { body: &body, bodies: self.bodies, outer: self.outer, text: self.text, indent: self.indent }
            .expr(root)
    }

    fn ty(&mut self, ty: &TypeExpr) -> fmt::Result {
        match ty {
            TypeExpr::Unknown => write!(self.text, "?"),
            TypeExpr::None => Ok(()),
            TypeExpr::Builtin(builtin) | TypeExpr::Signed(builtin) => write!(self.text, "{builtin:?}"),
            TypeExpr::Name(path, _) | TypeExpr::Elaborated(path) => self.path(path),
            TypeExpr::Declared(id) => self.decl_name(*id),
            TypeExpr::Auto => write!(self.text, "auto"),
            TypeExpr::DecltypeAuto => write!(self.text, "decltype(auto)"),
            TypeExpr::Decltype(expr, _) => {
                self.text.push_str("decltype(");
                self.written(expr)?;
                self.text.push(')');
                Ok(())
            }
            TypeExpr::Mode(name, inner) | TypeExpr::Transform(name, inner) => {
                write!(self.text, "{name}(")?;
                self.ty(inner)?;
                self.text.push(')');
                Ok(())
            }
            TypeExpr::Complex(inner) => self.wrapped("_Complex ", inner),
            TypeExpr::Qualified(qualifiers, inner) => {
                for (qualifier, word) in [
                    (Qualifiers::CONST, "const "),
                    (Qualifiers::VOLATILE, "volatile "),
                    (Qualifiers::RESTRICT, "restrict "),
                ] {
                    if qualifiers.union(qualifier) == *qualifiers {
                        self.text.push_str(word);
                    }
                }
                self.ty(inner)
            }
            TypeExpr::Pointer(inner) => self.wrapped("*", inner),
            TypeExpr::LvalueRef(inner) => self.wrapped("&", inner),
            TypeExpr::RvalueRef(inner) => self.wrapped("&&", inner),
            TypeExpr::MemberPointer(class, inner) => {
                self.path(class)?;
                self.wrapped("::*", inner)
            }
            TypeExpr::Array(bound, element) => {
                self.text.push('[');
                if let Some(bound) = bound {
                    self.written(bound)?;
                }
                self.wrapped("]", element)
            }
            TypeExpr::Function(function) => {
                self.text.push_str("fn");
                self.params(&function.params, function.variadic)?;
                match function.noexcept {
                    NoexceptExpr::None => {}
                    _ => self.text.push_str(" noexcept"),
                }
                self.wrapped(" -> ", &function.result)
            }
            TypeExpr::Expansion(inner) => self.wrapped("...", inner),
            TypeExpr::Vector(_, inner) => self.wrapped("vector ", inner),
        }
    }

    fn wrapped(&mut self, before: &str, inner: &TypeExpr) -> fmt::Result {
        self.text.push_str(before);
        self.ty(inner)
    }
}
