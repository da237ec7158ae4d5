import { Type } from "@sinclair/typebox";
import { LintParameters, LintReport, Neighbours, PrintHistory } from "../../contract/about-print.ts";
import { ErasePrint, Erasure } from "../../contract/erasure.ts";
import { Export } from "../../contract/export.ts";
import { FacetCounts, Facets } from "../../contract/facets.ts";
import { GapReport, Gaps } from "../../contract/gaps.ts";
import { CreatePrint, metadata, Print, UpdatePrint } from "../../contract/print.ts";
import { Page, Search } from "../../contract/search.ts";
import { IndexStatus } from "../../contract/service.ts";
import { LatestPreviewParameters, PreviewParameters } from "../../contract/parameters.ts";
import * as t from "../../contract/schema.ts";
import { REQUEST_LIMITS } from "../../domain/limits.ts";
import { type Answer, gives, NOT_MODIFIED, operation, type Operation, type Operations } from "./operation.ts";

/** A print that is stored; the one that was stored before where the key is known. */
export const STORED: Answer = gives(Print, "Stored, durably.", { Location: "The print's address." });

const STORED_BEFORE: Answer = gives(Print, "The Idempotency-Key was used before: the first print.", {
  "Idempotency-Replayed": "true",
});

const IDEMPOTENCY = {
  "Idempotency-Key": t.text(
    1,
    REQUEST_LIMITS.idempotencyKeyCharacters,
    "With the same key and payload within 24 hours the first print is answered again (200, " +
      "Idempotency-Replayed: true) and nothing is stored.",
  ),
};

/** What the body of the other way to create has beside the bytes. */
const METADATA = {
  ...metadata,
  label: t.described(metadata.label, { examples: ["Order 1001"] }),
  tag: t.list(t.anyText(), null, {
    description: "key=value, the = written as %3D; repeatable.",
    examples: [["orderId=1001"]],
  }),
};

const CREATION_ERRORS = ["WORKSPACE_LIMIT_EXCEEDED", "CONFLICT", "PRINT_DATA_TOO_LARGE"] as const;

/** A preview, in all its forms. */
export const PREVIEW: Operation["answers"] = {
  200: {
    description: "The preview.",
    content: {
      "text/html": t.anyText(),
      "text/plain": t.anyText(),
      "image/svg+xml": t.anyText(),
      "image/png": Type.Unknown(),
      "application/pdf": Type.Unknown(),
      "application/json": Type.Unknown(),
      "application/jsonl": t.anyText(),
    },
  },
  304: NOT_MODIFIED,
};

const BYTES = { "application/octet-stream": Type.Unknown() };

/** The answer to an export. */
export const EXPORTED = {
  description: "The file.",
  headers: {
    "X-Tillroll-Total": "How many prints it has, known before the first byte.",
    "X-Tillroll-Text-Pending":
      "Only for a search with text: prints whose text cannot be searched yet, when there are any.",
  },
  content: {
    "text/csv": t.anyText(),
    "application/jsonl": t.anyText(),
    "application/zip": Type.Unknown(),
  },
};

