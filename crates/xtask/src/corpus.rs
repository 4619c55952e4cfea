//! The programs that a comparison runs over: those of manifests and folders, or a sample of them.

use std::path::PathBuf;

use anyhow::Result;

use crate::dropin::{Source, sources_of};

/// Which programs.
#[derive(Debug, clap::Args)]
pub struct Corpus {
    /// The entries of a manifest (JSON lines: file, flags, cwd), or every `.cu` file below a folder.
    #[arg(long, value_name = "MANIFEST|DIR")]
    corpus: Vec<PathBuf>,
    /// About this many of the corpus, evenly spaced.
    #[arg(long, value_name = "N")]
    pub sample: Option<usize>,
}

impl Corpus {
    /// The programs, in order.
    pub fn sources(&self) -> Result<Vec<Source>> {
        let mut sources = Vec::new();
        for corpus in &self.corpus {
            sources.extend(sources_of(corpus, &[])?);
        }
        Ok(sampled(sources, self.sample))
    }
}

/// About so many of the programs, evenly spaced; without a number, or with one that is not smaller, all of them.
pub fn sampled(all: Vec<Source>, wanted: Option<usize>) -> Vec<Source> {
    match wanted.filter(|&wanted| 0 < wanted && wanted < all.len()) {
        Some(wanted) => (0..wanted).map(|index| all[index * all.len() / wanted].clone()).collect(),
        None => all,
    }
}
