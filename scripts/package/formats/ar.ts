import { ascii, joined, padding } from "./bytes.ts";

/** A member of an ar archive. */
export interface Member {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** An ar archive, as packages of Debian are (deb(5)). @param time epoch seconds */
export function ar(members: readonly Member[], time: number): Uint8Array<ArrayBuffer> {
  const pieces = members.flatMap(({ name, bytes }) => {
    const fields = [
      name.padEnd(16),
      String(time).padEnd(12),
      "0".padEnd(6),
      "0".padEnd(6),
      "100644".padEnd(8),
      String(bytes.length).padEnd(10),
      "`\n",
    ];
    return [ascii(fields.join("")), bytes, ascii("\n".repeat(padding(bytes.length, 2).length))];
  });
  return joined([ascii("!<arch>\n"), ...pieces]);
}
