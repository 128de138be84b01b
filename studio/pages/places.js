/* How files are called in addresses and in what is said of errors. */

export function compareLink(kind, ...files) {
    return `#compare=${encodeURIComponent(`${kind}:${files.filter(Boolean).join("|")}`)}`;
}

/* An experiment is its folder. */
export function experimentName(file) {
    return file.replace(/\/manifest\.jsonl$/, "");
}

/* Who plays a seat, without the folders that its file lies in. */
export function playerName(player) {
    return player ? player.replace(/^([a-z]+:).*\//, "$1") : "nobody";
}

export function seatName(seat, player) {
    return `Seat ${seat + 1}: ${playerName(player)}`;
}

/* The place of an error, in front of what it says. */
export function problemText(error) {
    const place = error.file && error.file !== "message"
        ? `${error.file}${error.line ? `:${error.line}:${error.column}` : ""}: ` : "";
    return place + error.message;
}
