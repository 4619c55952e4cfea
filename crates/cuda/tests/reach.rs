//! What the device half keeps, block by block of `data/reach.txt`. The reference's PTX has it all (`-G -rdc=true`), but for
//! constructors that do nothing there and what only their virtual tables have. The last block does not compile: it shows
//! that names keep what they may mean where a body is not understood.

use asunder_cuda::reach::{How, Mode, Why, kept};
use asunder_source::SourceText;
use asunder_syntax::{Dialect, Standard};

fn lines(source: &str) -> Vec<String> {
    let db = salsa::DatabaseImpl::new();
    let text = SourceText::new(&db, "test.ii".to_owned(), source.into());
    let all = kept(&db, text, Dialect::new(Standard::Cpp17), Mode::default());
    let line = |kept: &asunder_cuda::reach::Kept| {
        let why = match kept.why {
            Why::Kernel => "kernel".to_owned(),
            Why::KernelInstance(_) => "kernel instance".to_owned(),
            Why::DeviceVariable => "device variable".to_owned(),
            Why::External => "external".to_owned(),
            Why::Marked => "used".to_owned(),
            Why::Instantiated => "instantiated".to_owned(),
            Why::By(by, how) => {
                let how = match how {
                    How::Called => "called by",
                    How::Named => "named by",
                    How::Accessed => "accessed by",
                    How::InTable => "virtual table of",
                    How::Mentioned => "mentioned by",
                };
                format!("{how} {}", all[by].name)
            }
        };
        format!("> {:?} {}: {why}", kept.kind, kept.name).replacen(
            &format!("{:?}", kept.kind),
            &format!("{:?}", kept.kind).to_lowercase(),
            1,
        )
    };
    all.iter().map(line).collect()
}

#[test]
fn what_is_kept() {
    for block in include_str!("data/reach.txt").split("== ").skip(1) {
        let (head, rest) = block.split_once('\n').expect("a block has lines");
        let (expected, source): (Vec<&str>, Vec<&str>) =
            rest.trim_end().lines().partition(|line| line.starts_with("> "));
        assert_eq!(lines(&source.join("\n")), expected, "{head}");
    }
}
