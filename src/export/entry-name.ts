import { formatInstant } from "../domain/instant.ts";
import { EXPORT_LIMITS } from "../domain/limits.ts";
import { cutToBytes } from "../domain/text.ts";

/** Characters that no file name may have on Windows, that end a folder's name, or that only make a name look like another. */
const UNSAFE = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]+/gu;

/**
 * The name of a print's file in an archive: when it was stored (UTC), its id, which makes the name unique whatever the case of
 * letters means, and its label as far as file systems take it.
 * @param extension without the dot
 * @param workspace the slug of its workspace, which has a folder of its own in an export of several
 */
export function entryName(
  print: { readonly id: number; readonly createdAt: number; readonly label: string | null },
  extension: string,
  workspace: string | undefined = undefined,
): string {
  const [date = "", time = ""] = formatInstant(print.createdAt).slice(0, 19).split("T");
  const label = cutToBytes(
    (print.label ?? "").toWellFormed().normalize("NFC").replace(UNSAFE, " ").replace(/\s+/g, " ").trim(),
    EXPORT_LIMITS.nameBytes,
  ).replace(/[. ]+$/, "");
  const words = [date, `${time.replaceAll(":", "")}Z`, String(print.id), ...(label === "" ? [] : [label])];
  const folder = workspace === undefined ? "prints" : `prints/${workspace}`;
  return `${folder}/${words.join(" ")}.${extension}`;
}
