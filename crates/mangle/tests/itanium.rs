//! Names checked against g++ 12.2 (`nm` of compiled snippets; the declaration stands beside each).

use asunder_mangle::itanium::{Dialect, MangleError, mangle};
use asunder_mangle::model::*;
use asunder_mangle::operators::operator_code;

fn t(ty: Type) -> TypeRef {
    ty.into()
}
fn int() -> TypeRef {
    t(Type::Builtin(Builtin::Int))
}
fn char_() -> TypeRef {
    t(Type::Builtin(Builtin::Char))
}
fn void() -> TypeRef {
    t(Type::Builtin(Builtin::Void))
}
fn ptr(to: &TypeRef) -> TypeRef {
    t(Type::Pointer(to.clone()))
}
fn cref(to: &TypeRef) -> TypeRef {
    t(Type::LvalueRef(t(Type::Qualified(Qualifiers::CONST, to.clone()))))
}
fn param(index: u32) -> TemplateParam {
    TemplateParam { level: 0, index }
}
fn tp(index: u32) -> TypeRef {
    t(Type::Param(param(index)))
}
fn global(name: &str) -> Name {
    Name::new(Scope::Global, name)
}
fn member(scope: &Name, name: &str) -> Name {
    Name::new(Scope::Member(scope.clone().into()), name)
}
fn class(name: &Name) -> TypeRef {
    t(Type::Named(name.clone().into()))
}
fn args(types: &[&TypeRef]) -> Vec<TemplateArg> {
    types.iter().map(|ty| TemplateArg::Type((*ty).clone())).collect()
}
fn function_type(result: &TypeRef, parameters: &[&TypeRef]) -> FunctionType {
    FunctionType {
        result: Some(result.clone()),
        parameters: parameters.iter().map(|ty| (*ty).clone()).collect(),
        variadic: false,
        qualifiers: Qualifiers::NONE,
        ref_qualifier: RefQualifier::None,
        exceptions: ExceptionSpec::None,
    }
}
fn function(name: &Name, result: &TypeRef, parameters: &[&TypeRef]) -> Entity {
    Entity::Function(Function {
        name: name.clone().into(),
        ty: function_type(result, parameters),
        c_linkage: false,
    })
}
fn const_function(result: &TypeRef, parameters: &[&TypeRef]) -> FunctionType {
    FunctionType { qualifiers: Qualifiers::CONST, ..function_type(result, parameters) }
}
fn fn_type(ty: FunctionType) -> TypeRef {
    t(Type::Function(Box::new(ty)))
}
#[track_caller]
fn gnu(entity: &Entity, expected: &str) {
    assert_eq!(mangle(entity, Dialect::Gnu).as_deref(), Ok(expected));
}

#[test]
fn types_and_substitutions() {
    let s = class(&global("S"));
    // void a1(void (S::*)() const, void (S::*)() const, void (S::*)(), void (S::*)() const)
    let constant = fn_type(const_function(&void(), &[]));
    let plain = fn_type(function_type(&void(), &[]));
    let mc = t(Type::MemberPointer { class: s.clone(), member: constant });
    let mp = t(Type::MemberPointer { class: s.clone(), member: plain.clone() });
    gnu(&function(&global("a1"), &void(), &[&mc, &mc, &mp, &mc]), "_Z2a1M1SKFvvES1_MS_FvvES1_");
    // void a2(void (*)() noexcept, void (*)() noexcept, void (*)())
    let quiet =
        ptr(&fn_type(FunctionType { exceptions: ExceptionSpec::Noexcept, ..function_type(&void(), &[]) }));
    gnu(&function(&global("a2"), &void(), &[&quiet, &quiet, &ptr(&plain)]), "_Z2a2PDoFvvES0_PFvvE");
    // void a4(const int (&)[3], const int (*)[3], volatile const int *, const volatile int *)
    let ci = t(Type::Qualified(Qualifiers::CONST, int()));
    let array = t(Type::Array(Bound::Count(3), ci));
    let cvi = ptr(&t(Type::Qualified(Qualifiers::CONST.union(Qualifiers::VOLATILE), int())));
    gnu(
        &function(&global("a4"), &void(), &[&t(Type::LvalueRef(array.clone())), &ptr(&array), &cvi, &cvi]),
        "_Z2a4RA3_KiPS0_PVKiS4_",
    );
    // void vv(v4, v4 *)
    let v4 = t(Type::Vector(4, t(Type::Builtin(Builtin::Float))));
    gnu(&function(&global("vv"), &void(), &[&v4, &ptr(&v4)]), "_Z2vvDv4_fPS_");
}

