#!/bin/bash
# Manual pages and completions as tools/gen_manual_pages.py makes them: groff has nothing to say about a page, each page has all options
# of its command, each shell completes commands, options and values; and a command whose text is out of form is refused.
# usage: run.sh CAROM
set -eu
cd "$(dirname "$0")/../.."
carom=$1
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
fail() {
    echo "$*" >&2
    exit 1
}
same() { [ "$2" = "$3" ] || fail "$1: \"$2\" in place of \"$3\""; }
python3 tools/gen_manual_pages.py "$carom" "$out"

for page in "$out"/man1/*; do
    groff -ww -mandoc -Tutf8 -z "$page" 2> "$out/warnings" || fail "$page: groff fails"
    [ ! -s "$out/warnings" ] || fail "$page: $(cat "$out/warnings")"
done
for command in $("$carom" --help | awk '/^  [a-z]/ {print $1}'); do
    groff -mandoc -Tascii -P-cbou "$out/man1/carom-$command.1" > "$out/page"
    for option in $("$carom" "$command" --help | grep -oE '^  --[a-z-]+'); do
        grep -qe "$option" "$out/page" || fail "carom-$command.1 lacks $option"
    done
    groff -mandoc -Tascii -P-cbou "$out/man1/carom.1" | grep -q "carom-$command(1)" || fail "carom.1 lacks $command"
done

completed() { # by bash: the words, of which the last is completed
    (
        source "$out/bash/carom"
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
        _carom
        echo "${COMPREPLY[*]}"
    )
}
same commands "$(completed carom cl)" "clash closest"
same help "$(completed carom help sec)" "section"
same option "$(completed carom clash --tol)" "--tolerance"
same values "$(completed carom clash --unit m)" "mm m mi"
same values "$(completed carom query --precision '')" "float double"
same files "$(completed carom clash a)" ""
zsh -n "$out/zsh/_carom" || fail "zsh cannot read its completion"
same fish "$(fish -c "source $out/fish/carom.fish; complete -C 'carom clash --toleranc'" | cut -f 1)" "--tolerance"
same fish "$(fish -c "source $out/fish/carom.fish; complete -C 'carom clo'" | cut -f 1)" "closest"

cat > "$out/wrong" << 'END'
#!/bin/sh
case "$1" in
--version) echo "carom 1" ;;
--help) printf 'usage: carom COMMAND\n\n  odd  has no exit status\n\nexit status: 0 clear\n' ;;
*) printf 'usage: carom odd\n\nSays little.\n' ;;
esac
END
chmod +x "$out/wrong"
if python3 tools/gen_manual_pages.py "$out/wrong" "$out/none" 2> "$out/warnings"; then fail "a text out of form passes"; fi
grep -q "carom odd --help lacks" "$out/warnings" || fail "the error does not name the command"
