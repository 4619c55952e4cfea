//! Tokens, lossless trees and typed syntax views of CUDA C++.
