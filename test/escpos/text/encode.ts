import { namedCodePage } from "../../../src/escpos/text/code-pages.ts";
import { pairTable, type DoubleByteCode } from "../../../src/escpos/text/double-byte.ts";
import type { PageName } from "../../../src/escpos/text/printer-profile.ts";

const inverses = new Map<string, Map<string, number>>();

function inverse(key: string, table: Uint16Array): Map<string, number> {
  let map = inverses.get(key);
  if (map === undefined) {
    map = new Map();
    table.forEach((unit, code) => {
      const character = String.fromCharCode(unit);
      if (unit >= 0x80 && map?.has(character) === false) map.set(character, code);
    });
    inverses.set(key, map);
  }
  return map;
}

/** Text in a code page; characters the page lacks are left out. */
export function inCodePage(text: string, name: PageName): Uint8Array {
  const codes = inverse(name, namedCodePage(name));
  return Uint8Array.from(
    [...text].flatMap((character) => {
      const code = character < "\x80" ? character.charCodeAt(0) : codes.get(character);
      return code === undefined ? [] : [code];
    }),
  );
}

/** Text in a double-byte code; characters the code lacks are left out. */
export function inDoubleByteCode(text: string, code: DoubleByteCode): Uint8Array {
  const pairs = inverse(code, pairTable(code));
  return Uint8Array.from(
    [...text].flatMap((character) => {
      if (character < "\x80") return [character.charCodeAt(0)];
      const unit = character.charCodeAt(0);
      if (code === "shift_jis" && unit >= 0xff61 && unit <= 0xff9f) return [unit - 0xfec0];
      const pair = pairs.get(character);
      return pair === undefined ? [] : [pair >> 8, pair & 0xff];
    }),
  );
}

/** Text in JIS X 0208 of seven bits. */
export function inJis(text: string): Uint8Array {
  const shiftJis = inDoubleByteCode(text, "shift_jis");
  return shiftJis.map((byte, index) => {
    const lead = shiftJis[index & ~1] ?? 0;
    const trail = shiftJis[index | 1] ?? 0;
    const second = trail >= 0x9f;
    if ((index & 1) === 0) return (byte - (byte >= 0xe0 ? 0xc1 : 0x81)) * 2 + 0x21 + (second ? 1 : 0);
    if (lead === 0) return 0;
    return second ? byte - 0x7e : byte - (byte >= 0x80 ? 0x20 : 0x1f);
  });
}
