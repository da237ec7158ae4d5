import { useMemo } from "preact/hooks";
import { drawModules, planQr } from "../../../symbols/qr/encode.ts";
import { sizeOf } from "../../../symbols/qr/versions.ts";

/** Modules of white around the code (ISO/IEC 18004, section 6.3.8): readers need them. */
const QUIET = 4;

interface QrCodeProps {
  readonly text: string;
  /** What is behind it, for screen readers. */
  readonly label: string;
}

/** A QR code, dark on white in both themes: not every reader takes light on dark. */
export function QrCode({ text, label }: QrCodeProps) {
  const drawn = useMemo(() => drawingOf(text), [text]);
  if (drawn === null) return null;
  const { size, path } = drawn;
  const side = size + 2 * QUIET;
  return (
    <svg
      class="qr-code"
      viewBox={`0 0 ${side} ${side}`}
      role="img"
      aria-label={label}
      shape-rendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The dark modules as one path, a run of a row each; `null` for more than a code holds. */
function drawingOf(text: string): { readonly size: number; readonly path: string } | null {
  const plan = planQr(new TextEncoder().encode(text), "M", false);
  if (plan === undefined) return null;
  const size = sizeOf(plan.version);
  const modules = drawModules(plan);
  const rowBytes = Math.ceil(size / 8);
  const isDark = (x: number, y: number) =>
    x < size && ((modules[y * rowBytes + (x >> 3)] ?? 0) & (0x80 >> (x & 7))) !== 0;
  let path = "";
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!isDark(x, y)) continue;
      const from = x;
      while (isDark(x, y)) x++;
      path += `M${from + QUIET} ${y + QUIET}h${x - from}v1h${from - x}z`;
    }
  }
  return { size, path };
}
