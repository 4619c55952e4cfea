//! Names declared inside function bodies, parameter lists and lambdas ([basic.scope.block],
//! [basic.scope.param]): found by walking up the tree.

use std::cell::RefCell;
use std::rc::Rc;

use asunder_syntax::{
    AstNode, Enclosing, GreenNode, Outward, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize, ast,
};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a walk up the tree finds for a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LocalBinding {
    /// A parameter, local variable, capture, … declared at this range of the tree.
    Found(TextRange),
    /// A using-declaration in a block: the name stands for that path.
    Using(ast::Name),
    /// Not local: the scopes outside the function decide, and the namespaces that these
    /// using-directives of blocks around nominate.
    NotLocal(Directives),
    /// A local declaration is not understood.
    Unknown,
}

/// The using-directives of the blocks around a name. Read on first use: a block may have many.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Directives(Vec<Directive>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Directive {
    /// What one names.
    One(ast::Name),
    /// Those of a block with many statements in front of a place.
    Of(SyntaxNode, TextSize),
}

impl Directives {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names of the namespaces that they nominate, from the place outwards.
    pub fn names(&self) -> Vec<ast::Name> {
        let mut all = Vec::new();
        for directive in &self.0 {
            match directive {
                Directive::One(name) => all.push(name.clone()),
                Directive::Of(block, end) => all.extend(names_in_block(block, *end)),
            }
        }
        all
    }
}

/// What the using-directives of a large block in front of `end` name, the last first.
fn names_in_block(block: &SyntaxNode, end: TextSize) -> Vec<ast::Name> {
    let Some(names) = BlockNames::of(block) else { return Vec::new() };
    let start = block.text_range().start();
    let places = names.directives_before(end - start).iter().rev();
    let statements = places.filter_map(|place| block.child_or_token_at_range(*place + start)?.into_node());
    statements.flat_map(|statement| directives_in(&statement).names()).collect()
}

/// The using-directives that a statement holds.
fn directives_in(statement: &SyntaxNode) -> Directives {
    let declared = RefCell::default();
    let at = statement.text_range().end();
    let mut walk = Walk {
        sought: Sought::All(&declared),
        at,
        is_declaration: &|_| None,
        directives: Directives::default(),
    };
    walk.statement(statement);
    walk.directives
}

/// Looks `ident`, used at `at`, up in the blocks, parameter lists and lambdas around `from`.
pub fn local_binding(ident: &str, from: &SyntaxNode, at: TextSize) -> LocalBinding {
    local_binding_with(ident, from, at, &|_| None)
}

/// The same with `is_declaration` to say whether an ambiguous statement is a declaration, where that
/// is known.
pub fn local_binding_with(
    ident: &str,
    from: &SyntaxNode,
    at: TextSize,
    is_declaration: &dyn Fn(&SyntaxNode) -> Option<bool>,
) -> LocalBinding {
    let directives = Directives::default();
    let mut walk = Walk { sought: Sought::Name(ident), at, is_declaration, directives };
    thread_local! {
        static SCOPES: Outward = Outward::new(&SCOPE_KINDS);
    }
    let found = SCOPES.with(|scopes| {
        walk.scope(from, None).or_else(|| {
            let mut around = scopes.all_around(from);
            around.find_map(|Enclosing { node, inner }| walk.scope(&node, Some(&inner)))
        })
    });
    found.unwrap_or(LocalBinding::NotLocal(walk.directives))
}

/// The kinds of the nodes whose declarations are seen inside them.
const SCOPE_KINDS: [SyntaxKind; 14] = [
    SyntaxKind::COMPOUND_STMT,
    SyntaxKind::IF_STMT,
    SyntaxKind::WHILE_STMT,
    SyntaxKind::FOR_STMT,
    SyntaxKind::SWITCH_STMT,
    SyntaxKind::RANGE_FOR_STMT,
    SyntaxKind::INIT_STMT,
    SyntaxKind::SIMPLE_DECL,
    SyntaxKind::CLASS_SPECIFIER,
    SyntaxKind::LAMBDA_EXPR,
    SyntaxKind::FUNCTION_DEF,
    SyntaxKind::INIT_DECLARATOR,
    SyntaxKind::HANDLER,
    SyntaxKind::REQUIRES_EXPR,
];

