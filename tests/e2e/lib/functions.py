# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which source of C or C++ uses functions of which other, by their texts.

An object of the build holds several sources, so that it tells of no call between
them. The texts do, because they have one style: clang-format's, and LLVM's
names in front of what a header has declared (`Error metaobj::emit(`,
`Emission::model(`). Names decide, not types: where a name is not clear it counts
for no use. Files that define methods of one class are parts of it, and use
nothing of it.
"""

import functools
import itertools
import re
from collections import namedtuple

#: Names of methods that containers and streams have, too.
OF_CONTAINERS = {"append", "back", "begin", "clear", "count", "data", "empty",
                 "end", "find", "front", "insert", "read", "size", "str",
                 "write"}

#: A function that a source defines: its class or ""; its class, its namespace
#: or ""; its name.
Function = namedtuple("Function", "owner qualifier name")


def code(text):
    """`text` without comments, contents of literals and directives. Where two
    branches would open two braces, it has the first."""
    text = re.sub(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"'
                  r"|\b'(?=\w)|'(?:\\.|[^'\\\n])+'",
                  lambda found: '""' if found[0][0] in 'R"' else " ", text,
                  flags=re.S)
    lines, branches = [], []  # Where a branch begins; None: it is left out.
    for line in text.replace("\\\n", " ").split("\n"):
        directive = re.match(r"\s*#\s*(if|el|endif)?", line)
        if not directive:
            lines += [] if None in branches else [line]
        elif directive[1] == "if":
            branches.append(len(lines))
        elif directive[1] == "endif":
            branches.pop()
        elif directive[1] == "el" and branches[-1] is not None:
            before = "".join(lines[branches[-1]:])
            if before.count("{") != before.count("}"):
                branches[-1] = None
    return "\n".join(lines)


def outermost(text):
    """(declaration, has a body, is in a nameless namespace) of each declaration
    outside of functions and classes."""
    open_braces, head = [], ""
    for part in re.findall(r"[{};]|[^{};]+", text):
        if part not in "{};":
            head = " ".join(part.split())
            continue
        if "body" not in open_braces and head and part != "}":
            yield head, part == "{", "nameless" in open_braces
        if part == "{":
            is_space = re.fullmatch(
                r'(inline )?namespace( [\w:]+)?|extern ""', head)
            open_braces.append("body" if not is_space else "nameless"
                               if head == "namespace" else "space")
        elif part == "}" and open_braces:
            open_braces.pop()
        head = ""


def function_name(head):
    """Of a declaration; None if it declares something else."""
    if re.match(r"(typedef|using|friend|class|struct|enum|union)\b[^(]*$", head):
        return None
    for found in re.finditer(r"((?:\w+(?:<[^()]*?>)?::)*~?\w+) ?\(", head):
        name = re.sub(r"<.*?>", "", found[1])
        if "=" in head[:found.start()]:
            return None
        if not re.fullmatch(r"[A-Z_\d]+|__attribute__|alignas|decltype", name):
            return name.removeprefix("metaobj::")
    return None


@functools.cache
def read_source(text):
    return Source(text)


class Source:
    """What the text of one file declares, defines and uses."""

    def __init__(self, text):
        text = code(text)
        #: Of functions that others may use; of classes, with their bases.
        self.declared, self.classes = set(), {}
        #: Names with those of their classes: functions with linkage.
        self.defined = set()
        #: Names that mean the file's own functions, methods and variables.
        self.own = set()
        for head, has_body, is_nameless in outermost(text):
            of_class = re.match(r"(?:template ?<.*> ?)?(?:class|struct) "
                                r"(?:[A-Z_]+(?:\(.*?\))? )*([\w:]+)[^()]*$",
                                head)
            name = None if of_class else function_name(head)
            has_body = has_body or head.endswith(" = default")
            if of_class and has_body:
                self.classes[of_class[1]] = set(re.findall(
                    r"(?<!:)[:,] (?:\w+ )?(?:metaobj::)?(\w+)", head))
            elif name:
                self.declare(name, head, has_body and not is_nameless)
                self.own |= {name.split("::")[-1]} if has_body else set()
        self.own |= {found[2] for found in re.finditer(
            r"(?:[;{}]|public:|private:)\s+(\w(?:[\w:&*, ]|<[^;{}()]*?>)*?)[ &*]"
            r"(\w+)\(", text)
            if not re.match(r"(return|else|throw|new|case)\b", found[1])}
        #: Names by the way they are used.
        self.plain = set(re.findall(
            r"(?<![\w:.>])(?:metaobj::)?(\w+)\b", text))
        self.methods = set(re.findall(r"(?:\.|->)(\w+)\(", text))
        self.qualified = set(re.findall(r"(?<!&)\b(\w+::\w+)\(", text))
        self.before_brackets = set(re.findall(r"\b(\w+)\(", text))
        # At the beginning of a line, a class is a function's result.
        self.made = set(re.findall(r"\bmake_\w+<(?:\w+::)?(\w+)>", text))
        self.made |= set(re.findall(r"(?<![\w:.>])(\w+)(?: \w+)?[({;]",
                                    re.sub(r"^\S.*", "", text, flags=re.M)))

    def declare(self, name, head, can_have_linkage):
        if "::" not in name:
            self.declared.add(name)
        if can_have_linkage and ("::" in name or not re.match(
                r"(static|inline|constexpr|template)\b", head)):
            self.defined.add(name)


class Functions:
    """The functions of all sources. `texts` has the text of each file;
    `includes` has what each file includes of them."""

    def __init__(self, texts, includes):
        self.sources = {file: read_source(text) for file, text in texts.items()}
        self.seen = {file: self.all_of(file, includes) for file in texts}
        self.parts = {file: {name.split("::")[-2]
                             for name in source.defined if "::" in name}
                      for file, source in self.sources.items()}
        self.bases = {file: self.bases_of(file) for file in texts}
        self.defined = {
            file: sorted(self.functions(file)) for file in texts
            if file.endswith((".c", ".cpp"))}

    @staticmethod
    def all_of(file, includes):
        """What `file` includes, itself and by others."""
        found, rest = set(), [file]
        while rest:
            new = set(includes.get(rest.pop(), ())) - found
            found |= new
            rest += new
        return found

    def bases_of(self, file):
        """Of the classes that stand in `file`, or of which it is a part."""
        own = self.sources[file].classes
        return set().union(*own.values(), *(
            self.sources[header].classes.get(name, ())
            for header in self.seen[file] for name in self.parts[file]))

    def headers(self, function, file):
        """Those that `file` includes and that declare the function."""
        return {header for header in self.seen[file]
                if function.owner in self.sources[header].classes or
                (not function.owner and
                 function.name in self.sources[header].declared)}

    def functions(self, file):
        """(function, headers) of those that others can use."""
        classes = set().union(*(self.sources[each].classes
                                for each in self.seen[file]))
        for full in self.sources[file].defined:
            *names, last = full.split("::")
            if set(names) & self.sources[file].classes.keys():
                continue
            function = Function(
                next((name for name in names if name in classes), ""),
                names[-1] if names else "", last)
            headers = self.headers(function, file)
            if headers:
                yield function, frozenset(headers)

    def uses(self, user, function, headers):
        """Does the file `user` use the function?"""
        source, common = self.sources[user], headers & self.seen[user]
        owner, qualifier, name = function
        if not common:
            return False
        if owner in self.parts[user]:
            return False  # Another part of the class.
        if f"{qualifier}::{name}" in source.qualified:
            return True
        if not owner or owner in self.bases[user]:
            return name[0] == "~" or (name in source.plain and
                                      name not in source.own)
        if name.lstrip("~") == owner:
            return owner in source.made
        return (name in source.methods and name not in source.own and
                name not in OF_CONTAINERS and
                not any(name in self.sources[other].before_brackets
                        for other in self.seen[user] - common))

    def arrows(self, room):
        """(user, definer, why) within each room; `room` tells that of a file."""
        rooms = {}
        for file in self.defined:
            rooms.setdefault(room(file), []).append(file)
        for files in rooms.values():
            for user, definer in itertools.permutations(files, 2):
                names = [function.name
                         for function, headers in self.defined[definer]
                         if self.uses(user, function, headers)]
                if names:
                    yield user, definer, "uses %s of" % names[0]
