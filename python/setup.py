# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A wheel with the shared library, for any Python of one platform:

    METAOBJ_LIBRARY=build/lib/libmetaobj.so.1 python3 -m pip wheel --no-deps \\
        --no-build-isolation python
"""

import ctypes
import os
import shutil

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

library = os.environ.get("METAOBJ_LIBRARY")
if not library or not os.path.exists(library):
    raise SystemExit(
        "METAOBJ_LIBRARY does not name the shared library: build it with CMake "
        "(target metaobj_c), and set METAOBJ_LIBRARY to lib/libmetaobj.so.1 of the "
        "build folder"
    )


def version():
    loaded = ctypes.CDLL(os.path.abspath(library))
    loaded.metaobj_version.restype = ctypes.c_char_p
    return loaded.metaobj_version().decode()


class WithLibrary(build_py):
    def run(self):
        super().run()
        shutil.copy(
            library, os.path.join(self.build_lib, "metaobj", "libmetaobj.so.1")
        )


class AnyPython(bdist_wheel):
    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class ForOnePlatform(Distribution):
    def has_ext_modules(self):
        return True


setup(
    version=version(),
    packages=["metaobj"],
    package_data={"metaobj": ["py.typed"]},
    cmdclass={"build_py": WithLibrary, "bdist_wheel": AnyPython},
    distclass=ForOnePlatform,
)
