#!/usr/bin/env python3
"""Manual pages of the command and completions for bash, zsh and fish, from what the command says of
itself. usage: gen_manual_pages.py CAROM FOLDER, which gets man1/carom.1, man1/carom-COMMAND.1,
bash/carom, zsh/_carom and fish/carom.fish. What is no usage line, option, example or exit status in
the text of --help is a paragraph of the description; a text without one of these is an error."""
import re
import subprocess
import sys
from pathlib import Path

OPTION = re.compile(r"^  (--[a-z][a-z-]*)(?: ([A-Z][A-Za-z0-9,]*(?:\.\.\.)?|\S+(?=  |$)))?(?:\s+(\S.*))?$")
# Values of which an option takes one, as its text lists them.
VALUES = re.compile(r"(?:^|are in |that are |alone: )((?:[\w-]+, )*[\w-]+ or [\w-]+)\b")
FILES = ("FILE", "OUT", "LIST")


class Option:
    def __init__(self, name, value, text):
        self.name, self.value, self.text = name, value, text

    def takes_file(self):
        return self.value is not None and self.value.rstrip(".") in FILES

    def values(self):
        found = VALUES.search(self.text) if self.value and not self.takes_file() else None
        return re.split(r", | or ", found.group(1)) if found else []


class Command:
    def __init__(self, name, summary, text):
        self.name, self.summary = name, summary
        self.usage, self.blocks, self.options, self.exit = [], [], [], ""
        for block in re.split(r"\n\s*\n", text.strip("\n")):
            self.read(block.split("\n"))
        if not self.usage or not self.exit or not self.blocks:
            raise ValueError(f"carom {name} --help lacks its usage, description or exit status")

    def read(self, lines):
        if lines[0].startswith("usage:"):
            self.usage = [line.replace("usage:", "", 1).strip() for line in lines]
        elif lines[0].startswith("exit status:"):
            self.exit = " ".join(" ".join(lines).split())[len("exit status: "):]
        elif lines[0].startswith("  --"):
            self.read_options(lines)
        elif lines[0].startswith("  "):
            self.blocks.append(("example", [line.strip() for line in lines]))
        else:
            self.blocks.append(("text", [" ".join(" ".join(lines).split())]))

    def read_options(self, lines):
        for line in lines:
            found = OPTION.match(line)
            if found:
                self.options.append(Option(found.group(1), found.group(2), found.group(3) or ""))
            elif line.startswith("    "):
                self.options[-1].text = (self.options[-1].text + " " + line.strip()).strip()
            else:
                raise ValueError(f"carom {self.name} --help: neither an option nor more of one: {line}")


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text)


def head(name, summary, version):
    return [f'.TH "{roff(name.upper())}" 1 "" "carom {version}" "carom"', ".SH NAME", f"{roff(name)} \\- {roff(summary)}",
            ".SH SYNOPSIS"]


def page_of(command, others, version):
    out = head(f"carom-{command.name}", command.summary, version)
    for line in command.usage:
        out += [".PP", f".B {roff(line)}"]
    out.append(".SH DESCRIPTION")
    for kind, lines in command.blocks:
        out += [".PP", *map(roff, lines)] if kind == "text" else [".PP", ".nf", ".RS", *map(roff, lines), ".RE", ".fi"]
    if command.options:
        out.append(".SH OPTIONS")
    for option in command.options:
        value = f" \\fI{roff(option.value)}\\fR" if option.value else ""
        out += [".TP", f"\\fB{roff(option.name)}\\fR{value}", *([roff(option.text)] if option.text else [])]
    out += [".SH EXIT STATUS", *exit_rows(command.exit)]
    out += [".SH SEE ALSO", *(f".BR {roff(name)} (1)," for name in others[:-1]), f".BR {roff(others[-1])} (1)"]
    return "\n".join(out) + "\n"


def exit_rows(text):
    rows = []
    for part in re.split(r"[;,] (?=\d )", text):
        number, meaning = part.split(" ", 1)
        rows += [".TP", f".B {number}", roff(meaning)]
    return rows


def main_page(commands, usage, version):
    out = head("carom", "collision detection and geometric queries on the command line", version)
    out += [".B carom \\fICOMMAND\\fR [\\fIarguments\\fR]", ".br", ".B carom help \\fICOMMAND\\fR", ".br",
            ".B carom \\-\\-version", ".SH DESCRIPTION", ".PP",
            "What touches, where, when and how deep: each command answers one kind of question about",
            "mesh files, lines of JSON or scenes.",
            "Results go to standard output, progress and errors to standard error.", ".SH COMMANDS"]
    for command in commands:
        out += [".TP", f".BR carom\\-{roff(command.name)} (1)", roff(command.summary)]
    after = re.split(r"\n\s*\n", usage.strip("\n"))[-1].split("exit status: ")
    sentence = " ".join(after[0].split())
    out += [".SH OPTIONS", ".PP", roff(sentence), ".SH EXIT STATUS",
            *exit_rows(" ".join(after[1].split()))]
    return "\n".join(out) + "\n"


