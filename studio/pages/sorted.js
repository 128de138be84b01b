/* Looking things up where they lie in order. */

/* The first of so many places of which `reached` holds; it holds of all behind that. count: none. */
export function firstPlace(count, reached) {
    let low = 0, high = count;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (reached(middle))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}
