/* How files are called in addresses and in what is said of errors. */

export function compareLink(kind, ...files) {
    return `#compare=${encodeURIComponent(`${kind}:${files.filter(Boolean).join("|")}`)}`;
}

/* The place of an error, in front of what it says. */
export function problemText(error) {
    const place = error.file && error.file !== "message"
        ? `${error.file}${error.line ? `:${error.line}:${error.column}` : ""}: ` : "";
    return place + error.message;
}
