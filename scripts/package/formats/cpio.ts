import type { Entry } from "../entries.ts";
import { ascii, joined, padding } from "./bytes.ts";

/** What kind of file it is, in the high bits of its mode (inode(7)). */
export const FILE_TYPE_BITS = { file: 0o100000, folder: 0o040000, link: 0o120000 } as const;

const ALIGNMENT = 4;

/** A cpio archive in the format "newc" (cpio(5)), as packages of RPM have it. @param time epoch seconds */
export function cpio(entries: readonly Entry[], time: number): Uint8Array<ArrayBuffer> {
  const pieces = entries.flatMap((entry, index) => {
    const content = entry.kind === "link" ? ascii(entry.target) : entry.bytes;
    const mode = FILE_TYPE_BITS[entry.kind] | entry.mode;
    return member(`./${entry.path}`, content, { inode: index + 1, mode, time });
  });
  return joined([...pieces, ...member("TRAILER!!!", new Uint8Array(), { inode: 0, mode: 0, time: 0 })]);
}

interface Facts {
  readonly inode: number;
  readonly mode: number;
  readonly time: number;
}

function member(name: string, content: Uint8Array, { inode, mode, time }: Facts): Uint8Array[] {
  const path = ascii(`${name}\0`);
  const [user, group, links, device, check] = [0, 0, 1, 0, 0];
  const numbers = [
    inode,
    mode,
    user,
    group,
    links,
    time,
    content.length,
    device,
    device,
    device,
    device,
    path.length,
    check,
  ];
  const digits = numbers.map((number) => number.toString(16).toUpperCase().padStart(8, "0")).join("");
  const head = ascii(`070701${digits}`);
  return [
    head,
    path,
    padding(head.length + path.length, ALIGNMENT),
    content,
    padding(content.length, ALIGNMENT),
  ];
}
