#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# A project adds a model with the rule for Bazel of the installed package.
#
# Debian's Bazel has no rules_cc that fits it: a stand-in hands out Bazel's own
# rules, which rules_cc of that time does as well.
#
# usage: bazel_test.sh <build tree> <source tree> <scratch folder>
set -euo pipefail
build=$1 source=$2 scratch=$3
if ! command -v bazel >/dev/null; then
  echo "SKIPPED: bazel is not installed"
  exit 77
fi
rm -rf "$scratch"
mkdir -p "$scratch"

cmake --install "$build" --prefix "$scratch/prefix" >"$scratch/install.log"
digits=$source/examples/digits
project=$scratch/project
mkdir -p "$project/runtime" "$scratch/rules_cc/cc"
cp "$source/tests/install/bazel/BUILD.bazel" "$source/tests/install/model/main.c" "$project"
cp -r "$digits/operators" "$digits/model" "$project"
cp -r "$source/runtime_crt/include" "$source/runtime_crt/config" "$project/runtime"

echo 'workspace(name = "rules_cc")' >"$scratch/rules_cc/WORKSPACE"
touch "$scratch/rules_cc/cc/BUILD"
for rule in cc_binary cc_library cc_toolchain cc_toolchain_suite; do
  echo "$rule = native.$rule"
done >"$scratch/rules_cc/cc/defs.bzl"
echo 'compiler_flag = native.cc_library' >>"$scratch/rules_cc/cc/defs.bzl"
cat >"$project/WORKSPACE" <<END
workspace(name = "model")
local_repository(name = "rules_cc", path = "../rules_cc")
local_repository(name = "rules_java", path = "/usr/share/bazel/rules/java")
local_repository(name = "platforms", path = "/usr/share/bazel/platforms")
new_local_repository(
    name = "metaobj",
    path = "$scratch/prefix",
    build_file = "$scratch/prefix/share/metaobj/contrib/bazel/metaobj.BUILD",
)
END

# What is done is in $scratch/steps.txt.
steps() { # steps <argument>...
  (cd "$project" && bazel --batch --output_user_root="$scratch/bazel" build \
    --spawn_strategy=local --subcommands //:program "$@") \
    >"$scratch/steps.txt" 2>&1 || {
    cat "$scratch/steps.txt"
    exit 1
  }
}

did() { # did <yes or no> <text>
  local found=no
  ! grep -qF -- "$2" "$scratch/steps.txt" || found=yes
  [ "$found" = "$1" ] || {
    echo "'$2': $found, not $1: $(cat "$scratch/steps.txt")"
    exit 1
  }
}

steps
did yes 'Emitting the model digits'
"$project/bazel-bin/program" | grep -qE '^[0-9]{40}$'
steps
did no 'Emitting the model digits'
# Bazel looks at contents.
cp "$project/model/graph.json" "$scratch/graph.json"
echo >>"$project/model/graph.json"
steps
did yes 'Emitting the model digits'
did no 'Compiling operators'
# For optimised code as well, where libraries may have other names.
steps -c opt
"$project/bazel-bin/program" | grep -qE '^[0-9]{40}$'
echo "built, and built again"