/// Statements of a block beyond which they are found by the names that they declare.
const LARGE_BLOCK: usize = 16;
/// Large blocks whose names are kept.
const KEPT_BLOCKS: usize = 64;

/// What the statements of a large block declare. Places are counted from the start of the block, so that it holds for
/// every block of this text.
#[derive(Default)]
struct BlockNames {
    /// The statements that may declare a name, in order.
    declaring: FxHashMap<Box<str>, Vec<TextRange>>,
    /// Those that hold using-directives, the first of each text: where a name is used, all of one text mean the same.
    directives: Vec<TextRange>,
}

impl BlockNames {
    fn new(block: &SyntaxNode) -> BlockNames {
        let mut names = BlockNames::default();
        let start = block.text_range().start();
        let mut nominated = FxHashSet::default();
        for statement in block.children() {
            let declared = RefCell::default();
            let mut walk = Walk {
                sought: Sought::All(&declared),
                at: statement.text_range().end(),
                is_declaration: &|_| None,
                directives: Directives::default(),
            };
            walk.statement(&statement);
            let place = statement.text_range() - start;
            let mut is_new = false;
            for directive in walk.directives.names() {
                is_new |= nominated.insert(directive.syntax().to_string());
            }
            if is_new {
                names.directives.push(place);
            }
            for name in declared.into_inner() {
                let statements = names.declaring.entry(name).or_default();
                if statements.last() != Some(&place) {
                    statements.push(place);
                }
            }
        }
        names
    }

    /// The names of a block with many statements; `None` for other ones.
    fn of(block: &SyntaxNode) -> Option<Rc<BlockNames>> {
        thread_local! {
            /// By the address of the block's tree, which is kept so that no other tree gets its address.
            static KNOWN: RefCell<FxHashMap<usize, (GreenNode, Rc<BlockNames>)>> = RefCell::default();
        }
        let green = block.green();
        if green.children().len() <= LARGE_BLOCK {
            return None;
        }
        KNOWN.with_borrow_mut(|known| {
            let address = std::ptr::from_ref(&*green).addr();
            if let Some((_, names)) = known.get(&address) {
                return Some(names.clone());
            }
            if known.len() >= KEPT_BLOCKS {
                known.clear();
            }
            let names = Rc::new(BlockNames::new(block));
            known.insert(address, (green.into_owned(), names.clone()));
            Some(names)
        })
    }

    /// The statements before `end` that may declare a sought name, in order.
    fn candidates(&self, ident: &str, end: TextSize) -> &[TextRange] {
        before(self.declaring.get(ident).map(Vec::as_slice).unwrap_or_default(), end)
    }

    /// The statements before `end` that hold using-directives, in order.
    fn directives_before(&self, end: TextSize) -> &[TextRange] {
        before(&self.directives, end)
    }
}

/// The first of some ranges in order, as far as they end before `end`.
fn before(all: &[TextRange], end: TextSize) -> &[TextRange] {
    &all[..all.partition_point(|place| place.end() <= end)]
}

/// What a walk looks for.
#[derive(Clone, Copy)]
enum Sought<'n> {
    /// The declaration of a name.
    Name(&'n str),
    /// Nothing: it takes down every name that is declared.
    All(&'n RefCell<Vec<Box<str>>>),
}

impl Sought<'_> {
    /// Whether a declared name is the sought one.
    fn is(self, declared: &str) -> bool {
        match self {
            Sought::Name(name) => declared == name,
            Sought::All(names) => {
                names.borrow_mut().push(declared.into());
                false
            }
        }
    }
}

struct Walk<'n> {
    sought: Sought<'n>,
    /// Where the name is used.
    at: TextSize,
    is_declaration: &'n dyn Fn(&SyntaxNode) -> Option<bool>,
    /// Namespaces of the using-directives in the blocks around.
    directives: Directives,
}

