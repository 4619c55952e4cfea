//! The steps of a dry run, by their role.

use std::collections::HashMap;
use std::path::Path;

/// What nvcc would run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The steps, in nvcc's order; those that only move and remove files are left out.
    pub steps: Vec<Step>,
    /// Variables that the steps need, the search path among them.
    pub environment: Vec<(String, String)>,
    /// What nvcc says besides: warnings, or why it refuses.
    pub messages: Vec<String>,
}

/// A step of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What is run.
    pub tool: Tool,
    /// The command as nvcc gives it to the shell.
    pub line: String,
    /// The words of the command, with the plan's variables filled in; the first names the program.
    pub words: Vec<String>,
}

/// The role of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// The host compiler as preprocessor, for either pass.
    Preprocessor,
    /// `cudafe++`.
    FrontEnd,
    /// `cicc`.
    DeviceCompiler,
    /// The assembler, or whatever else runs between the device compiler and `fatbinary`.
    Assembler,
    /// The packer of device code.
    Fatbinary,
    /// The host compiler on what the front end wrote.
    HostCompiler,
}

impl Step {
    /// The word behind the last `option`.
    pub fn value(&self, option: &str) -> Option<&str> {
        let at = self.words.iter().rposition(|word| word == option)?;
        self.words.get(at + 1).map(String::as_str)
    }
}

/// What stands in front of each command of a dry run.
const PREFIX: &str = "#$ ";
/// Commands that only move files.
const FILE_COMMANDS: [&str; 4] = ["rm", "mv", "erase", "--"];
/// The variables that the steps need.
const VARIABLES: [&str; 5] = ["PATH", "LD_LIBRARY_PATH", "NVVMIR_LIBRARY_DIR", "CICC_PATH", "TOP"];

impl Plan {
    /// Sorts the lines of a dry run.
    pub fn parse(dry_run: &str) -> Plan {
        let mut variables: HashMap<&str, String> = HashMap::new();
        let mut plan = Plan::default();
        for line in dry_run.lines() {
            let Some(line) = line.strip_prefix(PREFIX) else {
                if !line.trim().is_empty() {
                    plan.messages.push(line.trim().to_owned());
                }
                continue;
            };
            if let Some((name, value)) = assignment(line) {
                variables.insert(name, value.trim().to_owned());
                continue;
            }
            let line = without_redirection(line);
            let Some(words) = shlex::split(&expand(line, &variables)) else { continue };
            let is_behind_front_end = plan.steps.iter().any(|step| step.tool == Tool::FrontEnd);
            if let Some(tool) = tool(&words, is_behind_front_end) {
                plan.steps.push(Step { tool, line: line.trim().to_owned(), words });
            }
        }
        let value = |name: &str| Some((name.to_owned(), variables.get(name)?.clone()));
        plan.environment = VARIABLES.into_iter().filter_map(value).collect();
        plan
    }

    /// The first step of a tool.
    pub fn step(&self, tool: Tool) -> Option<&Step> {
        self.steps.iter().find(|step| step.tool == tool)
    }

    /// The preprocessing step that writes a file.
    pub fn preprocessor_of(&self, file: &str) -> Option<&Step> {
        self.steps.iter().find(|step| step.tool == Tool::Preprocessor && step.value("-o") == Some(file))
    }
}

/// A command without what nvcc adds where it runs several at the same time (`--threads`): its streams go to files then,
/// ` > NAME 2>NAME`.
fn without_redirection(line: &str) -> &str {
    let redirects = |rest: &str| {
        let mut words = rest.split_ascii_whitespace();
        let is_name = |word: &str| !word.contains('"');
        words.next().is_some_and(is_name)
            && words.next().is_some_and(|word| word.starts_with("2>") && is_name(word))
            && words.next().is_none()
    };
    match line.rsplit_once(" > ") {
        Some((command, rest)) if redirects(rest) => command,
        _ => line,
    }
}

/// The role of a command; `None` for one that only moves files.
fn tool(words: &[String], is_behind_front_end: bool) -> Option<Tool> {
    let program = Path::new(words.first()?).file_name()?.to_string_lossy();
    let has = |option: &str| words.iter().any(|word| word == option);
    match program.as_ref() {
        program if FILE_COMMANDS.contains(&program) => None,
        "cudafe++" => Some(Tool::FrontEnd),
        "cicc" => Some(Tool::DeviceCompiler),
        "fatbinary" => Some(Tool::Fatbinary),
        _ if has("-E") => Some(Tool::Preprocessor),
        _ if has("-c") && is_behind_front_end => Some(Tool::HostCompiler),
        _ => Some(Tool::Assembler),
    }
}

