//! A real client: Neovim without a screen, with the configuration that `editors/neovim` has, drives every feature.

mod editors;

use std::process::{Command, Stdio};

use expect_test::expect;

#[test]
fn neovim_drives_the_server() {
    if Command::new("nvim").arg("--version").stdout(Stdio::null()).status().is_err() {
        eprintln!("nvim is not installed: the editor was not tested");
        return;
    }
    let script = editors::root().join("crates/cli/tests/data/drive.lua");
    let arguments = ["--headless", "-u", "NONE", "-i", "NONE", "-c"];
    let mut nvim = Command::new("nvim");
    let said = editors::drive("neovim", nvim.args(arguments).arg(format!("luafile {}", script.display())));
    expect![[r#"
        diagnostic 11 nvcc(20016) calling a __host__ function("host_only(int)") from a __device__ function("wrong") is not allowed
        diagnostic 11 nvcc(20068) identifier "host_only" is undefined in device code
        diagnostic 21 nvcc(1215) function "old" was declared deprecated tag 2 related main.cu:10
        diagnostic 30 nvcc(177) variable "unused" was declared but never referenced tag 1
        progress asunder
        fix 11 make it `__host__ __device__`
        fix 30 remove the unused variable
        fixed __host__ __device__ int host_only(int x) { return x; }
        fixed insert `;`     int i = threadIdx.x;
        fix compile with `--extended-lambda` - add `--extended-lambda` to nvcc's options in the build, which compile_commands.json comes from
        hover fill<<< ```cuda-cpp | __global__ void fill(float *out, int count) | ``` | function `fill` | space `__global__` | type `void (float *, int)` | linker name `_Z4fillPfi` | --- | Fills the tile.
        hover kTile] ```cuda-cpp | constexpr int kTile = ((16) + (16)) | ``` | variable `kTile` | type `const int` | value `32` | linker name `_ZL5kTile`
        hover tile[i] = ```cuda-cpp | __shared__ float tile[kTile]; | ``` | local variable `tile` | space `__shared__` | type `float [32]`
        hover weights[0 ```cuda-cpp | __constant__ float weights[4] | ``` | variable `weights` | space `__constant__` | type `float [4]` | linker name `weights`
        hover launches += ```cuda-cpp | __managed__ int launches | ``` | variable `launches` | space `__managed__` | type `int` | linker name `launches`
        hover TWICE(value) ```cuda-cpp | #define TWICE(x) ((x) + (x)) | ``` | macro `TWICE` | defined in `main.cu`, line 3 | here it becomes | ```cuda-cpp | ((value) + (value)) | ```
        hover box.get ```cuda-cpp | __host__ __device__ T get() const | ``` | member function `Box<T>::get` | space `__host__ __device__` | type `float () const` | linker name `_ZNK3BoxIfE3getEv`
        hover auto first ```cuda-cpp | auto first = box.get(); | ``` | local variable `first` | type `float`
        hover shape.area ```cuda-cpp | virtual double area() const = 0 | ``` | member function `Shape::area` | space `__host__ (by default)` | type `double () const` | linker name `_ZNK5Shape4areaEv`
        hover other.merge ```cuda-cpp | dependent name merge | ``` | dependent name `merge` | depends on `T`
        hover box.get()); ```cuda-cpp | __host__ __device__ T get() const | ``` | member function `Box<T>::get` | space `__host__ __device__` | type `T () const`
        hover window ```cuda-cpp
        definition total(shape other.cu:9
        declaration total(shape shapes.cuh:22
        typeDefinition shape.area shapes.cuh:3
        implementation shape.area other.cu:7, shapes.cuh:9
        definition box.get shapes.cuh:15
        definition TWICE(value) main.cu:3
        definition shapes.cuh shapes.cuh:1
        jumped main.cu:8
        references main.cu:38, other.cu:9, other.cu:11, shapes.cuh:22
        highlights launches += 6 write, 37 write
        highlights i < count 18 write, 19 read, 20 read, 21 read, 21 read
        symbols kTile, weights, launches, scaled, host_only, old, wrong, fill, twice, unrelated, main, half, merged
        workspace symbols Circle shapes.cuh:7, radius shapes.cuh:8, area shapes.cuh:9, half shapes.cuh:10, half main.cu:41
        workspace symbols Square other.cu:3, side other.cu:4, area other.cu:5, area other.cu:7
        token TWICE: macro
        token weights: variable definition constant
        token launches: variable definition managed
        token scaled: function definition host device
        token host_only: function definition
        token wrong: function definition device
        token host_only: function
        token fill: kernel definition
        token tile: variable definition shared
        token tile: variable shared
        token scaled: function host device
        token weights: variable constant
        token T: typeParameter definition
        token T: typeParameter
        token fill: kernel
        token launches: variable managed
        hints 17 : float, 20 value:, 20 factor:, 35 grid:, 35 block:, 35 out:, 35 count:, 37 value:, 38 count:, 41 __host__ __device__
        signature fill(float *out, int count) -> void parameter 1
        signature dim3(unsigned int x = 1, unsigned int y = 1, unsigned int z = 1)
        completion box. get, put, value
        completion threadIdx. x, y, z
        completion circle. area, half, radius, id
        completion grid. x, y, z
        completion cir circle
        completion [[nod nodiscard
        completion __attribute__((alig aligned
        completion __builtin_popc __builtin_popcount, __builtin_popcountl, __builtin_popcountll
        completion TWI TWICE
        completion __glob __global__
        completion #include "shap shapes.cuh
        completion #include <cuda_run cuda_runtime.h, cuda_runtime_api.h
        folds 14-22, 19-21, 29-38
        selections 19:12-19:17 19:8-19:17 19:7-19:18 19:4-22:5 15:4-22:5 14:44-23:1 13:0-23:1 1:0-44:0
        lenses 8 host file, 8 device code, 8 why is this device code kept?, 10 host file, 10 device code, 10 why is this device code kept?, 11 host file, 11 device code, 11 why is this device code kept?, 14 kernel: 2 launches, 14 host file, 14 device code, 14 why is this device code kept?, 41 host file, 41 device code, 41 why is this device code kept?
        host ((__cudaPushCallConfiguration(grid, kTile)) ? (void)0 : fill(nullptr, 3));
        host follows dim3 grid(8, 2);
        device __attribute__((global)) void fill(float *out, int count) {
        device follows __attribute__((host)) __attribute__((device)) float scaled(float value, float factor) { return value * factor; }
        kept has external linkage
        refused `threadIdx` is declared in a header that is not the project's
        prepared total
        renamed main.cu 1
        renamed other.cu 2
        renamed shapes.cuh 1
        saved true
        closed 2
    "#]]
    .assert_eq(&said);
}
