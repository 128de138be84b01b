/* Of a seat that told no plan but has labels: the goals that its orders were given for, as a plan
 * is shown. */

const RECENT = 150; /* cycles that a goal stays after it was closed */

export function labelPlan(labels, cycle, seat) {
    const shown = labels.filter(label => label.seat === seat && label.opened <= cycle &&
        (label.closed < 0 || label.closed >= cycle - RECENT));
    const ids = new Set(shown.map(label => label.id)), nodes = [];
    const walk = (parent, depth) => {
        for (const label of shown)
            if (label.parent === parent || (parent === 0 && !ids.has(label.parent))) {
                nodes.push(nodeOf(label, cycle, depth));
                if (depth < 40)
                    walk(label.id, depth + 1);
            }
    };
    walk(0, 0);
    return { cycle, seat, nodes, count: nodes.length, left_out: 0,
        open: nodes.filter(node => !node.over).length };
}

function nodeOf(label, cycle, depth) {
    const over = label.closed >= 0 && label.closed <= cycle;
    return { n: label.id, of: "goal", above: label.parent, depth, over, text: label.text,
        state: !over ? "started" : label.reached === 1 ? "succeeded" : "stopped", what: "",
        label: "", why: over ? "" : "as labeled", lacks: "", item: "", amount: 0,
        opened: label.opened, since: over ? label.closed : label.opened,
        closed: over ? label.closed : -1, left_out: 0, slots: [], pursue: over ? null :
            label.pursue };
}
