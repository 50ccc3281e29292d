// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Before rustc: compile the operators, let metaobj write model.o and model.rs,
// and put the test images into a file of Rust. METAOBJ and CC name other
// programs than metaobj and clang.
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn program(variable: &str, default: &str) -> String {
    println!("cargo:rerun-if-env-changed={}", variable);
    env::var(variable).unwrap_or_else(|_| default.to_string())
}

fn run(command: &mut Command) {
    let status = command.status();
    match status {
        Ok(status) if status.success() => (),
        other => panic!("{:?}: {:?}", command, other),
    }
}

fn compile_operators(digits: &Path, out: &Path) -> Vec<PathBuf> {
    let mut objects = Vec::new();
    let include = digits.join("../../runtime_crt/include");
    let mut sources: Vec<_> = fs::read_dir(digits.join("operators"))
        .expect("operators")
        .map(|entry| entry.expect("operator").path())
        .collect();
    sources.sort();
    for source in sources {
        println!("cargo:rerun-if-changed={}", source.display());
        if source.extension().map_or(false, |extension| extension == "c") {
            let object = out.join(source.with_extension("o").file_name().unwrap());
            run(Command::new(program("CC", "clang"))
                .args(["-O2", "-fPIC", "-c", "-I"])
                .args([&include, &source])
                .arg("-o")
                .arg(&object));
            objects.push(object);
        }
    }
    objects
}

// {7, {0, 0, 5}}, of C becomes (7, [0, 0, 5]), of Rust.
fn write_images(from: &Path, to: &Path) {
    println!("cargo:rerun-if-changed={}", from.display());
    let text = fs::read_to_string(from).expect("test images");
    let lines = text.lines().filter(|line| line.starts_with('{')).map(|line| {
        line.replacen('{', "(", 1)
            .replacen('{', "[", 1)
            .replacen('}', "]", 1)
            .replacen('}', ")", 1)
    });
    let images: Vec<String> = lines.collect();
    let array = format!("[\n{}\n]\n", images.join("\n"));
    fs::write(to, array).expect("images.rs");
}

fn main() {
    let digits = Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap()).join("../digits");
    let out = PathBuf::from(env::var("OUT_DIR").unwrap());
    let objects = compile_operators(&digits, &out);
    let model = out.join("model.o");
    let mut rust = std::ffi::OsString::from("--emit-rust=");
    rust.push(out.join("model.rs"));
    let mut graph = std::ffi::OsString::from("--graph=");
    graph.push(digits.join("model/graph.json"));
    run(Command::new(program("METAOBJ", "metaobj"))
        .arg("emit")
        .args(&objects)
        .arg(digits.join("model/digits.params"))
        .args([graph, rust])
        .args(["--inputs=image", "--model=digits", "--executor=aot"])
        .arg("-o")
        .arg(&model));
    write_images(&digits.join("model/test_images.inc"), &out.join("images.rs"));
    for object in objects.iter().chain([&model]) {
        println!("cargo:rustc-link-arg={}", object.display());
    }
}
