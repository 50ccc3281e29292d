#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Shells complete command lines of metaobj, and the manual has every option.
#
# usage: shells_test.sh <metaobj> <folder of the manual>
set -euo pipefail
metaobj=$1 manual=$(realpath "$2")

fail() {
  echo "$*" >&2
  exit 1
}

expect() { # expect <text> <found> <where>
  grep -qxF -- "$1" <<<"$2" || fail "$3: no '$1' in: $2"
}

in_bash() { # in_bash <word>...
  bash -c 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    compopt() { :; }; _metaobj; printf "%s\n" "${COMPREPLY[@]}"' \
    - "$manual/metaobj.bash" "$@"
}
expect inspect "$(in_bash metaobj ins)" bash
expect --depfile= "$(in_bash metaobj emit --dep)" bash
expect tvm-crt-u8 "$(in_bash metaobj emit --abi = tvm)" bash
expect tvm-crt-u8 "$(in_bash metaobj emit --abi tvm)" bash
expect compare "$(in_bash metaobj device com)" bash
expect --via= "$(in_bash metaobj device --vi)" bash
expect rwpi "$(in_bash metaobj emit --relocation-model =)" bash
[ "$(in_bash metaobj emit --compress = '' | paste -sd ' ')" = 'off zstd' ] ||
  fail "bash: other values of --compress"
spaces=$(mktemp -d)
trap 'rm -r "$spaces"' EXIT
touch "$spaces/my model.o"
(cd "$spaces" && expect 'my model.o' "$(in_bash metaobj inspect my)" bash)
(cd "$manual" && expect metaobj.1 "$(in_bash metaobj emit --map = meta)" bash)
(cd "$manual" && expect metaobj.1 "$(in_bash metaobj inspect meta)" bash)

in_fish() { # in_fish <command line>
  fish --no-config -c "source '$manual/metaobj.fish'; complete -C '$1'" |
    cut -f1
}
expect inspect "$(in_fish 'metaobj ins')" fish
expect --depfile "$(in_fish 'metaobj emit --dep')" fish
expect --abi=tvm-crt-u8 "$(in_fish 'metaobj emit --abi=tvm')" fish
expect compare "$(in_fish 'metaobj device com')" fish

# In a terminal of its own, because zsh completes only there.
in_zsh() { # in_zsh <command line>
  zsh -f -c '
    zmodload zsh/zpty
    zpty shell zsh -f -i
    zpty -w shell "PS1= fpath=($1 \$fpath); autoload -U compinit; compinit -u -D"
    zpty -w shell "zstyle \":completion:*\" list-separator \"\"; bindkey \"^I\" complete-word; echo rea\"\"dy"
    zpty -r shell seen "*ready*"
    zpty -w -n shell "$2"$'"'\\t'"'
    zpty -w -n shell $'"'\\x01'"'"echo "$'"'\\n'"'
    zpty -w shell "echo do\"\"ne"
    zpty -r shell seen "*done*"
    print -r -- "$seen"' - "$manual" "$1"
}
for pair in 'metaobj ins|metaobj inspect' \
  'metaobj emit --depf|metaobj emit --depfile' \
  'metaobj device com|metaobj device compare' \
  'metaobj emit --compress=o|metaobj emit --compress=off' \
  'metaobj emit --abi=tvm-crt-un|metaobj emit --abi=tvm-crt-universal'; do
  in_zsh "${pair%|*}" | tr -d '\r' | grep -qF -- "${pair#*|}" ||
    fail "zsh: no '${pair#*|}' for '${pair%|*}': $(in_zsh "${pair%|*}")"
done

warnings=$(MANWIDTH=80 man --warnings -l "$manual/metaobj.1" 2>&1 >/dev/null)
[ -z "$warnings" ] || fail "$warnings"
page=$(MANWIDTH=80 man -l "$manual/metaobj.1" | col -bx)
for command in emit embed inspect diff size link device check plan self-test; do
  "$metaobj" "$command" --help-all | grep -oE '^  (-[a-z], )?-[-a-zA-Z0-9]+' | sed 's/^ *//; s/.*, //' |
    while read -r option; do
      grep -qE -- "^ +(-[a-z], )?$option( |=|\$)" <<<"$page" ||
        fail "the manual has no $option of $command"
    done
done
echo "completed, and in the manual"
