//! The state of a command line that is being read: the options so far, and what later checks
//! must remember about how they were given.

use std::ffi::OsString;

use asunder_driver::options::{
    CStandard, CxxStandard, DEFAULT_CLANG_VERSION, DEFAULT_GNU_VERSION, FeatureOverride, HostDialect,
    Language, Options, Product, Strictness,
};
use rustc_hash::FxHashSet;

use super::error::CommandLineError;

/// Something to print before the run, in the order given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The banner of `--version`.
    VersionBanner,
    /// The banner of `--Version`.
    LegalBanner,
    /// The names of all options, on standard output.
    OptionNames,
    /// The build's configuration.
    Configuration,
    /// The target model, under a name.
    TargetModel(OsString),
}

/// The state of a command line that is being read.
#[derive(Debug, Default)]
pub struct Draft {
    /// The options so far; language, dialect and input are filled in at the end.
    pub options: Options,
    /// The language modes so far.
    pub modes: Modes,
    /// `--comments` was given.
    pub keep_comments: bool,
    /// Things to print.
    pub events: Vec<Event>,
    /// Options of a newer release that were left out.
    pub ignored: Vec<OsString>,
    /// The input was named.
    pub input_given: bool,
    /// Words follow the input.
    pub too_many_words: bool,
    given: FxHashSet<&'static str>,
}

impl Draft {
    /// Remembers that the option was used.
    pub fn note(&mut self, name: &'static str) {
        self.given.insert(name);
    }

    /// Whether any of these options was used.
    pub fn any_given(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.given.contains(name))
    }

    /// Switches a language feature.
    pub fn set_feature(&mut self, feature: &'static str, enabled: bool) {
        self.options.language.feature_overrides.push(FeatureOverride { feature, enabled });
    }

    /// Asks for preprocessed text. `--no_line_commands` wins over `--preprocess` in any order.
    pub fn preprocess(&mut self, line_markers: bool) {
        let without =
            matches!(self.options.output.product, Product::Preprocessed { line_markers: false, .. });
        let line_markers = line_markers && !without;
        self.options.output.product = Product::Preprocessed { line_markers, comments: false };
    }

    /// Carries the modes over into the options, once all words are read.
    pub fn settle(&mut self) {
        let comments_kept = self.keep_comments;
        if let Product::Preprocessed { comments, .. } = &mut self.options.output.product {
            *comments = comments_kept;
        }
        let strict = self.options.language.strictness != Strictness::Lenient;
        self.options.language.dialect = self.modes.dialect(strict);
        self.options.language.language = self.modes.language(self.options.language.dialect);
    }
}

/// The family of the source language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceLanguage {
    /// C.
    C,
    /// C++.
    Cxx,
}

/// The requested language modes. Which combinations contradict each other was measured pair by
/// pair on the reference; [`super::conflicts`] holds the checks made after the last word.
#[derive(Debug, Default)]
pub struct Modes {
    /// The language, once an option has fixed it.
    pub source_language: Option<SourceLanguage>,
    /// `--c++11` or its relatives came after a C option.
    pub cxx11_in_c: bool,
    /// K&R C is the current mode.
    pub old_c: bool,
    /// An option on C99 or newer was used.
    pub modern_c_named: bool,
    /// SVR4 C is the current mode.
    pub svr4: bool,
    /// An option named a GNU or Clang dialect.
    pub gnu_named: bool,
    /// `--cfront_2.1` or `--cfront_3.0`.
    pub cfront: bool,
    /// `--long_lifetime_temps`, or implied by a cfront mode.
    pub long_lifetime_temporaries: bool,
    gnu_off: bool,
    clang: bool,
    /// The value of `--gnu_version`.
    pub gnu_version: Option<u32>,
    /// The value of `--clang_version`.
    pub clang_version: Option<u32>,
    cxx_standard: Option<CxxStandard>,
    c_standard: Option<CStandard>,
}

impl Modes {
    /// Fixes the language.
    ///
    /// # Errors
    /// The language was fixed otherwise.
    pub fn select(&mut self, language: SourceLanguage) -> Result<(), CommandLineError> {
        match self.source_language {
            Some(chosen) if chosen != language => Err(CommandLineError::IncompatibleLanguageModes),
            _ => {
                self.source_language = Some(language);
                Ok(())
            }
        }
    }

