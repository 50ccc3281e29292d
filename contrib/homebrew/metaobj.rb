# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A formula for Homebrew on Linux. Its url and sha256 are those of the source
# archive in a release, which has them in SHA256SUMS. Tested without Homebrew
# (tests/install/recipes_test.py): its formulas below were never tried.
class Metaobj < Formula
  desc "Metadata of compiled models as LLVM IR and objects"
  homepage "https://metaobj.example"
  url "https://metaobj.example/metaobj-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "Apache-2.0" => { with: "LLVM-exception" }

  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on "dlpack"
  depends_on "libarchive"
  depends_on :linux
  depends_on "lld@19"
  depends_on "llvm@19"
  depends_on "openssl@3"
  depends_on "zlib"
  depends_on "zstd"

  def install
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja",
           "-DMETAOBJ_BUILD_TESTS=OFF", "-DMETAOBJ_PLUGIN=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"hello.txt").write "hello"
    system bin/"metaobj", "embed", "hello.txt", "--quiet", "--mtriple=thumbv7m-none-eabi", "-o", "hello.o"
    assert_match "armv7m", shell_output("#{bin}/metaobj inspect hello.o")
  end
end
