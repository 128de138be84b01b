/* The socket to the program. `ask` is answered by a promise; what is said unasked goes to the
 * listeners of its word, and binary messages to those of their kind (the first byte). A lost
 * connection is opened again, later each time; "open" and "lost" tell pages, who then ask again
 * for what they were shown (play.join). */

import { Teller } from "./teller.js";

const DELAYS = [250, 500, 1000, 2000, 4000, 8000];

class Refused extends Error {
    constructor(error) {
        super(error.text);
        this.file = error.file;
        this.line = error.line;
        this.column = error.column;
    }
}

export class Link extends Teller {
    constructor(address) {
        super();
        this.address = address;
        this.number = 0;
        this.waiting = new Map();
        this.tries = 0;
        this.ready = false;
        this.closed = false;
        this.connect();
    }

    connect() {
        const socket = new WebSocket(this.address);
        socket.binaryType = "arraybuffer";
        this.socket = socket;
        socket.onopen = () => this.opened();
        socket.onmessage = message => this.heard(message.data);
        socket.onclose = event => this.lost(event);
    }

    opened() {
        this.ready = true;
        this.tries = 0;
        for (const { text } of this.waiting.values())
            this.socket.send(text);
        this.tell("open");
    }

    /* What was asked and not answered may or may not have been done, so it is not asked again. */
    lost(event) {
        const wasReady = this.ready;
        this.ready = false;
        if (wasReady)
            for (const [number, { no }] of this.waiting) {
                this.waiting.delete(number);
                no(new Refused({ text: "The connection was lost." }));
            }
        if (this.closed)
            return;
        this.tell("lost", event);
        const delay = DELAYS[Math.min(this.tries, DELAYS.length - 1)];
        this.tries++;
        setTimeout(() => this.connect(), delay);
    }

    heard(data) {
        if (typeof data !== "string") {
            const bytes = new Uint8Array(data);
            this.tell(bytes[0], bytes.subarray(1));
            return;
        }
        const message = JSON.parse(data);
        if (message.say)
            this.tell(message.say, message);
        const asked = this.waiting.get(message.to);
        if (!asked)
            return;
        this.waiting.delete(message.to);
        if (message.error)
            asked.no(new Refused(message.error));
        else
            asked.yes(message.ok);
        if (this.waiting.size === 0)
            this.tell("quiet");
    }

    ask(verb, members = {}) {
        const number = ++this.number;
        const text = JSON.stringify({ do: verb, n: number, ...members });
        return new Promise((yes, no) => {
            this.waiting.set(number, { yes, no, text });
            if (this.ready)
                this.socket.send(text);
        });
    }

    get busy() {
        return this.waiting.size > 0;
    }
}

export function linkAddress(location) {
    const folder = location.pathname.replace(/[^/]*$/, "");
    return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${folder}link`;
}
