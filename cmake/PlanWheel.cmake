# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What pip installs besides the Python sources (python/plan/pyproject.toml): the
# planner's library, in the package.

install(TARGETS metaobj_plan_shared
  LIBRARY DESTINATION ${SKBUILD_PLATLIB_DIR}/metaobj_plan COMPONENT python
  NAMELINK_SKIP)
