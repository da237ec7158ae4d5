import { jsonSchemaOf } from "../../contract/json-schema.ts";
import { CreatePrint, Print, UpdatePrint } from "../../contract/print.ts";
import { NewPrinter, PrinterPatch } from "../../contract/printer-settings.ts";
import { Printer, Printers, Simulation } from "../../contract/printer.ts";
import { deliverySchemas } from "./delivery-schemas.ts";
import { FacetCounts, Facets } from "./facet-schemas.ts";
import { ruleSchemas } from "./rule-schemas.ts";
import { Page, Search, StringFilter, TagCondition, TagQuery, TextFilter } from "./search-schemas.ts";
import {
  Failure,
  Health,
  IndexStatus,
  Me,
  Session,
  Sessions,
  Workspace,
  Workspaces,
} from "./service-schemas.ts";
import { NewWebhook, Webhook, WebhookPatch, Webhooks, WebhookTest } from "./webhook-schemas.ts";

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
  ...deliverySchemas,
  ...ruleSchemas,
  Error: Failure,
};

export type SchemaName = keyof typeof SCHEMAS;

/** All schemas as JSON Schema, by the name under which the reference shows them. */
export const schemas = Object.fromEntries(
  Object.entries(SCHEMAS).map(([name, schema]) => [name, jsonSchemaOf(schema)]),
);
