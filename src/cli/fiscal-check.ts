import type { FindKey } from "../fiscal/signature.ts";
import { type Command, forTerminal, print, readInput } from "./command.ts";
import { certificateText } from "./fiscal.ts";
import { codeLines, NO_PROOF } from "./fiscal-words.ts";
import { type GivenOptions, lineOnly, UsageError } from "./options.ts";

/** Checks codes without a service: in a print's bytes, or as text. */
export const fiscalCheck: Command = {
  name: "fiscal check",
  parameters: "FILE",
  summary:
    "Check the fiscal codes in a file, here and now: a print's bytes, or codes as text, one a line (- is standard input). Ends with 1 " +
    "when one is wrong, or none is there.",
  options: lineOnly([
    {
      name: "certificate",
      value: "FILE",
      help: "Of an Austrian signature unit; repeatable.",
      repeatable: true,
    },
    { name: "serial", value: "S", help: "Of a key instead of a certificate: which codes have it." },
    { name: "pictures", help: "Look into pictures, too, which takes seconds." },
  ]),
  async run(given) {
    const bytes = await readInput(given.argument("FILE with a print's bytes, or codes"));
    // Loaded here, because no other command needs the decoder and the checks.
    const [{ codesOfReceipt }, { judgeSignature }] = await Promise.all([
      import("../fiscal/read-codes.ts"),
      import("../fiscal/signature.ts"),
    ]);
    const findKey = await keysOf(given);
    const { symbols, lines } = await textsOf(bytes, given.has("pictures"));
    const judged = codesOfReceipt(symbols, lines).map((code) => ({
      code,
      verdict: judgeSignature(code, findKey),
    }));
    for (const { code, verdict } of judged)
      for (const line of codeLines(code, verdict)) print(forTerminal(line));
    print(judged.length === 0 ? "There is no fiscal code in it." : NO_PROOF);
    const isRight = judged.every(({ code, verdict }) => code.faults.length === 0 && verdict !== "mismatch");
    return judged.length > 0 && isRight ? 0 : 1;
  },
};

async function textsOf(bytes: Uint8Array<ArrayBuffer>, withPictures: boolean) {
  const [{ readWords }, { decode }] = await Promise.all([
    import("../search/text/receipt-lines.ts"),
    import("../escpos/escpos.ts"),
  ]);
  const { written, symbols } = readWords(bytes, { model: null, charset: null, profile: null });
  // A file of codes: its lines are longer than paper is wide.
  const typed = new TextDecoder().decode(bytes).split(/\r?\n/);
  const inPictures: string[] = [];
  if (withPictures) {
    const [{ readReceipt }, { codeTexts }] = await Promise.all([
      import("../recognition/read-receipt.ts"),
      import("../recognition/recognised-text.ts"),
    ]);
    inPictures.push(...codeTexts(await readReceipt(decode(bytes, {}), [], null)));
  }
  return { symbols: [...symbols, ...typed, ...inPictures], lines: written };
}

async function keysOf(given: GivenOptions): Promise<FindKey> {
  const files = given.all("certificate");
  const serial = given.text("serial");
  if (serial !== null && files.length !== 1)
    throw new UsageError("--serial is for one --certificate, a key.");
  const [{ readCertificate, serialNames }, { readPublicPoint }] = await Promise.all([
    import("../fiscal/certificate.ts"),
    import("../fiscal/public-point.ts"),
  ]);
  const known = await Promise.all(
    files.map(async (file) => readCertificate(certificateText(await readInput(file)), serial)),
  );
  return (wanted) => {
    const names = serialNames(wanted);
    const found = known.find((certificate) => names.includes(certificate.serial));
    return found === undefined ? null : readPublicPoint(found.publicKey);
  };
}
