# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Emits the metadata of a model while a project builds.

    load("@metaobj//:share/metaobj/contrib/bazel/metaobj.bzl", "metaobj_model")

    metaobj_model(
        name = "digits",
        objects = [":operators"],   # objects and archives
        params = ["digits.params"],
        graph = "graph.json",
        options = ["--executor=aot", "--inputs=image"],
    )

makes the cc_library digits: who depends on it gets the emitted object and the
header tvmgen_digits.h. The operators are a dependency of the program as well.
"""

def _emit_impl(ctx):
    arguments = ctx.actions.args()
    arguments.add("emit")
    arguments.add("--quiet")
    arguments.add(ctx.attr.model, format = "--model=%s")
    read = ctx.files.objects + ctx.files.inputs

    # A cc_library may have its objects in a second library, of
    # position-independent code.
    paths = [file.path for file in read]
    arguments.add_all([
        file
        for file in read
        if not (file.path.endswith(".pic.a") and file.path[:-len(".pic.a")] + ".a" in paths)
    ])
    arguments.add_all(ctx.files.params, format_each = "--params=%s")
    if ctx.file.graph:
        arguments.add(ctx.file.graph, format = "--graph=%s")
    arguments.add_all(ctx.attr.options)
    arguments.add("-o", ctx.outputs.object)
    arguments.add(ctx.outputs.header, format = "--header=%s")
    ctx.actions.run(
        executable = ctx.executable.metaobj,
        arguments = [arguments],
        inputs = read + ctx.files.params + ctx.files.graph + ctx.files.data,
        outputs = [ctx.outputs.object, ctx.outputs.header],
        mnemonic = "MetaobjEmit",
        progress_message = "Emitting the model " + ctx.attr.model,
    )

_emit = rule(
    implementation = _emit_impl,
    attrs = {
        "data": attr.label_list(allow_files = True),
        "graph": attr.label(allow_single_file = True),
        "header": attr.output(mandatory = True),
        "inputs": attr.label_list(allow_files = True),
        "metaobj": attr.label(
            allow_single_file = True,
            cfg = "exec",
            executable = True,
            mandatory = True,
        ),
        "model": attr.string(mandatory = True),
        "object": attr.output(mandatory = True),
        "objects": attr.label_list(allow_files = [".o", ".a"]),
        "options": attr.string_list(),
        "params": attr.label_list(allow_files = True),
    },
)

def metaobj_model(
        name,
        objects = [],
        inputs = [],
        params = [],
        graph = None,
        options = [],
        data = [],
        model = None,
        metaobj = "@metaobj//:bin/metaobj",
        **kwargs):
    """Emits a model and makes a cc_library of it.

    Args:
      name: of the library.
      objects: objects and archives of the operators; cc_library targets, too.
      inputs: files that are only read, such as a Model Library Format archive.
      params: files of parameters.
      graph: the graph as JSON.
      options: all other options of `metaobj emit`.
      data: files that options name.
      model: name of the model; default: name.
      metaobj: the program.
      **kwargs: of the cc_library.
    """
    model = model or name
    header = "%s.model/tvmgen_%s.h" % (name, model)
    _emit(
        name = name + "_emit",
        data = data,
        graph = graph,
        header = header,
        inputs = inputs,
        metaobj = metaobj,
        model = model,
        object = name + ".o",
        objects = objects,
        options = options,
        params = params,
    )
    native.cc_library(
        name = name,
        srcs = [name + ".o"],
        hdrs = [header],
        includes = [name + ".model"],
        linkstatic = True,
        **kwargs
    )
