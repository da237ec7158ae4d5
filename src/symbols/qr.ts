import { encode } from "./encoder.ts";
import { modulesRaster } from "./modules.ts";
import { withBestMask } from "./qr-mask.ts";
import { byteString, drawn, utf8Text, type Drawing } from "./symbol.ts";

/** QR code settings (GS ( k 49). */
export interface QrSettings {
  readonly model: 1 | 2 | "micro";
  /** Dots. */
  readonly moduleSize: number;
  readonly errorCorrection: "L" | "M" | "Q" | "H";
}

const shiftJis = new TextDecoder("shift_jis");

/** Draws a QR code. Never throws. */
export function drawQr(data: Uint8Array, settings: QrSettings): Drawing {
  const { model, moduleSize, errorCorrection } = settings;
  const micro = model === "micro";
  const kanji = isKanji(data);
  const options = { eclevel: errorCorrection, suppresskanjimode: !kanji };
  const encoded = micro
    ? encode("microqrcode", byteString(data), options)
    : encode("qrcode", byteString(data), { ...options, mask: 1 });
  if ("problem" in encoded) return encoded;
  const { modules, columns } = encoded.encoding;
  const raster = modulesRaster(micro ? modules : withBestMask(modules, columns), columns);
  const symbol = drawn(micro ? "Micro QR code" : "QR code", data, raster, moduleSize, moduleSize);
  const text = kanji ? shiftJis.decode(data) : symbol.text;
  return model === 1 ? { ...symbol, text, note: "QR code model 1 is drawn as model 2" } : { ...symbol, text };
}

/** True for pairs of Shift JIS alone: then a printer uses kanji mode. UTF-8 stays bytes, or phones misread it. */
function isKanji(data: Uint8Array): boolean {
  const isPairs = /^(?:[\x81-\x9f\xe0-\xeb][\x40-\x7e\x80-\xfc])+$/.test(byteString(data));
  return isPairs && utf8Text(data) === undefined;
}