/// `NAME=value`, as the first lines of a dry run have it.
fn assignment(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once('=')?;
    let plain = |c: char| c == '_' || c.is_ascii_alphanumeric();
    (name.chars().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit())).then_some((name, value))
}

/// `$NAME` and `${NAME}` replaced by the variable's value where it is known.
fn expand(line: &str, variables: &HashMap<&str, String>) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find('$') {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let braced = after.starts_with('{');
        let body = if braced { &after[1..] } else { after };
        let length = body.find(|c: char| c != '_' && !c.is_ascii_alphanumeric()).unwrap_or(body.len());
        let consumed = at + 1 + length + 2 * usize::from(braced);
        match variables.get(&body[..length]) {
            Some(value) if length > 0 && (!braced || body[length..].starts_with('}')) => {
                out.push_str(value);
                rest = &rest[consumed..];
            }
            _ => {
                out.push('$');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_sorted_by_role_and_variables_are_filled_in() {
        let dry_run = "\
nvcc warning : The option is deprecated
#$ _SPACE_= 
#$ TOP=/cuda/bin/..
#$ CICC_PATH=/cuda/bin/../nvvm/bin
#$ gcc -D__CUDA_ARCH_LIST__=750 -E -x c++ \"-I$TOP/include\" \"a.cu\" -o \"/k/a.cpp4.ii\" 
#$ -- Filter Dependencies -- > a.d
#$ cudafe++ --c++17 --gen_c_file_name \"/k/a.cudafe1.cpp\" \"/k/a.cpp4.ii\" 
#$ gcc -D__CUDA_ARCH__=750 -E -x c++ \"a.cu\" -o \"/k/a.cpp1.ii\" 
#$ \"$CICC_PATH/cicc\" -arch compute_75 \"/k/a.cpp1.ii\" -o \"/k/a.ptx\"
#$ ptxas -arch=sm_75 \"/k/a.ptx\" -o \"/k/a.cubin\" 
#$ fatbinary --embedded-fatbin=\"/k/a.fatbin.c\" 
#$ rm -f /k/x
#$ gcc -c -x c++ \"/k/a.cudafe1.cpp\" -o \"a.o\" 
";
        let plan = Plan::parse(dry_run);
        use Tool::*;
        let tools: Vec<Tool> = plan.steps.iter().map(|step| step.tool).collect();
        assert_eq!(
            tools,
            [Preprocessor, FrontEnd, Preprocessor, DeviceCompiler, Assembler, Fatbinary, HostCompiler]
        );
        assert_eq!(plan.steps[0].words[5], "-I/cuda/bin/../include");
        assert_eq!(plan.steps[1].value("--gen_c_file_name"), Some("/k/a.cudafe1.cpp"));
        assert_eq!(plan.steps[3].words[0], "/cuda/bin/../nvvm/bin/cicc");
        assert_eq!(plan.preprocessor_of("/k/a.cpp4.ii"), Some(&plan.steps[0]));
        assert_eq!(plan.messages, ["nvcc warning : The option is deprecated"]);
        assert_eq!(plan.environment.len(), 2);
    }

    #[test]
    fn streams_of_commands_that_run_together_are_left_out() {
        let redirected = "#$ cudafe++ --c++17 \"/k/a.cpp4.ii\"  > /tmp/x_stdout 2>/tmp/x_stderr\n";
        let step = &Plan::parse(redirected).steps[0];
        assert_eq!(step.words, ["cudafe++", "--c++17", "/k/a.cpp4.ii"]);
        assert_eq!(step.line, "cudafe++ --c++17 \"/k/a.cpp4.ii\"");
        assert_eq!(without_redirection("gcc -D \"X=a > b 2>c\""), "gcc -D \"X=a > b 2>c\"");
    }

    #[test]
    fn unknown_variables_stay_as_they_are() {
        let known = HashMap::from([("A", "x".to_owned())]);
        assert_eq!(expand("a$A ${A}b $B $ ${C} ${A", &known), "ax xb $B $ ${C} ${A");
    }
}
