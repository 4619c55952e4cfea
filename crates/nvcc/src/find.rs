//! Where nvcc is.

use std::path::PathBuf;

/// Variables that name the folder of a toolkit, in the order in which they are asked. The first is asunder's own, the
/// others are those that CMake and installers use.
const TOOLKIT_VARIABLES: [&str; 3] = ["ASUNDER_TOOLKIT", "CUDA_HOME", "CUDA_PATH"];
/// Where installers put the toolkit.
const USUAL_PLACE: &str = "/usr/local/cuda/bin";

/// nvcc of the toolkit that `ASUNDER_TOOLKIT` names, on `PATH`, of the toolkit that `CUDA_HOME` or `CUDA_PATH` names,
/// or in `/usr/local/cuda`.
pub fn find() -> Option<PathBuf> {
    let toolkit = |name: &&str| std::env::var_os(name).map(|folder| PathBuf::from(folder).join("bin"));
    let (own, usual) = TOOLKIT_VARIABLES.split_at(1);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = own.iter().filter_map(toolkit).chain(std::env::split_paths(&path));
    let mut later = usual.iter().filter_map(toolkit).chain([PathBuf::from(USUAL_PLACE)]);
    let nvcc = |folder: PathBuf| Some(folder.join("nvcc")).filter(|nvcc| nvcc.is_file());
    folders.find_map(nvcc).or_else(|| later.find_map(nvcc))
}
