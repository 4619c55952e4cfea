//! Does every kernel launch reach the device stub? (spec 4)
//!
//! The host text of a kernel template calls a stub template whose primary definition does nothing; the
//! file that cicc writes specialises it per instance. Where the host and the device side disagree on
//! a template argument, such as the type of a lambda, gcc silently picks the primary. So the check
//! deletes the primaries and lets gcc look at the text with the stub included: a launch that reaches
//! no specialisation uses a deleted function.

use super::diagnostics::{HostMessage, host_messages};

/// The body of the primary stub templates, blanks left out.
const PRIMARY_BODY: &str = "{::cudaLaunchKernel(0,0,0,0,0,0);}";
const CALL: &str = "::cudaLaunchKernel";

/// The host text with every primary stub template deleted, and how many there were.
pub fn delete_primaries(host_text: &str) -> (String, usize) {
    let mut out = String::with_capacity(host_text.len());
    let (mut rest, mut count) = (host_text, 0);
    while let Some(at) = rest.find(CALL) {
        match primary_body_around(rest, at) {
            Some((start, end)) => {
                out.push_str(&rest[..start]);
                out.push_str("= delete;");
                rest = &rest[end..];
                count += 1;
            }
            None => {
                out.push_str(&rest[..at + CALL.len()]);
                rest = &rest[at + CALL.len()..];
            }
        }
    }
    out.push_str(rest);
    (out, count)
}

/// The braces around the call at `at`, if together they are the body of a primary.
fn primary_body_around(text: &str, at: usize) -> Option<(usize, usize)> {
    let start = text[..at].trim_end().strip_suffix('{')?.len();
    let end = at + text[at..].find('}')? + 1;
    let body: String = text[start..end].chars().filter(|c| !c.is_whitespace()).collect();
    (body == PRIMARY_BODY).then_some((start, end))
}

/// The launches among gcc's messages that reach no specialisation.
pub fn unmatched(output: &str) -> Vec<HostMessage> {
    host_messages(output)
        .into_iter()
        .filter(|message| {
            message.text.contains("use of deleted function")
                && message.text.contains("__wrapper__device_stub_")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primaries_are_deleted_and_nothing_else() {
        let host = "template<class T> static void __wrapper__device_stub_k(T &a) { ::cudaLaunchKernel(0, 0, 0, 0, 0, 0);}\n\
                    void f() { ::cudaLaunchKernel(g, 1, 1, 0, 0, 0); }";
        let (text, count) = delete_primaries(host);
        assert_eq!(count, 1);
        assert_eq!(
            text,
            "template<class T> static void __wrapper__device_stub_k(T &a) = delete;\n\
             void f() { ::cudaLaunchKernel(g, 1, 1, 0, 0, 0); }"
        );
    }

    #[test]
    fn a_use_of_a_deleted_stub_is_a_launch_that_missed() {
        let output = "a.cu:5:7: error: use of deleted function 'void __wrapper__device_stub_k(T&) [with T = int]'\n\
                      a.cu:6:7: error: use of deleted function 'void f()'\n";
        assert_eq!(unmatched(output).len(), 1);
    }
}
