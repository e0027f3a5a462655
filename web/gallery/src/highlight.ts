// Comments, strings, numbers and words of C, Python and JavaScript, to be coloured.
const TOKEN = /(\/\*[^]*?\*\/|\/\/[^\n]*|#(?!include)[^\n]*)|("(?:[^"\\]|\\.)*")|(\b\d[\w.]*\b)|\b(const|let|import|from|as|if|for|return|new|int|void|float|double|struct|print|await|in|def)\b/g;

/** Pairs of the kind of a piece of text ("" of most) and the piece. */
export function tokens(code: string): [string, string][] {
    const out: [string, string][] = [];
    let at = 0;
    for (const match of code.matchAll(TOKEN)) {
        if (match.index > at) out.push(["", code.slice(at, match.index)]);
        out.push([match[1] ? "comment" : match[2] ? "string" : match[3] ? "digits" : "keyword", match[0]]);
        at = match.index + match[0].length;
    }
    out.push(["", code.slice(at)]);
    return out;
}
