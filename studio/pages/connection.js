/* The WebSocket to the server. `request` returns a promise of the answer; reports go to the
 * listeners of their word, binary messages to the listeners of their kind (the first byte). A
 * lost connection is opened again, after growing delays. On "open" pages request again what they
 * show (play.join); "lost" reports a lost connection, with the event's `reason` if the server gave one. */

/* An event emitter. `on` adds a listener and returns a function that removes it. */
export class Emitter {
    constructor() {
        this.listeners = new Map();
    }

    on(name, listener) {
        if (!this.listeners.has(name))
            this.listeners.set(name, new Set());
        this.listeners.get(name).add(listener);
        return () => this.listeners.get(name).delete(listener);
    }

    emit(name, ...values) {
        for (const listener of [...(this.listeners.get(name) ?? [])])
            listener(...values);
    }
}

const DELAYS = [250, 500, 1000, 2000, 4000, 8000];
const TRY_AGAIN_LATER = 1013, LATER = 4; /* a code of RFC 6455, and the place of its delay */

class RequestError extends Error {
    constructor(error) {
        super(error.text);
        this.file = error.file;
        this.line = error.line;
        this.column = error.column;
    }
}

export class Connection extends Emitter {
    constructor(address) {
        super();
        this.address = address;
        this.number = 0;
        this.pending = new Map();
        this.tries = 0;
        this.ready = false;
        this.closed = false;
        this.connect();
    }

    connect() {
        const socket = new WebSocket(this.address);
        socket.binaryType = "arraybuffer";
        this.socket = socket;
        socket.onopen = () => this.handleOpen();
        socket.onmessage = message => this.receive(message.data);
        socket.onclose = event => this.handleClose(event);
    }

    handleOpen() {
        this.ready = true;
        this.tries = 0;
        for (const { text } of this.pending.values())
            this.socket.send(text);
        this.emit("open");
    }

    /* The server may or may not have handled an unanswered request, so it is rejected and not
     * repeated. */
    handleClose(event) {
        const wasReady = this.ready;
        this.ready = false;
        if (wasReady)
            for (const [number, { reject }] of this.pending) {
                this.pending.delete(number);
                reject(new RequestError({ text: event.reason || "The connection was lost." }));
            }
        if (this.closed)
            return;
        if (event.code === TRY_AGAIN_LATER)
            this.tries = Math.max(this.tries, LATER);
        this.emit("lost", event);
        const delay = DELAYS[Math.min(this.tries, DELAYS.length - 1)];
        this.tries++;
        setTimeout(() => this.connect(), delay);
    }

    receive(data) {
        if (typeof data !== "string") {
            const bytes = new Uint8Array(data);
            this.emit(bytes[0], bytes.subarray(1));
            return;
        }
        const message = JSON.parse(data);
        if (message.say)
            this.emit(message.say, message);
        const request = this.pending.get(message.to);
        if (!request)
            return;
        this.pending.delete(message.to);
        if (message.error)
            request.reject(new RequestError(message.error));
        else
            request.resolve(message.ok);
    }

    request(verb, members = {}) {
        const number = ++this.number;
        const text = JSON.stringify({ do: verb, n: number, ...members });
        return new Promise((resolve, reject) => {
            this.pending.set(number, { resolve, reject, text });
            if (this.ready)
                this.socket.send(text);
        });
    }

    get busy() {
        return this.pending.size > 0;
    }
}

export function socketAddress(location) {
    const folder = location.pathname.replace(/[^/]*$/, "");
    return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${folder}link`;
}