#[test]
fn nested_names() {
    // namespace N { inline namespace I { struct J; void z(J, J *); } }
    let i = member(&global("N"), "I");
    let j = class(&member(&i, "J"));
    gnu(&function(&member(&i, "z"), &void(), &[&j, &ptr(&j)]), "_ZN1N1I1zENS0_1JEPS1_");
    // template<class T> struct A { struct B; void g(T, B); }; A<int>::g
    let a = global("A").with_args(args(&[&int()]));
    let b = class(&member(&a, "B"));
    gnu(&function(&member(&a, "g"), &void(), &[&int(), &b]), "_ZN1AIiE1gEiNS0_1BE");
    // D<long>::operator long *()
    let d = global("D").with_args(args(&[&t(Type::Builtin(Builtin::Long))]));
    let to = ptr(&t(Type::Builtin(Builtin::Long)));
    let conversion = Name::of(Scope::Member(d.into()), Unqualified::Conversion(to.clone()));
    gnu(&function(&conversion, &to, &[]), "_ZN1DIlEcvPlEv");
}

#[test]
fn function_templates() {
    // template<class T> T t1(T, typename A<T>::B, A<T>); t1<int>
    let a = global("A").with_args(args(&[&tp(0)]));
    let b = class(&member(&a, "B"));
    let t1 = global("t1").with_args(args(&[&int()]));
    gnu(&function(&t1, &tp(0), &[&tp(0), &b, &class(&a)]), "_Z2t1IiET_S0_N1AIS0_E1BES2_");
    // template<class... U> void t2(U..., A<U>...); t2<int, char>
    let t2 = global("t2").with_args(vec![TemplateArg::Pack(args(&[&int(), &char_()]))]);
    let pack = |ty: &TypeRef| t(Type::PackExpansion(ty.clone()));
    gnu(&function(&t2, &void(), &[&pack(&tp(0)), &pack(&class(&a))]), "_Z2t2IJicEEvDpT_Dp1AIS0_E");
    // template<template<class> class C, class T> void t5(C<T>, C<int>); t5<A, char>
    let t5 =
        global("t5").with_args(vec![TemplateArg::Template(global("A").into()), TemplateArg::Type(char_())]);
    let applied = |arg: &TypeRef| t(Type::ParamTemplateId(param(0), args(&[arg])));
    gnu(&function(&t5, &void(), &[&applied(&tp(1)), &applied(&int())]), "_Z2t5I1AcEvT_IT0_ES1_IiE");
}

