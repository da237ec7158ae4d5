/** Reads CSV as RFC 4180 has it, a character after the other. @throws Error where it is none */
export function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = "";
    if (text[at] === '"') {
      for (at++; text[at] !== '"' || text[at + 1] === '"'; at++) {
        if (at >= text.length) throw new Error("a quote is not closed");
        if (text[at] === '"') at++;
        cell += text[at];
      }
      at++;
    } else {
      while (at < text.length && text[at] !== "," && text[at] !== "\r") cell += text[at++];
      if (/["\n]/.test(cell)) throw new Error(`${cell} is not quoted`);
    }
    record.push(cell);
    if (text[at] === ",") {
      at++;
      continue;
    }
    if (text.slice(at, at + 2) !== "\r\n") throw new Error(`no line end at ${at}`);
    records.push(record);
    record = [];
    at += 2;
  }
  return records;
}

/** The records below the headings, as objects. */
export function tableOf(text: string): Record<string, string>[] {
  const [headings = [], ...records] = parseCsv(text.replace(/^\ufeff/, ""));
  return records.map((record) => {
    if (record.length !== headings.length)
      throw new Error(`${record.length} cells for ${headings.length} columns`);
    return Object.fromEntries(record.map((cell, column) => [headings[column] ?? "", cell]));
  });
}
