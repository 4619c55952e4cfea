//! Tracing on standard error: `ASUNDER_LOG` in the usual syntax of tracing filters, and the
//! reference's `--db` requests mapped to levels (spec page 1 §7).

use std::io::IsTerminal;

use asunder_driver::options::{DebugRequest, LevelChange, TraceOptions};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::FmtSpan;

/// The variable that holds a filter.
const VARIABLE: &str = "ASUNDER_LOG";

/// Starts tracing if the environment or the command line asks for it.
pub fn start(options: Option<&TraceOptions>) {
    let from_environment = std::env::var(VARIABLE).ok().filter(|filter| !filter.is_empty());
    let from_options = options.map(directives_of).unwrap_or_default();
    if from_environment.is_none() && from_options.is_empty() {
        return;
    }
    let mut filter = EnvFilter::new(from_environment.unwrap_or_else(|| "off".to_owned()));
    for directive in from_options {
        // Names that tracing cannot have match nothing.
        if let Ok(directive) = directive.parse() {
            filter = filter.add_directive(directive);
        }
    }
    // A subscriber that is already there was requested earlier.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_span_events(FmtSpan::NEW | FmtSpan::CLOSE)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .try_init();
}

/// The directives for `--db` and `--db_name`. The reference's levels 1 to 5 become tracing's levels; a
/// phase is a target or a span of asunder.
fn directives_of(options: &TraceOptions) -> Vec<String> {
    let mut directives = Vec::new();
    for request in &options.debug_requests {
        match request {
            DebugRequest::Level(0) => {}
            DebugRequest::Level(level) => directives.push(level_word(*level).to_owned()),
            DebugRequest::InPhase { phase, change, level, .. } => {
                let level = match change {
                    LevelChange::Set | LevelChange::Raise => *level,
                    LevelChange::Lower => 0,
                };
                directives.push(format!("[{phase}]={}", level_word(level)));
            }
            DebugRequest::Count(phase) if !phase.is_empty() => {
                directives.push(format!("[{phase}]=info"));
            }
            DebugRequest::Silence(phase) if !phase.is_empty() => {
                directives.push(format!("[{phase}]=off"));
            }
            DebugRequest::Count(_) | DebugRequest::Silence(_) => {}
        }
    }
    for entity in &options.debug_entities {
        directives.push(format!("[{{entity={entity}}}]=trace"));
    }
    directives
}

fn level_word(level: u32) -> &'static str {
    match level {
        0 => "off",
        1 => "info",
        2 | 3 => "debug",
        _ => "trace",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_become_directives() {
        let options = TraceOptions {
            debug_requests: vec![
                DebugRequest::Level(3),
                DebugRequest::InPhase {
                    phase: "parse".to_owned(),
                    change: LevelChange::Set,
                    level: 5,
                    only_there: false,
                },
                DebugRequest::Silence("lex".to_owned()),
                DebugRequest::Count(String::new()),
            ],
            debug_entities: vec!["f".to_owned()],
            ..TraceOptions::default()
        };
        assert_eq!(directives_of(&options), ["debug", "[parse]=trace", "[lex]=off", "[{entity=f}]=trace"]);
        assert!(directives_of(&TraceOptions::default()).is_empty());
    }
}
