// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognises the digits of examples/digits, in Rust. model.o runs the network;
// model.rs, which metaobj wrote with it, says what is in it.
use std::cell::UnsafeCell;
use std::os::raw::{c_int, c_void};
use std::sync::atomic::{AtomicBool, Ordering};

include!(concat!(env!("OUT_DIR"), "/model.rs"));

use tvmgen_digits::{param, params, run, Inputs, Outputs, IMAGE_SIZE};

static IMAGES: [(i32, [u8; IMAGE_SIZE]); 40] = include!(concat!(env!("OUT_DIR"), "/images.rs"));

// The convolutions take a workspace, one at a time.
const WORKSPACE_BYTES: usize = 2048;

#[repr(align(16))]
struct Workspace(UnsafeCell<[u8; WORKSPACE_BYTES]>);

// IN_USE guards it.
unsafe impl Sync for Workspace {}

static WORKSPACE: Workspace = Workspace(UnsafeCell::new([0; WORKSPACE_BYTES]));
static IN_USE: AtomicBool = AtomicBool::new(false);

#[no_mangle]
extern "C" fn TVMBackendAllocWorkspace(
    _device_type: c_int,
    _device_id: c_int,
    bytes: u64,
    _code: c_int,
    _bits: c_int,
) -> *mut c_void {
    if bytes > WORKSPACE_BYTES as u64 || IN_USE.swap(true, Ordering::Acquire) {
        return std::ptr::null_mut();
    }
    WORKSPACE.0.get() as *mut c_void
}

#[no_mangle]
extern "C" fn TVMBackendFreeWorkspace(
    _device_type: c_int,
    _device_id: c_int,
    _memory: *mut c_void,
) -> c_int {
    IN_USE.store(false, Ordering::Release);
    0
}

fn predict(mut image: [u8; IMAGE_SIZE]) -> i32 {
    let mut digit = 0i32;
    let mut inputs = Inputs {
        image: image.as_mut_ptr() as *mut c_void,
    };
    let mut outputs = Outputs {
        output: &mut digit as *mut i32 as *mut c_void,
    };
    // Only this thread runs the model, and the pointers are to its inputs and
    // outputs.
    let status = unsafe { run(&mut inputs, &mut outputs) };
    assert_eq!(status, 0);
    digit
}

fn main() {
    let mut right = 0;
    for (number, (label, image)) in IMAGES.iter().enumerate() {
        let digit = predict(*image);
        right += (digit == *label) as usize;
        println!("image {}: label {}, predicted {}", number, label, digit);
    }
    println!("{} of {} right", right, IMAGES.len());

    // A parameter by its name, with its type; and all of them.
    let weight: &[[i8; 384]; 10] = param::dense_weight();
    let sum: i32 = weight.iter().flatten().map(|each| i32::from(*each)).sum();
    println!("dense_weight: sum {}", sum);
    for each in params().iter() {
        let name = std::str::from_utf8(each.name()).unwrap();
        println!("{} {:?} {}", name, each.tensor().shape(), each.bytes().len());
    }
}
