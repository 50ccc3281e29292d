#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# expect_status.sh <status> <command>...: `not` accepts every status but 0; the
# tool promises which one it is.
wanted=$1
shift
"$@"
found=$?
if [ "$found" -ne "$wanted" ]; then
  echo "exit status is $found, expected $wanted" >&2
  exit 1
fi
