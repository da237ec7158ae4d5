import { isStar, type PrinterLanguage } from "../escpos/language.ts";

/** ESC p 0 25 250: connector 1, 50 ms on and 500 ms off, as tills send it. */
const ESCPOS_KICK = [0x1b, 0x70, 0, 25, 250];

/** BEL: device 1; all of Star's languages have it. */
const STAR_KICK = [0x07];

/** A job that opens the drawer, and leaves nothing on paper. */
export function drawerKick(language: PrinterLanguage): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(isStar(language) ? STAR_KICK : ESCPOS_KICK);
}
