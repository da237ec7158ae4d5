import { type Static, Type } from "@sinclair/typebox";
import { DIFFERENCE_KINDS } from "../compare/comparison.ts";
import { COMPARISON_LIMITS } from "../compare/limits.ts";
import { decodeBase64 } from "../domain/base64.ts";
import { badRequest } from "../domain/errors.ts";
import { PRINT_LIMITS } from "../domain/limits.ts";
import { isJsonObject, type IssueList, type JsonObject } from "../domain/validation.ts";
import { read } from "./check.ts";
import { id } from "./fields.ts";
import { type QueryParameters, readQuery } from "./query.ts";
import * as t from "./schema.ts";

/** The name of a reference. */
export const referenceName = t.text(
  1,
  PRINT_LIMITS.labelCharacters,
  "The label of the prints that it is for, or any other name.",
);

export const ignore = t.list(
  t.text(1, COMPARISON_LIMITS.patternCharacters, { examples: ["Order \\d+"] }),
  COMPARISON_LIMITS.ignored,
  {
    description:
      "Regular expressions in the syntax of RE2 of what within a printed line does not count, such as dates and order " +
      "numbers. A bar code or symbol whose data match does not count either.",
    examples: [["Order \\d+", "\\d\\d:\\d\\d"]],
  },
);

export const tolerance = t.integer(
  0,
  COMPARISON_LIMITS.toleranceDots,
  "Dots by which ink may stand elsewhere; 0 when not given.",
);

const others = {
  printId: id("Another print of the workspace."),
  reference: referenceName,
  raw: t.textOf((text) => decodeBase64(text) !== null, "is not base64 (RFC 4648).", {
    description: "Bytes in base64, shown on the printer of the print.",
    examples: ["G0BIZWxsbwo="],
  }),
};

/** A print is compared with one thing. */
function checkOther({ with: other }: JsonObject, issues: IssueList): void {
  const names = Object.keys(others);
  if (isJsonObject(other) && names.filter((name) => Object.hasOwn(other, name)).length !== 1)
    issues.add("with", `must be one of ${names.join(", ")}.`);
}

const Other = t.strict(t.optional(others), {
  name: "ComparedWith",
  description: "One of the three.",
});

export const Compare = t.strict(
  {
    with: t.required(Other, "is missing: say what the print is to be compared with."),
    ...t.optional({
      ignore,
      tolerance,
      commands: t.flag(
        "Tell also which commands differ, such as the cash drawer's; they do not change the paper.",
      ),
    }),
  },
  { name: "Compare", together: checkOther, examples: [{ with: { printId: 1 }, ignore: ["Order \\d+"] }] },
);

/** As {@link Compare}, in a query. */
export const CompareParameters = t.object(
  t.optional({
    with: t.described(others.printId, {
      description: "A print of the workspace; or reference.",
      examples: [1],
    }),
    reference: t.described(referenceName, "The name of a reference; or with."),
    ignore: t.anyText({
      description: "As in the body of a comparison; repeatable.",
      examples: ["Order \\d+"],
    }),
    tolerance,
  }),
);

const box = t.object(
  { x: t.count(), y: t.count(), width: t.count(), height: t.count() },
  { name: "Box", description: "In dots from the top left corner of what can be printed on." },
);

const part = t.object(
  {
    y: t.count("Dots from the top of the paper."),
    height: t.count("Dots; 0 where it has nothing."),
    text: t.anyText("What is written there."),
    areas: t.list(box, null, "Where the papers differ within it."),
  },
  { name: "ComparedPart" },
);

const size = t.object(
  { columns: t.count(), widthDots: t.count(), heightDots: t.count() },
  { name: "PaperSize" },
);

const range = t.object(
  { from: t.count("The number of the first line, from 1."), count: t.count() },
  { name: "LineRange" },
);

