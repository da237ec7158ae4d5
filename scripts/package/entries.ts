import { dirname } from "node:path/posix";

/** A file, folder or link of a package. */
export interface Entry {
  /** Where it is installed, without a slash at its beginning. */
  readonly path: string;
  readonly kind: "file" | "folder" | "link";
  /** Rights alone, such as 0o644. */
  readonly mode: number;
  /** What a file holds; empty for others. */
  readonly bytes: Uint8Array;
  /** Where a link leads; empty for others. */
  readonly target: string;
  readonly owner: Owner;
  /** What package managers are to do with it beside writing it. */
  readonly role: "program" | "configuration" | "documentation" | "licence";
}

/** Who owns an entry: by name where the system knows it, by number elsewhere. */
export interface Owner {
  readonly user: string;
  readonly group: string;
  readonly userId: number;
  readonly groupId: number;
}

export const ROOT_OWNER: Owner = { user: "root", group: "root", userId: 0, groupId: 0 };

const NOTHING = new Uint8Array();

type Further = Partial<Pick<Entry, "mode" | "owner" | "role">>;

export function file(path: string, content: string | Uint8Array, further: Further = {}): Entry {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    path,
    kind: "file",
    mode: 0o644,
    bytes,
    target: "",
    owner: ROOT_OWNER,
    role: "program",
    ...further,
  };
}

export function folder(path: string, further: Further = {}): Entry {
  return {
    path,
    kind: "folder",
    mode: 0o755,
    bytes: NOTHING,
    target: "",
    owner: ROOT_OWNER,
    role: "program",
    ...further,
  };
}

export function link(path: string, target: string): Entry {
  return { path, kind: "link", mode: 0o777, bytes: NOTHING, target, owner: ROOT_OWNER, role: "program" };
}

/** The entries with all folders that they are in, sorted by path: each folder comes before what is in it. */
export function withFolders(entries: readonly Entry[]): Entry[] {
  const all = new Map(entries.map((entry) => [entry.path, entry]));
  for (const { path } of entries) {
    for (let parent = dirname(path); parent !== "."; parent = dirname(parent))
      if (!all.has(parent)) all.set(parent, folder(parent));
  }
  return [...all.values()].toSorted((one, other) => compare(one.path, other.path));
}

/** By code units: the order must not depend on the machine's language. */
export function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
