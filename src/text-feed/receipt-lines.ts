import type { Print } from "../domain/print.ts";

const LINE_END = "\r\n";

/** Lines without characters, the frames of pictures, and the dashes of a cut, as a receipt as text has them. */
const LEFT_OUT = [/^$/, /^\s*[\u250c\u2514\u2502][\s\u2500-\u257f]*$/u, /^\u254c+$/u];

/**
 * A receipt as the feed tells it: a line that begins with RECEIPT, its lines, and one without characters, which ends it.
 * Lines end with CR LF; those without characters, and those that are only drawn, are left out.
 * @param text of the receipt, a line each
 */
export function feedText(
  { id, createdAt, deviceId }: Pick<Print, "id" | "createdAt" | "deviceId">,
  text: string,
): string {
  const header = `RECEIPT ${localTime(createdAt)} ${withoutControls(deviceId ?? "-")} #${id}`;
  const lines = text
    .split("\n")
    .map((line) => withoutControls(line).trimEnd())
    .filter((line) => !LEFT_OUT.some((form) => form.test(line)));
  return [header, ...lines, "", ""].join(LINE_END);
}

/** Such as 2026-11-22 18:03:07, of this machine. */
function localTime(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":")}`;
}

/** A reader that shows what it gets as a terminal does must not be told to do something. */
function withoutControls(line: string): string {
  return line.replaceAll("\t", " ").replaceAll(/\p{Cc}/gu, "");
}
