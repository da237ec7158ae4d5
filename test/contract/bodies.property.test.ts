import { expect, test } from "bun:test";
import type { TObject, TSchema } from "@sinclair/typebox";
import fc from "fast-check";
import { fits, readInto } from "../../src/contract/check.ts";
import { DeliverPrint } from "../../src/contract/delivery.ts";
import { Facets } from "../../src/contract/facets.ts";
import { CreatePrint, UpdatePrint } from "../../src/contract/print.ts";
import { NewPrinter, PrinterPatch, Simulation } from "../../src/contract/printer.ts";
import { NewRule, RuleApplication, RuleDefaults, RulePatch, RuleTrial } from "../../src/contract/rule.ts";
import { Search } from "../../src/contract/search.ts";
import { NewWebhook, WebhookPatch } from "../../src/contract/webhook.ts";
import { IssueList } from "../../src/domain/validation.ts";

const BODIES: Readonly<Record<string, TObject>> = {
  CreatePrint,
  UpdatePrint,
  Search,
  Facets,
  DeliverPrint,
  NewPrinter,
  PrinterPatch,
  Simulation,
  NewRule,
  RulePatch,
  RuleDefaults,
  RuleApplication,
  RuleTrial,
  NewWebhook,
  WebhookPatch,
};

const WORDS = [
  "and",
  "or",
  "op",
  "key",
  "value",
  "eq",
  "contains",
  "",
  "day",
  "\ud800",
  "2026-01-31",
  "__proto__",
];

/** JSON that is something like what a body holds, or anything. */
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<unknown>(null, true, 0, 1, -1, 0.5, 9101, ...WORDS),
    fc.jsonValue(),
    fc.array(tie("value"), { maxLength: 12 }),
    fc.dictionary(fc.constantFrom(...WORDS), tie("value"), { maxKeys: 4 }),
  ),
})).value;

/** A body with some of a schema's fields. */
function bodyOf(schema: TSchema) {
  const names = Object.keys((schema as TObject).properties);
  return fc.oneof(json, fc.dictionary(fc.constantFrom(...names, "other"), json, { maxKeys: names.length }));
}

test.each(Object.entries(BODIES))("a body of %s fits, or has faults that are told", (_name, schema) => {
  fc.assert(
    fc.property(bodyOf(schema), (body) => {
      const issues = new IssueList();
      readInto(schema, body, issues);
      if (fits(schema, body)) return;
      expect(issues.issues).not.toBeEmpty();
      for (const { message } of issues.issues) expect(message).toEndWith(".");
    }),
  );
});
