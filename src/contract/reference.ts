import type { Static } from "@sinclair/typebox";
import { read } from "./check.ts";
import { ignore, referenceName, tolerance } from "./comparison.ts";
import { id, instant } from "./fields.ts";
import * as t from "./schema.ts";

/** How a print is decoded. */
export const DecodedAs = t.object(
  t.optional({
    model: t.anyText("The model; found from the print's own commands where it is not there."),
    columns: t.count("Columns of the paper."),
    profile: t.anyText("The maker."),
    charset: t.anyText("What bytes from 80h up are."),
    language: t.anyText("What a print is in that tells nothing of its language."),
    earlier: t.anyText("What the earlier prints of its device were read as."),
  }),
  { name: "DecodedAs", description: "What is known of the printer that a print is shown on." },
);

export const Approval = t.strict(
  {
    printId: t.required(id("The print that is approved."), "is missing: give the print's id."),
    ...t.optional({
      ignore: t.described(ignore, {
        description: "As of a comparison. Those that the reference had before when not given.",
        examples: [["Order \\d+"]],
      }),
      tolerance: t.described(tolerance, "As of a comparison. That of the reference before when not given."),
    }),
  },
  { name: "Approval", examples: [{ printId: 1, ignore: ["Order \\d+", "\\d\\d:\\d\\d"] }] },
);

export const Reference = t.object(
  {
    name: referenceName,
    printId: id("The print that was approved. It may be gone: the reference has bytes of its own."),
    byteLength: t.count(),
    sha256: t.anyText("Of its bytes, in hexadecimal."),
    printer: DecodedAs,
    ignore,
    tolerance,
    approvedBy: t.anyText("Who approved it."),
    approvedAt: instant("When."),
  },
  {
    name: "Reference",
    description: "A print that was approved: what later ones of its label are compared with.",
  },
);

export const References = t.object({ items: t.list(Reference, null) }, { name: "References" });

export type ReferenceAnswer = Static<typeof Reference>;
export type ReferencesAnswer = Static<typeof References>;

/** A print that is approved; `null` for what the reference had before. */
export interface GivenApproval {
  readonly printId: number;
  readonly ignore: readonly string[] | null;
  readonly tolerance: number | null;
}

/** Reads an approval. @throws TillrollError BAD_REQUEST with all faults */
export function readApproval(body: unknown): GivenApproval {
  const { printId, ignore: patterns = null, tolerance: dots = null } = read(Approval, body);
  return { printId, ignore: patterns, tolerance: dots };
}

/** Reads the name of a reference. @throws TillrollError BAD_REQUEST */
export function readReferenceName(text: string): string {
  return read(t.object({ name: referenceName }), { name: text }).name;
}
