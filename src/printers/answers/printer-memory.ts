import { KIBIBYTE } from "../../domain/limits.ts";
import type { GraphicsMemory } from "../../escpos/graphics-store.ts";

/** Limits of what a printer remembers for its hosts while the service runs, in bytes unless said otherwise. */
export const MEMORY_LIMITS = {
  /** The user memory (GS ( C): 1 KB, as delivered. */
  userMemoryBytes: KIBIBYTE,
  /** The memory for stored graphics (GS ( L), as a TM-T88V has when delivered. */
  storedGraphicsBytes: 256 * KIBIBYTE,
  downloadedGraphicsBytes: 12 * KIBIBYTE,
  /** Graphics, records and settings of each kind. */
  entries: 1000,
  /** Data of one block of a reply that is sent in blocks; key codes have two bytes. */
  blockBytes: 80,
} as const;

/** The sizes (bytes) of graphics that hosts stored, by their key codes of two characters, in the order of definition. */
class GraphicsSizes extends Map<string, number> {
  constructor(readonly capacity: number) {
    super();
  }

  /** Bytes that are left. */
  get remaining(): number {
    return Math.max(0, this.capacity - this.values().reduce((sum, size) => sum + size, 0));
  }
}

/**
 * What a printer remembers of what its hosts set, for all of its connections and as long as the service runs: hosts
 * read it back to see whether it came through. It changes nothing else.
 */
export class PrinterMemory {
  /** Memory switches (GS ( E function 3) by number: eight characters "0" and "1", switch 8 first. */
  readonly switches = new Map<number, string>();
  /** Customised values (GS ( E function 5) by number. */
  readonly values = new Map<number, number>();
  /** Settings of the serial interface (GS ( E function 11) by number, as text. */
  readonly serial = new Map<number, string>();
  /** Records of the user memory (GS ( C) by key code, two characters. */
  readonly records = new Map<string, Uint8Array>();
  readonly graphics: Readonly<Record<GraphicsMemory, GraphicsSizes>> = {
    NV: new GraphicsSizes(MEMORY_LIMITS.storedGraphicsBytes),
    downloaded: new GraphicsSizes(MEMORY_LIMITS.downloadedGraphicsBytes),
  };

  /** Bytes of the user memory in use: each record has its key code and a terminator beside its data. */
  get recordBytes(): number {
    return this.records.values().reduce((sum, { length }) => sum + length + 3, 0);
  }

  /** Stores a record; one that finds no room is not stored, as in a printer. */
  store(key: string, data: Uint8Array): void {
    const replaced = this.records.get(key);
    const free =
      MEMORY_LIMITS.userMemoryBytes - this.recordBytes + (replaced === undefined ? 0 : replaced.length + 3);
    if (data.length + 3 <= free) this.records.set(key, Uint8Array.from(data));
  }

  /** Sets a value, if there is room for another. */
  static set<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
    if (map.size < MEMORY_LIMITS.entries || map.has(key)) map.set(key, value);
  }
}
