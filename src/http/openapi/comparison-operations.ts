import { Type } from "@sinclair/typebox";
import {
  Compare,
  CompareParameters,
  ComparisonAnswer,
  Verdict,
  VerdictParameters,
} from "../../contract/comparison.ts";
import { PreviewParameters } from "../../contract/parameters.ts";
import { Approval, DecodedAs, Reference, References } from "../../contract/reference.ts";
import * as t from "../../contract/schema.ts";
import { gives, operation, type Operations } from "./operation.ts";
import { PREVIEW } from "./print-operations.ts";

const DAMAGED = ["PRINT_DATA_DAMAGED"] as const;

const { commands } = VerdictParameters.properties;

export const comparisonOperations = {
  comparePrint: operation("read", "Compare a print", {
    description:
      "Dot for dot, line by line: a line that is only on one of the papers moves nothing. With a reference, what does not count " +
      "there does not count here either.",
    body: Compare,
    answers: { 200: gives(ComparisonAnswer, "How they differ.") },
    errors: DAMAGED,
  }),
  compareAsPng: operation("read", "Show how a print differs, as PNG", {
    description: "Both papers side by side, a pixel a dot, with what differs marked.",
    query: CompareParameters.properties,
    answers: { 200: { description: "The picture.", content: { "image/png": Type.Unknown() } } },
    errors: DAMAGED,
  }),
  compareAsSvg: operation("read", "Show how a print differs, as SVG", {
    description: "Both papers side by side, with what differs marked.",
    query: CompareParameters.properties,
    answers: { 200: { description: "The drawing.", content: { "image/svg+xml": t.anyText() } } },
    errors: DAMAGED,
  }),
  judgePrint: operation("read", "Compare a print with the reference of its label", {
    description: "Or with another reference.",
    query: VerdictParameters.properties,
    answers: { 200: gives(Verdict, "Whether the paper is that of the reference.") },
    errors: DAMAGED,
  }),
  readPaper: operation("read", "Tell on which printer a print is shown", {
    description: "What the print, its printer and the workspace say together.",
    answers: { 200: gives(DecodedAs, "The printer.") },
  }),
  listReferences: operation("read", "List the references", {
    description: "By their names.",
    answers: { 200: gives(References, "The references.") },
  }),
  readReference: operation("read", "Read a reference", {
    answers: { 200: gives(Reference, "The reference.") },
  }),
  approvePrint: operation("write", "Approve a print", {
    needs: "reference",
    description:
      "From now on it is the reference of this name, in place of the one before. Its bytes are copied: it stays when the print is " +
      "not kept any longer, and goes when that is erased.",
    body: Approval,
    answers: {
      201: gives(Reference, "The reference, the first of this name."),
      200: gives(Reference, "The reference as it is now."),
    },
    errors: ["WORKSPACE_LIMIT_EXCEEDED", "GONE"],
  }),
  removeReference: operation("write", "Remove a reference", {
    needs: "reference",
    answers: { 200: gives(Reference, "The reference as it was.") },
  }),
  judgeNewestPrint: operation("read", "Compare the newest print of a label with its reference", {
    query: { commands },
    answers: { 200: gives(Verdict, "Whether the paper is that of the reference.") },
    errors: DAMAGED,
  }),
  readReferenceBytes: operation("read", "Read a reference's bytes", {
    answers: {
      200: { description: "All bytes.", content: { "application/octet-stream": Type.Unknown() } },
    },
    errors: DAMAGED,
  }),
  previewReference: operation("read", "Show a reference as the paper would look", {
    query: PreviewParameters.properties,
    answers: PREVIEW,
    errors: DAMAGED,
  }),
} satisfies Operations;