const Hunk = t.object(
  {
    a: range,
    b: range,
    lines: t.list(
      t.object({
        kind: t.choice(["same", "removed", "added"], "In both, in a alone, or in b alone."),
        text: t.anyText(),
      }),
      null,
    ),
  },
  { name: "Hunk", description: "Lines that differ, with some that do not around them." },
);

const both = <Schema extends Parameters<typeof t.list>[0]>(schema: Schema) =>
  t.object({ a: schema, b: schema });

export const ComparisonAnswer = t.object(
  {
    same: t.flag("Whether both papers are the same, dot for dot, without what does not count."),
    sameBytes: t.flag("Whether the bytes are the same too."),
    paper: both(size),
    differences: t.list(
      t.object({
        kind: t.choice(
          DIFFERENCE_KINDS,
          "changed: other dots; removed: on a alone; added: on b alone; moved: on b it stands elsewhere; distance: the paper " +
            "was fed further, or less far, above it.",
        ),
        a: part,
        b: part,
      }),
      null,
      `From the top down; ${COMPARISON_LIMITS.differences} at most.`,
    ),
    differenceCount: t.count("How many there are."),
    ignored: t.described(both(t.list(box, null)), "What does not count."),
    text: t.list(Hunk, null, "The lines of text that differ."),
    commands: Type.Optional(
      t.list(Hunk, null, "Only where it was asked for: the commands that differ, in words."),
    ),
    notes: t.list(t.anyText(), null, "What was left out."),
  },
  { name: "Comparison", description: "How two papers differ: a is the print, b what it is compared with." },
);

export const Verdict = t.object(
  {
    verdict: t.choice(
      ["same", "different", "none"],
      "Whether the paper is that of the reference; none where there is no reference, or no print.",
    ),
    reference: t.nullable(referenceName, "The name of the reference; null where the print's label has none."),
    printId: t.nullable(id(), "The print; null where no print has the label."),
    comparison: t.nullable(ComparisonAnswer, "How they differ; null without a verdict. a is the reference."),
  },
  { name: "Verdict" },
);

export const VerdictParameters = t.object(
  t.optional({
    reference: t.described(referenceName, "Of this reference, whatever the print's label."),
    commands: t.flag("Tell also which commands differ."),
  }),
);

export type VerdictAnswer = Static<typeof Verdict>;

/** What a print is to be compared with. */
export type ComparedWith =
  { readonly printId: number } | { readonly reference: string } | { readonly raw: Uint8Array<ArrayBuffer> };

/** A comparison that is asked for; `null` for what a reference says itself. */
export interface ComparisonQuestion {
  readonly with: ComparedWith;
  readonly ignore: readonly string[];
  readonly tolerance: number | null;
  readonly commands: boolean;
}

/** Reads the body of a comparison. @throws TillrollError BAD_REQUEST with all faults */
export function readComparison(body: unknown): ComparisonQuestion {
  const given = read(Compare, body);
  return {
    with: comparedWith(given.with),
    ignore: given.ignore ?? [],
    tolerance: given.tolerance ?? null,
    commands: given.commands ?? false,
  };
}

function comparedWith({ printId, reference, raw }: Static<typeof Other>): ComparedWith {
  if (printId !== undefined) return { printId };
  if (reference !== undefined) return { reference };
  return { raw: decodeBase64(raw ?? "") ?? new Uint8Array() };
}

/** Reads a comparison from a query. @throws TillrollError BAD_REQUEST with all faults */
export function readComparisonQuery(query: QueryParameters): ComparisonQuestion {
  const given = readQuery(CompareParameters, query);
  const patterns = read(t.object({ ignore }), { ignore: query.all("ignore") }).ignore;
  const { with: printId, reference } = given;
  if ((printId === undefined) === (reference === undefined))
    throw badRequest([{ path: "with", message: "give with (a print's id) or reference (a name)." }]);
  return {
    with: printId === undefined ? { reference: reference ?? "" } : { printId },
    ignore: patterns,
    tolerance: given.tolerance ?? null,
    commands: false,
  };
}