#[test]
fn expressions() {
    let literal = |value| ExprRef::new(Expr::Literal(int(), LiteralValue::Integer(value)));
    // template<int N> void t3(int (&)[N], A<int[N + 1]> *); t3<4>
    let t3 = global("t3").with_args(vec![TemplateArg::Value(literal(4))]);
    let n = ExprRef::new(Expr::Param(param(0)));
    let array = |bound: ExprRef| t(Type::Array(Bound::Dependent(bound), int()));
    let sum = ExprRef::new(Expr::Operator("pl", vec![n.clone(), literal(1)]));
    let a = class(&global("A").with_args(args(&[&array(sum)])));
    gnu(
        &function(&t3, &void(), &[&t(Type::LvalueRef(array(n))), &ptr(&a)]),
        "_Z2t3ILi4EEvRAT__iP1AIAplT_Li1E_iE",
    );
    // template<class T> auto t4(T t) -> decltype(t.foo(t) + T::bar); t4<F>
    let p0 = ExprRef::new(Expr::FunctionParam { level: 0, index: 0, qualifiers: Qualifiers::NONE });
    let named = |scope, name: &str| UnresolvedName {
        global: false,
        scope,
        name: Unqualified::Source(name.into()),
        args: None,
    };
    let call = Expr::Call(Expr::Member("dt", p0.clone(), named(None, "foo")).into(), vec![p0]);
    let bar = Expr::Unresolved(named(Some(tp(0)), "bar"));
    let decltype = t(Type::Decltype(Expr::Operator("pl", vec![call.into(), bar.into()]).into(), false));
    let t4 = global("t4").with_args(args(&[&class(&global("F"))]));
    gnu(&function(&t4, &decltype, &[&tp(0)]), "_Z2t4I1FEDTplcldtfp_3foofp_EsrT_3barES1_");
    // template<..> void t6(); t6<&x, x, true, &S::f>
    let x = Expr::Entity(Box::new(Entity::Variable(Variable { name: global("x").into(), c_linkage: false })));
    let f = Expr::Entity(Box::new(Entity::Function(Function {
        name: member(&global("S"), "f").into(),
        ty: const_function(&void(), &[]),
        c_linkage: false,
    })));
    let truth = Expr::Literal(t(Type::Builtin(Builtin::Bool)), LiteralValue::Integer(1));
    let address = |of: Expr| TemplateArg::Value(Expr::Operator("ad", vec![of.into()]).into());
    let t6 = global("t6").with_args(vec![
        address(x.clone()),
        TemplateArg::Value(x.into()),
        TemplateArg::Value(truth.into()),
        address(f),
    ]);
    gnu(&function(&t6, &void(), &[]), "_Z2t6IXadL_Z1xEEL_Z1xELb1EXadL_ZNK1S1fEvEEEvv");
}

#[test]
fn local_entities() {
    // void h() { struct L { void m(L *, L); struct Q; void n(Q, L, Q); }; } — the second L of h
    let h = function(&global("h"), &void(), &[]);
    let local = |name: &str, discriminator| {
        Name::new(Scope::Local { function: Box::new(h.clone()), discriminator }, name)
    };
    let l0 = local("L", 0);
    gnu(&function(&member(&l0, "m"), &void(), &[&ptr(&class(&l0)), &class(&l0)]), "_ZZ1hvEN1L1mEPS_S_");
    let l1 = local("L", 1);
    let q = class(&member(&l1, "Q"));
    gnu(&function(&member(&l1, "n"), &void(), &[&q, &class(&l1), &q]), "_ZZ1hvEN1L1nE_0Z1hvENS_1QE_0S_S0_");
    // int main() { auto l = [](int) { static int q; }; }
    let main = Entity::Function(Function {
        name: global("main").into(),
        ty: function_type(&int(), &[]),
        c_linkage: true,
    });
    let closure = Name::of(
        Scope::Local { function: Box::new(main), discriminator: 0 },
        Unqualified::Closure { parameters: vec![int()], variadic: false, number: 0 },
    );
    let call = Name::of(Scope::Member(closure.into()), Unqualified::Operator("cl"));
    let body = Entity::Function(Function {
        name: call.into(),
        ty: const_function(&int(), &[&int()]),
        c_linkage: false,
    });
    gnu(&body, "_ZZ4mainENKUliE_clEi");
    let q = Name::new(Scope::Local { function: Box::new(body), discriminator: 0 }, "q");
    gnu(&Entity::Variable(Variable { name: q.into(), c_linkage: false }), "_ZZZ4mainENKUliE_clEiE1q");
}

