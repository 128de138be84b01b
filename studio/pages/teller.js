/* Something that others listen to: `on` a word, until what it returns is called; told with `tell`. */

export class Teller {
    constructor() {
        this.listeners = new Map();
    }

    on(word, listener) {
        if (!this.listeners.has(word))
            this.listeners.set(word, new Set());
        this.listeners.get(word).add(listener);
        return () => this.listeners.get(word).delete(listener);
    }

    tell(word, ...what) {
        for (const listener of [...(this.listeners.get(word) ?? [])])
            listener(...what);
    }
}