impl Walk<'_> {
    /// What `node` itself, one of [`SCOPE_KINDS`], declares that its child `inner` sees.
    fn scope(&mut self, node: &SyntaxNode, inner: Option<&SyntaxNode>) -> Option<LocalBinding> {
        match node.kind() {
            SyntaxKind::COMPOUND_STMT => self.earlier_statements(node, inner),
            SyntaxKind::IF_STMT
            | SyntaxKind::WHILE_STMT
            | SyntaxKind::FOR_STMT
            | SyntaxKind::SWITCH_STMT
            | SyntaxKind::RANGE_FOR_STMT
            | SyntaxKind::INIT_STMT => self.earlier_statements(node, inner),
            SyntaxKind::SIMPLE_DECL if is_in_function(node) => self.statement(node),
            SyntaxKind::CLASS_SPECIFIER if is_in_function(node) => self.local_class(node),
            SyntaxKind::LAMBDA_EXPR => {
                let lambda = ast::LambdaExpr::cast(node.clone())?;
                let params = lambda.lambda_declarator().and_then(|d| d.param_list());
                self.params(params)
                    .or_else(|| self.captures(&lambda))
                    .or_else(|| self.template_params(lambda.template_param_list()))
            }
            SyntaxKind::FUNCTION_DEF => {
                let declarator = ast::FunctionDef::cast(node.clone())?.declarator()?;
                self.function_params(&declarator)
            }
            // Default arguments, trailing return types and the like see the parameters before them.
            SyntaxKind::INIT_DECLARATOR => {
                let declarator = ast::InitDeclarator::cast(node.clone())?.declarator()?;
                if declarator.syntax().text_range().contains(self.at) {
                    self.function_params(&declarator)
                } else {
                    None
                }
            }
            SyntaxKind::HANDLER => {
                let param = ast::Handler::cast(node.clone())?.param_decl()?;
                self.param(&param)
            }
            SyntaxKind::REQUIRES_EXPR => self.params(ast::RequiresExpr::cast(node.clone())?.param_list()),
            _ => None,
        }
    }

    /// Declarations among the children of a block or statement before the one the name stands in.
    fn earlier_statements(&mut self, node: &SyntaxNode, inner: Option<&SyntaxNode>) -> Option<LocalBinding> {
        if let (Sought::Name(ident), Some(names)) = (self.sought, BlockNames::of(node)) {
            let start = node.text_range().start();
            let end = inner.map_or(node.text_range().end(), |inner| inner.text_range().start());
            if !names.directives_before(end - start).is_empty() {
                self.directives.0.push(Directive::Of(node.clone(), end));
            }
            return names.candidates(ident, end - start).iter().rev().find_map(|place| {
                let statement = node.child_or_token_at_range(*place + start)?.into_node()?;
                self.statement(&statement)
            });
        }
        let children: Vec<SyntaxNode> = node.children().take_while(|child| Some(child) != inner).collect();
        children.iter().rev().find_map(|child| self.statement(child))
    }

    /// What a statement declares for those after it.
    fn statement(&mut self, node: &SyntaxNode) -> Option<LocalBinding> {
        match node.kind() {
            SyntaxKind::SIMPLE_DECL => {
                let simple = ast::SimpleDecl::cast(node.clone())?;
                let declarators = simple.init_declarators().filter_map(|d| d.declarator());
                let (mut found, mut is_alone) = (None, true);
                for declarator in declarators {
                    is_alone = false;
                    found = self.declarator(&declarator).or(found);
                }
                found.or_else(|| self.specifiers(simple.decl_specifier_seq(), is_alone))
            }
            SyntaxKind::CONDITION_DECL => {
                self.declarator(&ast::ConditionDecl::cast(node.clone())?.declarator()?)
            }
            SyntaxKind::RANGE_DECL => self.declarator(&ast::RangeDecl::cast(node.clone())?.declarator()?),
            SyntaxKind::ALIAS_DECL => self.token(ast::AliasDecl::cast(node.clone())?.ident_token()),
            SyntaxKind::NAMESPACE_ALIAS => self.token(ast::NamespaceAlias::cast(node.clone())?.ident_token()),
            SyntaxKind::USING_DECL => {
                let using = ast::UsingDecl::cast(node.clone())?;
                let mut names = using.using_declarators().filter_map(|d| d.name());
                let named = names.find(|name| {
                    name.last_segment().and_then(|s| s.ident()).is_some_and(|i| self.sought.is(i.text()))
                });
                named.map(LocalBinding::Using)
            }
            SyntaxKind::USING_DIRECTIVE => {
                let name = ast::UsingDirective::cast(node.clone())?.name();
                self.directives.0.extend(name.map(Directive::One));
                None
            }
            SyntaxKind::AMBIGUOUS_STMT => {
                // Whether it declares the name is for lookup to say.
                let simple = node.children().find_map(ast::SimpleDecl::cast)?;
                let declared = self.statement(simple.syntax())?;
                match (self.is_declaration)(node) {
                    Some(true) => Some(declared),
                    Some(false) => None,
                    None => Some(LocalBinding::Unknown),
                }
            }
            SyntaxKind::INIT_STMT | SyntaxKind::FOR_STEP => {
                let children: Vec<SyntaxNode> = node.children().collect();
                children.iter().find_map(|child| self.statement(child))
            }
            SyntaxKind::LABELED_STMT | SyntaxKind::CASE_STMT | SyntaxKind::DEFAULT_STMT => {
                let children: Vec<SyntaxNode> = node.children().collect();
                children.iter().find_map(|child| self.statement(child))
            }
            _ => None,
        }
    }

    /// Members of a class in a function body.
    fn local_class(&mut self, node: &SyntaxNode) -> Option<LocalBinding> {
        let class = ast::ClassSpecifier::cast(node.clone())?;
        let list = class.member_list()?;
        if !list.syntax().text_range().contains(self.at) {
            return None;
        }
        // The whole class is visible in the bodies of its members.
        let in_body = std::mem::replace(&mut self.at, node.text_range().end());
        let members: Vec<SyntaxNode> = list.decls().map(|decl| decl.syntax().clone()).collect();
        let mut declared = members.iter().filter_map(|member| match member.kind() {
            SyntaxKind::FUNCTION_DEF => {
                self.declarator(&ast::FunctionDef::cast(member.clone())?.declarator()?)
            }
            _ => self.statement(member),
        });
        let (found, another) = (declared.next(), declared.next());
        self.at = in_body;
        // Overloads are not distinguished.
        if another.is_some() {
            return Some(LocalBinding::Unknown);
        }
        match (found, class.base_clause()) {
            (None, Some(_)) => Some(LocalBinding::Unknown),
            (found, _) => found,
        }
    }

    /// Classes, enums and enumerators that specifiers declare.
    /// `is_alone`: no declarator follows. `struct T *p;` means the `T` outside where there is one, and a
    /// block-scope class is seldom declared so ([basic.scope.pdecl]/7).
    fn specifiers(
        &mut self,
        specifiers: Option<ast::DeclSpecifierSeq>,
        is_alone: bool,
    ) -> Option<LocalBinding> {
        for specifier in specifiers?.decl_specifiers() {
            let ast::DeclSpecifier::Type(ty) = specifier else { continue };
            let found = match ty {
                ast::Type::ClassSpecifier(class) => self.name(class.name()),
                ast::Type::EnumSpecifier(specifier) => self.name(specifier.name()).or_else(|| {
                    let list = specifier.enumerator_list().filter(|_| !specifier.is_scoped())?;
                    list.enumerators().find_map(|e| self.token(e.ident_token()))
                }),
                ast::Type::ElaboratedType(elaborated) if is_alone => self.name(elaborated.name()),
                _ => None,
            };
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn name(&self, name: Option<ast::Name>) -> Option<LocalBinding> {
        self.token(name?.as_ident())
    }

    fn token(&self, token: Option<SyntaxToken>) -> Option<LocalBinding> {
        let token = token?;
        // A name is visible from behind its declarator on ([basic.scope.pdecl]).
        (self.sought.is(token.text()) && token.text_range().end() <= self.at)
            .then(|| LocalBinding::Found(token.text_range()))
    }

    fn declarator(&self, declarator: &ast::Declarator) -> Option<LocalBinding> {
        if let Some(inner) = declarator.paren_declarator().and_then(|paren| paren.declarator()) {
            return self.declarator(&inner);
        }
        if let Some(bindings) = declarator.structured_binding() {
            return bindings.bindings().find_map(|binding| self.token(binding.ident_token()));
        }
        self.name(declarator.name())
    }

    fn function_params(&self, declarator: &ast::Declarator) -> Option<LocalBinding> {
        let mut declarator = declarator.clone();
        loop {
            for suffix in declarator.suffixes() {
                let ast::DeclaratorSuffix::FunctionSuffix(function) = suffix else { continue };
                if let found @ Some(_) = self.params(function.param_list()) {
                    return found;
                }
            }
            declarator = declarator.paren_declarator()?.declarator()?;
        }
    }

    fn params(&self, list: Option<ast::ParamList>) -> Option<LocalBinding> {
        list?.param_decls().find_map(|param| self.param(&param))
    }

    fn param(&self, param: &ast::ParamDecl) -> Option<LocalBinding> {
        self.declarator(&param.declarator()?)
    }

    fn captures(&self, lambda: &ast::LambdaExpr) -> Option<LocalBinding> {
        let captures = lambda.lambda_introducer()?;
        if captures.syntax().text_range().contains(self.at) {
            return None;
        }
        let initialized = captures.captures().filter(|capture| capture.initializer().is_some());
        initialized.into_iter().find_map(|capture| self.token(capture.ident_token()))
    }

    fn template_params(&self, list: Option<ast::TemplateParamList>) -> Option<LocalBinding> {
        list?.template_params().find_map(|param| match param {
            ast::TemplateParam::TypeParam(param) => self.token(param.ident_token()),
            ast::TemplateParam::NonTypeParam(param) => self.declarator(&param.declarator()?),
            ast::TemplateParam::TemplateTemplateParam(param) => self.token(param.ident_token()),
        })
    }
}

/// True when a block encloses the node.
pub(crate) fn is_in_function(node: &SyntaxNode) -> bool {
    thread_local! {
        static BLOCKS: Outward = Outward::new(&[SyntaxKind::COMPOUND_STMT]);
    }
    BLOCKS.with(|blocks| blocks.around(node).is_some())
}

#[cfg(test)]
mod tests {
    use asunder_syntax::{AstNode, Dialect, SyntaxKind, TextSize};

    use super::{LARGE_BLOCK, LocalBinding, local_binding};

    /// What the `x` behind `/*use*/` is bound to, as the text from its declaration on.
    fn bound(text: &str) -> Result<&str, LocalBinding> {
        let root = asunder_parser::parse_item(text, Dialect::default()).syntax();
        let at = TextSize::new(text.find("/*use*/x").expect("a use") as u32 + 7);
        let token = asunder_syntax::token_at(&root, at).expect("a token");
        assert_eq!(token.kind(), SyntaxKind::IDENT);
        let node = token.parent().expect("a token has a parent");
        match local_binding("x", &node, at) {
            LocalBinding::Found(range) => Ok(&text[usize::from(range.start())..]),
            other => Err(other),
        }
    }

    #[test]
    fn large_blocks_bind_as_small_ones_do() {
        for statements in [0, LARGE_BLOCK + 1] {
            let filler: String = (0..statements).map(|i| format!("int v{i} = x; ")).collect();
            let text = format!("void f(int x) {{ {filler} use(/*use*/x); int x; }}");
            assert_eq!(bound(&text), Ok(&text["void f(int ".len()..]), "what is declared behind is not seen");
            let text =
                format!("void f() {{ int x = 1; {filler} {{ int y, x = 2; {filler} use(/*use*/x); }} }}");
            assert!(bound(&text).is_ok_and(|it| it.starts_with("x = 2")), "{text}");
            let text =
                format!("void f() {{ int x = 1; {filler} auto [y, z] = p; using N::u; use(/*use*/x); }}");
            assert!(bound(&text).is_ok_and(|it| it.starts_with("x = 1")), "{text}");
            let text =
                format!("void f() {{ using namespace A; {filler} using namespace B; use(/*use*/x); }}");
            let Err(LocalBinding::NotLocal(directives)) = bound(&text) else { panic!("{text}") };
            let names: Vec<String> = directives.names().iter().map(|it| it.syntax().to_string()).collect();
            assert_eq!(names, ["B", "A"]);
        }
    }
}
