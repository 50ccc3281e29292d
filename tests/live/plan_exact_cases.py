# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small lists in two and three memories, planned by metaobj_plan and by the solver
CP-SAT of OR-tools, which proves what is best.

Prints a line of JSON for each way to plan: how many lists have no plan, for how
many metaobj found the best, and for how many it says so. Ends with 1 if it is ever
wrong: a plan where there is none, none where there is one, a plan better than the
best, or one that is called the best and is not.
"""

import json
import random
import sys

import metaobj_plan
from ortools.sat.python import cp_model

CASES = 200


def draw(seed, has_costs):
    """A list of 5 to 9 buffers, as keyword arguments of metaobj_plan.plan()."""
    numbers = random.Random(seed)
    count = numbers.randint(5, 9)
    lower = [numbers.randrange(8) for _ in range(count)]
    num_pools = numbers.choice([2, 3])
    pools = [(f"p{i}", numbers.randint(20, 70)) for i in range(num_pools)]
    if numbers.random() < 0.5:
        pools[-1] = (pools[-1][0], None)
    result = {
        "lower": lower,
        "upper": [start + numbers.randint(1, 5) for start in lower],
        "size": [numbers.randint(1, 24) for _ in range(count)],
        "alignment": [numbers.choice([1, 1, 4, 8]) for _ in range(count)],
        "pools": pools,
        "allowed": [None if numbers.random() < 0.7 else
                    numbers.sample(range(num_pools), numbers.randint(1, num_pools))
                    for _ in range(count)],
        "fixed": [None] * count,
    }
    if numbers.random() < 0.3:
        result["allowed"][0] = None
        result["fixed"][0] = (numbers.randrange(num_pools), 8 * numbers.randrange(4))
    if has_costs:
        result["traffic"] = [numbers.randrange(100) for _ in range(count)]
        cost = 0
        result["costs"] = [cost := cost + numbers.randint(0, 6) for _ in pools]
    return result


def best(case):
    """The least cost, or without costs the least bytes of the last pool. None:
    there is no plan."""
    model = cp_model.CpModel()
    count = len(case["size"])
    # No plan has to be larger.
    room = sum(case["size"]) + 8 * count + 64
    tops = [model.new_int_var(0, room, "") for _ in case["pools"]]
    in_pool = []
    rectangles = [([], []) for _ in case["pools"]]
    for i in range(count):
        unit = model.new_int_var(0, room // case["alignment"][i], "")
        offset = unit * case["alignment"][i]
        allowed, fixed = case["allowed"][i], case["fixed"][i]
        if fixed:
            model.add(offset == fixed[1])
            allowed = [fixed[0]]
        choice = [model.new_bool_var("") for _ in case["pools"]]
        model.add_exactly_one(choice)
        in_pool.append(choice)
        for pool, (_, limit) in enumerate(case["pools"]):
            if allowed is not None and pool not in allowed:
                model.add(choice[pool] == 0)
            size = case["size"][i]
            if limit is not None:
                model.add(offset + size <= limit).only_enforce_if(choice[pool])
            model.add(tops[pool] >= offset + size).only_enforce_if(choice[pool])
            xs, ys = rectangles[pool]
            xs.append(model.new_optional_fixed_size_interval_var(
                case["lower"][i], case["upper"][i] - case["lower"][i],
                choice[pool], ""))
            end = model.new_int_var(0, 2 * room, "")
            model.add(end == offset + size)
            ys.append(model.new_optional_interval_var(
                offset, size, end, choice[pool], ""))
    for xs, ys in rectangles:
        model.add_no_overlap_2d(xs, ys)
    if "costs" in case:
        model.minimize(sum(
            case["traffic"][i] * cost * in_pool[i][pool]
            for i in range(count) for pool, cost in enumerate(case["costs"])))
    else:
        model.minimize(tops[-1])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    assert status == cp_model.OPTIMAL, solver.status_name(status)
    return round(solver.objective_value)


def main():
    wrong = []
    for has_costs in (False, True):
        counts = {"costs": has_costs, "cases": CASES, "none": 0, "best": 0, "proven": 0}
        for seed in range(CASES):
            case = draw(seed, has_costs)
            wanted = best(case)
            try:
                plan = metaobj_plan.plan(**case)
            except metaobj_plan.PlanError as problem:
                counts["none"] += 1
                if wanted is not None:
                    wrong.append(f"{seed}: {problem}, but there is a plan")
                continue
            found = plan.cost if has_costs and len(set(case["costs"])) > 1 else (
                plan.sizes[-1])
            if has_costs and len(set(case["costs"])) == 1:
                wanted = None if wanted is None else found
            if wanted is None:
                wrong.append(f"{seed}: a plan, but there is none")
            elif found < wanted or (found > wanted and plan.is_optimal):
                wrong.append(f"{seed}: {found}, the best is {wanted}")
            counts["best"] += found == wanted
            counts["proven"] += plan.is_optimal
        print(json.dumps(counts))
    print("\n".join(wrong), file=sys.stderr)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
