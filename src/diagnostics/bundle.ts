import { Striker } from "./striker.ts";

/** A file of the bundle: what it is made of is told when it is asked for. */
export interface DiagnosticsPart {
  readonly file: string;
  /** A text, or a value that is written as JSON; both are struck afterwards. @param striker for what is to be struck before */
  make(striker: Striker): unknown;
}

/** The folder in the bundle. */
const FOLDER = "tillroll-diagnostics";

/** What somebody reads first who opens the bundle. */
const READ_ME = `A bundle for whoever helps with a Tillroll.

There is nothing of receipts in it: no text, label, tag or picture. Tokens, passwords, the addresses of webhooks and other secrets
are struck. Names and addresses of printers and machines are in it. Look through it before you pass it on.
`;

/**
 * Makes the bundle: a tar.gz of a few files. What cannot be told, such as on a damaged database, says why in its file.
 * @param secrets texts that must not be told wherever they stand
 */
export async function diagnosticsBundle(
  parts: readonly DiagnosticsPart[],
  secrets: readonly string[],
): Promise<Uint8Array<ArrayBuffer>> {
  const striker = new Striker(secrets);
  const files: Record<string, string> = { [`${FOLDER}/README.txt`]: READ_ME };
  for (const { file, make } of parts) files[`${FOLDER}/${file}`] = await textOf(make, striker);
  return new Uint8Array(await new Bun.Archive(files, { compress: "gzip" }).bytes());
}

async function textOf(make: DiagnosticsPart["make"], striker: Striker): Promise<string> {
  try {
    const made = await make(striker);
    if (typeof made === "string") return striker.text(made);
    return `${JSON.stringify(striker.value(made), null, 2)}\n`;
  } catch (error) {
    return striker.text(
      `This could not be told: ${error instanceof Error ? error.message : String(error)}\n`,
    );
  }
}
