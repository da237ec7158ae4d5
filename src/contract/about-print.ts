import type { Static } from "@sinclair/typebox";
import { AUDIT_ACTOR_KINDS } from "../audit/audit-entry.ts";
import { HISTORY_LIMITS } from "../domain/limits.ts";
import { PRINT_CHANGE_KINDS } from "../domain/print-change.ts";
import { id, instant } from "./fields.ts";
import { PreviewParameters } from "./parameters.ts";
import { DamagedPrint, Print } from "./print.ts";
import * as t from "./schema.ts";

/* What there is to tell of one print, beside what it is. */

/** Who can be told to have done something to a print. */
const HISTORY_ACTOR_KINDS = [...AUDIT_ACTOR_KINDS, "printer", "user"] as const;

const actor = t.object({
  kind: t.choice(
    HISTORY_ACTOR_KINDS,
    "printer: it came in by one of the service's printers; user: that user's token stored it; others as in the audit log.",
  ),
  id: t.anyText("By which others are told apart; of a printer or a user its id."),
  name: t.anyText("What people call it; empty where it has no name, or is not there any more."),
  address: t.nullable(t.anyText("The address of the client.")),
});

const fieldChange = t.object({
  field: t.anyText("The field, such as label, or tag.KEY for a tag."),
  before: t.nullable(t.anyText(), "null for nothing; of very large changes neither value is kept."),
  after: t.nullable(t.anyText()),
  rule: t.nullable(t.anyText(), "The name of the rule that gave it, at that time; else null."),
});

const change = t.object({
  at: instant("When it was done."),
  kind: t.choice(
    ["created", ...PRINT_CHANGE_KINDS],
    "filled: rules gave it what it lacked; printed: somebody had it printed again; released, retried and cancelled: what " +
      "was decided on a delivery.",
  ),
  actor: t.nullable(actor, "Who did it; null for the service itself, and where it is not known any more."),
  changes: t.list(fieldChange, null, "What became of its fields; empty where nothing did."),
  deliveryId: t.nullable(id(), "The delivery that it is about; else null."),
  printer: t.nullable(
    t.anyText(),
    "The name of that delivery's printer; null also when it has been removed.",
  ),
});

export const PrintHistory = t.object(
  {
    items: t.list(change, null, "The newest first; the last one is that it was created."),
    leftOut: t.count(`Changes that are not kept any more: the last ${HISTORY_LIMITS.changes} are.`),
  },
  { name: "PrintHistory", description: "What was done to a print, and by whom." },
);

const { format: _, origins: __, ...paper } = PreviewParameters.properties;

/** The printer that a print is to be looked at on. */
export const LintParameters = t.object(paper);

const warning = t.object({
  code: t.anyText("What kind of fault it is, such as too-wide."),
  sentence: t.anyText("What is wrong, and what to do about it."),
  offset: t.count(
    "Bytes from the start of the print to the command; of the first, where several have the same.",
  ),
  length: t.count("Bytes of the command."),
  name: t.anyText("The command's name; empty for what is said of the whole print."),
  times: t.count("How often the print does it."),
});

export const LintReport = t.object(
  {
    printer: t.object({
      id: t.anyText("The model's name for settings."),
      maker: t.anyText(),
      name: t.anyText(),
      language: t.anyText("Such as escpos."),
    }),
    notes: t.list(t.anyText(), null, "What was cut off, left out or not understood."),
    warnings: t.list(warning, null, "In the order of the print."),
  },
  {
    name: "LintReport",
    description: "What a printer would not print of a print as it was meant.",
  },
);

const Neighbour = t.union([Print, DamagedPrint]);

export const Neighbours = t.object(
  {
    previous: t.nullable(Neighbour, "The print before it in the order of the search; null for none."),
    next: t.nullable(Neighbour, "The print after it; null for none."),
    total: t.count("All prints that match the search."),
  },
  { name: "Neighbours", description: "The prints beside a print in what a search finds." },
);

export type PrintHistoryAnswer = Static<typeof PrintHistory>;
export type PrintChangeAnswer = PrintHistoryAnswer["items"][number];
export type LintReportAnswer = Static<typeof LintReport>;
export type NeighboursAnswer = Static<typeof Neighbours>;