def bash_of(commands):
    cases = []
    for command in commands:
        names = " ".join(o.name for o in command.options)
        takes = []
        for option in command.options:
            if option.values():
                takes.append(f"        {option.name}) COMPREPLY=($(compgen -W '{' '.join(option.values())}' -- \"$word\")); return ;;")
            elif option.value and not option.takes_file():
                takes.append(f"        {option.name}) COMPREPLY=(); return ;;")
        inner = "\n".join([f"    {command.name})", *(['        case $before in', *takes, "        esac"] if takes else []),
                           f"        options='{names} --help' ;;"])
        cases.append(inner)
    names = " ".join(c.name for c in commands)
    return "\n".join([
        "# Completion of carom for bash. Made by tools/gen_manual_pages.py.",
        "_carom() {",
        "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options=",
        "    if [ \"$COMP_CWORD\" -eq 1 ] || { [ \"$COMP_CWORD\" -eq 2 ] && [ \"$before\" = help ]; }; then",
        f"        COMPREPLY=($(compgen -W '{names} help --help --version' -- \"$word\"))",
        "        return",
        "    fi",
        "    case ${COMP_WORDS[1]} in",
        *cases,
        "    esac",
        "    case $word in",
        "    -*) COMPREPLY=($(compgen -W \"$options\" -- \"$word\")) ;;",
        "    *) compopt -o default 2> /dev/null; COMPREPLY=() ;;",
        "    esac",
        "}",
        "complete -F _carom carom", ""])


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh_of(commands):
    out = ["#compdef carom", "# Made by tools/gen_manual_pages.py.", "_carom() {", "    local -a commands=("]
    out += [f"        {quoted(c.name + ':' + c.summary)}" for c in commands]
    out += ["        'help:tells more of a command'", "    )",
            "    if (( CURRENT == 2 )) || [[ CURRENT -eq 3 && $words[2] == help ]]; then",
            "        _describe command commands", "        return", "    fi", "    local command=$words[2]",
            "    shift words; (( CURRENT-- ))", "    case $command in"]
    for c in commands:
        out.append(f"    {c.name}) _arguments \\")
        for o in c.options:
            text = re.sub(r"([\[\]:\\])", r"\\\1", o.text)
            action = "_files" if o.takes_file() else f"({' '.join(o.values())})" if o.values() else " "
            value = f":{o.value}:{action}" if o.value else ""
            out.append(f"        {quoted('*' + o.name + '[' + text + ']' + value)} \\")
        out.append("        '--help[tells more]' '*:file:_files' ;;")
    out += ["    esac", "}", '_carom "$@"', ""]
    return "\n".join(out)


def fish_of(commands):
    def string(text):
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    names = " ".join(c.name for c in commands)
    out = ["# Completion of carom for fish. Made by tools/gen_manual_pages.py."]
    for c in commands:
        out.append(f"complete -c carom -f -n 'not __fish_seen_subcommand_from {names}' -a {c.name} -d {string(c.summary)}")
        for o in c.options:
            value = " -r -F" if o.takes_file() else f" -x -a '{' '.join(o.values())}'" if o.value else ""
            out.append(f"complete -c carom -n '__fish_seen_subcommand_from {c.name}' -l {o.name[2:]}{value} -d {string(o.text)}")
    return "\n".join(out) + "\n"


def said_by(carom, *arguments):
    return subprocess.run([carom, *arguments], check=True, capture_output=True, text=True).stdout


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: gen_manual_pages.py CAROM FOLDER")
    carom, folder = sys.argv[1], Path(sys.argv[2])
    usage, version = said_by(carom, "--help"), said_by(carom, "--version").split()[1]
    table = re.findall(r"^  ([a-z]+) +(\S.*)$", usage, re.M)
    commands = [Command(name, summary, said_by(carom, name, "--help")) for name, summary in table]
    files = {"man1/carom.1": main_page(commands, usage, version), "bash/carom": bash_of(commands),
             "zsh/_carom": zsh_of(commands), "fish/carom.fish": fish_of(commands)}
    for c in commands:
        others = ["carom"] + [f"carom-{o.name}" for o in commands if o is not c]
        files[f"man1/carom-{c.name}.1"] = page_of(c, others, version)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


if __name__ == "__main__":
    main()