export const printOperations = {
  createPrintFromJson: operation("write", "Create a print (base64 JSON)", {
    description: "Answers once the print is durable.",
    headers: IDEMPOTENCY,
    body: CreatePrint,
    answers: { 201: STORED, 200: STORED_BEFORE },
    errors: CREATION_ERRORS,
  }),
  createPrintFromBytes: operation("write", "Create a print (binary)", {
    description: "The body is the ESC/POS bytes; the metadata is in the query.",
    headers: IDEMPOTENCY,
    query: METADATA,
    bytes: "\u001b@Order 1001\n",
    answers: { 201: STORED, 200: STORED_BEFORE },
    errors: CREATION_ERRORS,
  }),
  createTestPrint: operation("write", "Create a test print", {
    description: "Stores a small sample receipt with testPrint true.",
    answers: { 201: STORED },
    errors: ["WORKSPACE_LIMIT_EXCEEDED"],
  }),
  searchPrints: operation("read", "Search prints", {
    description: "Strict: a mistyped filter is refused, never ignored.",
    body: Search,
    answers: { 200: gives(Page, "A page of prints.") },
  }),
  countPrints: operation("read", "Count prints by what they have", {
    description:
      "The counts are exact, over all prints that match the filters. Takes the body of a search as it is: order and " +
      "paging are checked as there, and then ignored. With Accept: text/csv the counts by time alone, as a table with the " +
      "columns from, count and, where one is asked for, sum.",
    body: Facets,
    answers: {
      200: {
        description: "The counts.",
        content: { "application/json": FacetCounts, "text/csv": t.anyText() },
      },
    },
  }),
  findGaps: operation("read", "Find gaps in the numbers of prints", {
    description:
      "Which numbers are missing, doubled, or came after a larger one, among the prints that match the filters: order or " +
      "receipt numbers in a tag or the label, by device and day. It looks at all prints and tells the findings in pages. With " +
      "Accept: text/csv all findings as a table. Numbers before the first and behind the last print cannot be told to be " +
      "missing; those of prints that were erased or purged are not known any more, and gaps that may be theirs say so.",
    body: Gaps,
    answers: {
      200: {
        description: "The report.",
        content: { "application/json": GapReport, "text/csv": t.anyText() },
      },
    },
  }),
  exportPrints: operation("read", "Export prints as a file", {
    description:
      "All that a search finds, or a selection, streamed: prints that are stored meanwhile are not in it, and those that are " +
      "removed meanwhile are named as gone. The audit log has who exported what.",
    body: Export,
    answers: { 200: EXPORTED },
  }),
  readIndexStatus: operation("read", "How far the search index has got", {
    description: "Searches are right whatever it says; without the index they are slower.",
    answers: { 200: gives(IndexStatus, "The state of the index.") },
  }),
  rebuildIndex: operation("admin", "Build the search index anew", {
    description: "Searches go on being answered meanwhile.",
    answers: { 202: gives(IndexStatus, "It has begun.") },
  }),
  readPrint: operation("read", "Read a print", {
    description: "Deleted prints are answered too, with deleted true.",
    answers: { 200: gives(Print, "The print.") },
  }),
  updatePrint: operation("write", "Update a print's metadata", {
    description: "{} changes nothing, not even updatedAt. A deleted print is 404.",
    body: UpdatePrint,
    answers: { 200: gives(Print, "The print as it is now.") },
  }),
  deletePrint: operation("write", "Delete a print", {
    description: "Marks it deleted; doing it again changes nothing.",
    answers: { 200: gives(Print, "The print, marked deleted.") },
  }),
  restorePrint: operation("write", "Restore a deleted print", {
    description: "Doing it again changes nothing.",
    answers: { 200: gives(Print, "The print, no longer deleted.") },
  }),
  readPrintHistory: operation("read", "What was done to a print", {
    description:
      "Changes of its fields with their old and new values, what rules gave it, deleting and restoring, printing it again, " +
      "each with who did it. It goes when the print is erased.",
    answers: { 200: gives(PrintHistory, "The history.") },
  }),
  lintPrint: operation("read", "What a printer would not print as it was meant", {
    description: "As tillroll lint, of a stored print, on its own printer or on another model.",
    query: LintParameters.properties,
    answers: { 200: gives(LintReport, "The faults; none where warnings is empty."), 304: NOT_MODIFIED },
    errors: ["PRINT_DATA_DAMAGED"],
  }),
  findNeighbours: operation("read", "The prints beside a print in a search", {
    description:
      "Takes the body of a search as it is; its paging is checked and then ignored. The print itself need not match: what is " +
      "beside its place is told.",
    body: Search,
    answers: { 200: gives(Neighbours, "The prints before and after it.") },
  }),
  erasePrint: operation("admin", "Erase a print for good", {
    description:
      "Removes its bytes, its metadata, its text, its events and its deliveries; what stays is its id, when it was made, and " +
      "when and why it was erased: whoever asks for it is answered 410. There is no way back. Deliveries that wait for the " +
      "paper are cancelled; while one is being sent, or a legal hold is on it, it is refused. The answer waits some seconds " +
      "until nothing of it is left in the service's files. Doing it again changes nothing.",
    body: ErasePrint,
    answers: { 200: gives(Erasure, "What was erased, and where it may still be.") },
    errors: ["CONFLICT"],
  }),
  readPrintBytes: operation("read", "Read a print's bytes", {
    description:
      "Exactly the bytes that came; ETag is their SHA-256; one Range at a time. Of a print with full card numbers, where these " +
      "are masked, they need operate.",
    headers: { Range: t.anyText({ examples: ["bytes=0-99"] }), "If-None-Match": t.anyText() },
    answers: {
      200: { description: "All bytes.", content: BYTES },
      206: { description: "The bytes of the range.", content: BYTES },
      304: NOT_MODIFIED,
    },
    errors: ["RANGE_NOT_SATISFIABLE", "PRINT_DATA_DAMAGED"],
  }),
  previewPrint: operation("read", "Show a print as the paper would look", {
    description: "Without format the Accept header decides; without either it is html.",
    query: PreviewParameters.properties,
    answers: PREVIEW,
    errors: ["PRINT_DATA_DAMAGED"],
  }),
  previewLatestPrint: operation("read", "Show the newest print", {
    description:
      "The same address for whatever is the newest print, for tests in a browser: html is the paper alone, without a title " +
      "or anything around it. X-Tillroll-Print is its id. 404 where none matches, or none came in time.",
    query: LatestPreviewParameters.properties,
    answers: PREVIEW,
    errors: ["PRINT_DATA_DAMAGED"],
  }),
} satisfies Operations;
