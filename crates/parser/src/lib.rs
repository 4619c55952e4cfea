//! The grammar of C++98-23, GNU and CUDA as events.