#[test]
fn standard_abbreviations() {
    let std = global("std");
    let traits = class(&member(&std, "char_traits").with_args(args(&[&char_()])));
    let allocator = class(&member(&std, "allocator").with_args(args(&[&char_()])));
    let string = class(&member(&std, "basic_string").with_args(args(&[&char_(), &traits, &allocator])));
    // void f(std::string, const std::string &, std::vector<std::string>)
    let vector = member(&std, "vector");
    let strings = class(&vector.clone().with_args(args(&[&string, &allocator])));
    gnu(
        &function(&global("f"), &void(), &[&string, &cref(&string), &strings]),
        "_Z1fSsRKSsSt6vectorISsSaIcEE",
    );
    // std::swap<int>(int &, int &) has its template as first substitution
    let swap = member(&std, "swap").with_args(args(&[&int()]));
    let reference = t(Type::LvalueRef(tp(0)));
    gnu(&function(&swap, &void(), &[&reference, &reference]), "_ZSt4swapIiEvRT_S1_");
}

#[test]
fn dialects() {
    let unnamed = Name::of(Scope::Global, Unqualified::UnnamedNamespace);
    let q = Name { internal: true, ..member(&unnamed, "q") };
    let an = class(&member(&unnamed, "AN"));
    let entity = function(&q, &int(), &[&an]);
    gnu(&entity, "_ZN12_GLOBAL__N_1L1qENS_2ANE");
    let reference = |module_id| mangle(&entity, Dialect::Reference { module_id });
    assert_eq!(reference(None), Err(MangleError::NeedsModuleId));
    assert_eq!(reference(Some("_x")).as_deref(), Ok("_ZN13_GLOBAL__N__x1qENS_2ANE"));
    let w = Entity::Variable(Variable { name: member(&global("N"), "w").into(), c_linkage: true });
    gnu(&w, "w");
    assert_eq!(mangle(&w, Dialect::Reference { module_id: None }).as_deref(), Ok("_ZN1N1wE"));
}

#[test]
fn unknown_has_no_name() {
    let unknown = function(&global("f"), &void(), &[&ptr(&t(Type::Unknown))]);
    assert_eq!(mangle(&unknown, Dialect::Gnu), Err(MangleError::Unknown));
}

#[test]
fn depth_and_sharing_cost_nothing() {
    const LEVELS: usize = 10_000;
    let pointers = |_| {
        let chain = (0..LEVELS).fold(int(), |inner, _| ptr(&inner));
        function(&global("f"), &void(), &[&chain])
    };
    let instances = |_| {
        let pair = |inner: &TypeRef| {
            let args = vec![TemplateArg::Type(inner.clone()), TemplateArg::Type(inner.clone())];
            class(&global("P").with_args(args))
        };
        let chain = (0..LEVELS).fold(int(), |inner, _| pair(&inner));
        function(&global("f"), &void(), &[&chain])
    };
    let run = move || {
        let [a, b] = [0, 1].map(pointers);
        assert!(a == b);
        assert_eq!(mangle(&a, Dialect::Gnu), Ok(format!("_Z1f{}i", "P".repeat(LEVELS))));
        let [a, b] = [0, 1].map(instances);
        assert!(a == b);
        let name = mangle(&a, Dialect::Gnu).expect("each level is written once");
        assert!(name.starts_with("_Z1f1PIS_IS_I") && name.len() < 20 * LEVELS);
    };
    let small = std::thread::Builder::new().stack_size(256 * 1024).spawn(run);
    small.expect("a thread").join().expect("no overflow");
}

#[test]
fn operators_by_arity() {
    assert_eq!(operator_code("-", 1), Some("ng"));
    assert_eq!(operator_code("-", 2), Some("mi"));
    assert_eq!(operator_code("()", 4), Some("cl"));
    assert_eq!(operator_code("not_eq", 2), Some("ne"));
    assert_eq!(operator_code("**", 2), None);
}

#[test]
fn internal_variables_are_mangled_by_gcc_alone() {
    // static int statistics; — `_ZL10statistics` in nm of g++ 12.2
    let name = Name { internal: true, ..global("statistics") };
    let entity = Entity::Variable(Variable { name: name.into(), c_linkage: false });
    gnu(&entity, "_ZL10statistics");
    let reference = mangle(&entity, Dialect::Reference { module_id: None });
    assert_eq!(reference.as_deref(), Ok("statistics"));
}