    /// Fixes a C++ standard.
    ///
    /// # Errors
    /// C was chosen before.
    pub fn cxx(&mut self, standard: CxxStandard) -> Result<(), CommandLineError> {
        self.select(SourceLanguage::Cxx)?;
        self.cxx_standard = Some(standard);
        Ok(())
    }

    /// `--c++11`, `--no_c++11` and their older names, which contradict C only at the end.
    pub fn cxx11(&mut self, enabled: bool) {
        if self.source_language == Some(SourceLanguage::C) {
            self.cxx11_in_c = true;
        } else {
            self.source_language = Some(SourceLanguage::Cxx);
        }
        self.cxx_standard = Some(if enabled { CxxStandard::Cxx11 } else { CxxStandard::Cxx98 });
    }

    /// Fixes a C standard.
    ///
    /// # Errors
    /// C++ was chosen before.
    pub fn c(&mut self, standard: CStandard) -> Result<(), CommandLineError> {
        self.select(SourceLanguage::C)?;
        self.c_standard = Some(standard);
        self.old_c = standard == CStandard::Old;
        self.modern_c_named |= standard >= CStandard::C99;
        if standard == CStandard::C89 {
            self.svr4 = false;
        }
        Ok(())
    }

    /// `--no_c99`: C89, but counted among the options on newer C.
    ///
    /// # Errors
    /// C++ was chosen before.
    pub fn no_c99(&mut self) -> Result<(), CommandLineError> {
        self.c(CStandard::C89)?;
        self.modern_c_named = true;
        Ok(())
    }

    /// `--svr4` and `--no_svr4`, options of C.
    ///
    /// # Errors
    /// C++ was chosen before.
    pub fn svr4(&mut self, enabled: bool) -> Result<(), CommandLineError> {
        self.select(SourceLanguage::C)?;
        self.svr4 = enabled;
        if enabled {
            self.old_c = false;
        }
        Ok(())
    }

    /// The cfront modes, options of C++.
    ///
    /// # Errors
    /// C was chosen before.
    pub fn cfront(&mut self) -> Result<(), CommandLineError> {
        self.select(SourceLanguage::Cxx)?;
        self.cfront = true;
        self.long_lifetime_temporaries = true;
        Ok(())
    }

    /// `--g++`, `--no_g++`, `--gcc`, `--no_gcc`, each an option of its language.
    ///
    /// # Errors
    /// The other language was chosen before.
    pub fn gnu(&mut self, language: SourceLanguage, enabled: bool) -> Result<(), CommandLineError> {
        self.select(language)?;
        self.gnu_off = !enabled;
        self.gnu_named = enabled;
        if enabled && language == SourceLanguage::C {
            self.old_c = false;
        }
        Ok(())
    }

    /// `--clang` and `--no_clang`.
    pub fn name_clang(&mut self, enabled: bool) {
        self.gnu_named = true;
        self.clang = enabled;
    }

    /// `--gnu_version`.
    pub fn name_gnu_version(&mut self, version: u32) {
        self.gnu_named = true;
        self.gnu_version = Some(version);
    }

    /// `--clang_version`, which also chooses Clang.
    pub fn name_clang_version(&mut self, version: u32) {
        self.name_clang(true);
        self.clang_version = Some(version);
    }

    /// Whether GNU extensions are known.
    pub fn gnu_extensions(&self, strict: bool) -> bool {
        !(strict || self.gnu_off || self.old_c)
    }

    /// Whether the unit is C.
    pub fn is_c(&self) -> bool {
        self.source_language == Some(SourceLanguage::C)
    }

    fn dialect(&self, strict: bool) -> HostDialect {
        if !self.gnu_extensions(strict) {
            HostDialect::Standard
        } else if self.clang {
            HostDialect::Clang(self.clang_version.unwrap_or(DEFAULT_CLANG_VERSION))
        } else {
            HostDialect::Gnu(self.gnu_version.unwrap_or(DEFAULT_GNU_VERSION))
        }
    }

    fn language(&self, dialect: HostDialect) -> Language {
        if self.is_c() {
            Language::C(self.c_standard.unwrap_or(CStandard::C17))
        } else {
            Language::Cxx(self.cxx_standard.unwrap_or_else(|| dialect.default_standard()))
        }
    }
}
