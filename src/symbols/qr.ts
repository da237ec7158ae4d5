import { delayedRaster } from "../escpos/raster.ts";
import { encode } from "./encoder.ts";
import { modulesRaster } from "./modules.ts";
import { drawModules, planQr } from "./qr/encode.ts";
import { type QrLevel, sizeOf } from "./qr/versions.ts";
import { byteString, drawn, utf8Text, type Drawing } from "./symbol.ts";

/** QR code settings (GS ( k 49). */
export interface QrSettings {
  readonly model: 1 | 2 | "micro";
  /** Dots. */
  readonly moduleSize: number;
  readonly errorCorrection: QrLevel;
}

const shiftJis = new TextDecoder("shift_jis");

/** Draws a QR code, its modules once they are asked for. Never throws. */
export function drawQr(data: Uint8Array, settings: QrSettings): Drawing {
  if (settings.model === "micro") return drawMicroQr(data, settings);
  const { model, moduleSize, errorCorrection } = settings;
  if (data.length === 0) return { problem: "there is no data" };
  const kanji = isKanji(data);
  const plan = planQr(data, errorCorrection, kanji);
  if (plan === undefined) return { problem: "there is too much data" };
  const size = sizeOf(plan.version);
  const raster = delayedRaster(size, size, () => drawModules(plan));
  const symbol = drawn("QR code", data, raster, moduleSize, moduleSize);
  const text = kanji ? shiftJis.decode(data) : symbol.text;
  return model === 1 ? { ...symbol, text, note: "QR code model 1 is drawn as model 2" } : { ...symbol, text };
}

function drawMicroQr(data: Uint8Array, { moduleSize, errorCorrection }: QrSettings): Drawing {
  const options = { eclevel: errorCorrection, fixedeclevel: true, suppresskanjimode: !isKanji(data) };
  const encoded = encode("microqrcode", byteString(data), options);
  if ("problem" in encoded) return encoded;
  const { modules, columns } = encoded.encoding;
  return drawn("Micro QR code", data, modulesRaster(modules, columns), moduleSize, moduleSize);
}

/** True for pairs of Shift JIS alone: then a printer uses kanji mode. UTF-8 stays bytes, or phones misread it. */
function isKanji(data: Uint8Array): boolean {
  if (data.length % 2 !== 0) return false;
  for (let at = 0; at < data.length; at += 2) {
    const lead = data[at] ?? 0;
    const trail = data[at + 1] ?? 0;
    const isLead = (lead >= 0x81 && lead <= 0x9f) || (lead >= 0xe0 && lead <= 0xeb);
    if (!isLead || trail < 0x40 || trail > 0xfc || trail === 0x7f) return false;
  }
  return utf8Text(data) === undefined;
}
