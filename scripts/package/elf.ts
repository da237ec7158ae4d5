/*
 * What a program of Linux needs to run (elf(5), 64 bits, little-endian): the dynamic linker and the libraries by name.
 */

const PROGRAM = { load: 1, dynamic: 2, interpreter: 3 } as const;
const DYNAMIC = { needed: 1, strings: 5 } as const;
const PROGRAM_TABLE = { offset: 32, entryBytes: 54, count: 56 } as const;

/** Where an executable says for which machine it is, and what it says. */
export const MACHINE_OFFSET = 18;
export const MACHINES: Readonly<Record<string, number>> = { x64: 0x3e, arm64: 0xb7 };

export interface ElfNeeds {
  /** Full path of the dynamic linker; `null` in a library. */
  readonly interpreter: string | null;
  readonly libraries: readonly string[];
}

interface Segment {
  readonly type: number;
  readonly offset: number;
  readonly address: number;
  readonly bytes: number;
}

/** Reads what a program or library needs. @throws RangeError when it is none */
export function elfNeeds(file: Uint8Array): ElfNeeds {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const number = (at: number) => Number(view.getBigUint64(at, true));
  const text = (at: number) => new TextDecoder().decode(file.subarray(at, file.indexOf(0, at)));
  const segments = Array.from({ length: view.getUint16(PROGRAM_TABLE.count, true) }, (_, index): Segment => {
    const at = number(PROGRAM_TABLE.offset) + index * view.getUint16(PROGRAM_TABLE.entryBytes, true);
    return {
      type: view.getUint32(at, true),
      offset: number(at + 8),
      address: number(at + 16),
      bytes: number(at + 32),
    };
  });
  const interpreter = segments.find(({ type }) => type === PROGRAM.interpreter);
  const dynamic = segments.find(({ type }) => type === PROGRAM.dynamic);
  const entries = Array.from({ length: (dynamic?.bytes ?? 0) / 16 }, (_, index) => {
    const at = (dynamic?.offset ?? 0) + index * 16;
    return { tag: number(at), value: number(at + 8) };
  });
  // Names are told by their address in memory, and read where the file has what is loaded there.
  const strings = entries.find(({ tag }) => tag === DYNAMIC.strings)?.value ?? 0;
  const loaded = segments.find(
    ({ type, address, bytes }) => type === PROGRAM.load && strings >= address && strings < address + bytes,
  );
  const names = strings - (loaded?.address ?? 0) + (loaded?.offset ?? 0);
  return {
    interpreter: interpreter === undefined ? null : text(interpreter.offset),
    libraries: entries.filter(({ tag }) => tag === DYNAMIC.needed).map(({ value }) => text(names + value)),
  };
}
