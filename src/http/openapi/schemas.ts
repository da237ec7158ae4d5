import { jsonSchemaOf } from "../../contract/json-schema.ts";
import { CreatePrint, Print, UpdatePrint } from "../../contract/print.ts";
import { NewPrinter, Printer, PrinterPatch, Printers, Simulation } from "../../contract/printer.ts";
import { Deliveries, Delivery, DeliverPrint } from "../../contract/delivery.ts";
import { FacetCounts, Facets } from "../../contract/facets.ts";
import {
  NewRule,
  Rule,
  RuleApplication,
  RuleDefaults,
  RulePatch,
  Rules,
  RuleTrial,
  RuleTrialResult,
} from "../../contract/rule.ts";
import { Page, Search, StringFilter, TextFilter } from "../../contract/search.ts";
import { TagCondition, TagQuery } from "../../contract/tag-query.ts";
import {
  Failure,
  Health,
  IndexStatus,
  Me,
  Session,
  Sessions,
  Workspace,
  Workspaces,
} from "../../contract/service.ts";
import { NewWebhook, Webhook, WebhookPatch, Webhooks, WebhookTest } from "../../contract/webhook.ts";

const SCHEMAS = {
  Print,
  CreatePrint,
  UpdatePrint,
  Search,
  StringFilter,
  TagQuery,
  TagCondition,
  TextFilter,
  Page,
  Facets,
  FacetCounts,
  Me,
  Workspace,
  Workspaces,
  Session,
  Sessions,
  Health,
  IndexStatus,
  Printer,
  Printers,
  NewPrinter,
  PrinterPatch,
  Simulation,
  Webhook,
  Webhooks,
  NewWebhook,
  WebhookPatch,
  WebhookTest,
  Delivery,
  Deliveries,
  DeliverPrint,
  Rule,
  Rules,
  NewRule,
  RulePatch,
  RuleDefaults,
  RuleApplication,
  RuleTrial,
  RuleTrialResult,
  Error: Failure,
};

export type SchemaName = keyof typeof SCHEMAS;

/** All schemas as JSON Schema, by the name under which the reference shows them. */
export const schemas = Object.fromEntries(
  Object.entries(SCHEMAS).map(([name, schema]) => [name, jsonSchemaOf(schema)]),
);
