fn main() {
    let path = std::env::args().nth(1).unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    let t = std::time::Instant::now();
    let o = asunder_outline::scan(&text, Default::default());
    eprintln!(
        "{} items, {} bytes, {:?} = {:.0} MB/s",
        o.items.len(),
        text.len(),
        t.elapsed(),
        text.len() as f64 / t.elapsed().as_secs_f64() / 1e6
    );
    let mut depth = 0i32;
    for i in &o.items {
        if i.kind == asunder_outline::ItemKind::Close {
            depth -= 1;
        }
        let s: String = text[i.range].split_whitespace().collect::<Vec<_>>().join(" ");
        let s: String = if s.chars().count() > 160 {
            s.chars().take(80).chain("…".chars()).chain(s.chars().skip(s.chars().count() - 60)).collect()
        } else {
            s
        };
        println!("{depth} {:?} {:?} {} | {s}", i.kind, i.facts, i.function_name.map_or("", |r| &text[r]));
        if matches!(i.kind, asunder_outline::ItemKind::NamespaceOpen | asunder_outline::ItemKind::LinkageOpen)
        {
            depth += 1;
        }
    }
    eprintln!("final depth {depth}");
}
