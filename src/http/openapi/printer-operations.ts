import type { OpenAPIV3 } from "openapi-types";
import { body, CREATING, fails, IN_WORKSPACE, SLUG, succeeds, WRITING } from "./operation-parts.ts";

const PRINTERS = ["Printers"];

const NAME: OpenAPIV3.ParameterObject = {
  name: "name",
  in: "path",
  required: true,
  description: "The printer's name, whatever its case.",
  schema: { type: "string" },
  example: "receipt",
};

const CHANGING = [...WRITING, "CONFLICT", "REQUEST_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"] as const;

/** The operations on printers, as the API reference describes them. */
export const printerOperations = {
  list: {
    tags: PRINTERS,
    operationId: "listPrinters",
    summary: "List the printers",
    description: "Needs the scope read. Their settings, and how they are now.",
    parameters: [SLUG],
    responses: { ...succeeds(200, "Printers", "The printers, the oldest first."), ...fails(...IN_WORKSPACE) },
  },
  create: {
    tags: PRINTERS,
    operationId: "createPrinter",
    summary: "Make a printer",
    description: "Needs the scope admin. It can be printed to when the answer comes; state.ports tells.",
    parameters: [SLUG],
    requestBody: body("NewPrinter"),
    responses: { ...succeeds(201, "Printer", "The printer."), ...fails(...CHANGING) },
  },
  read: {
    tags: PRINTERS,
    operationId: "readPrinter",
    summary: "Read a printer",
    description: "Needs the scope read.",
    parameters: [SLUG, NAME],
    responses: { ...succeeds(200, "Printer", "The printer."), ...fails(...IN_WORKSPACE) },
  },
  update: {
    tags: PRINTERS,
    operationId: "updatePrinter",
    summary: "Change a printer",
    description: "Needs the scope admin. Counts at once, for open connections too.",
    parameters: [SLUG, NAME],
    requestBody: body("PrinterPatch"),
    responses: { ...succeeds(200, "Printer", "The printer as it is now."), ...fails(...CHANGING) },
  },
  remove: {
    tags: PRINTERS,
    operationId: "removePrinter",
    summary: "Remove a printer",
    description: "Needs the scope admin. Its prints stay; what waits to be passed on is cancelled.",
    parameters: [SLUG, NAME],
    responses: { ...succeeds(200, "Printer", "The printer as it was."), ...fails(...WRITING) },
  },
  simulate: {
    tags: PRINTERS,
    operationId: "simulatePrinter",
    summary: "Simulate a state",
    description: "Needs the scope admin. Hosts are told at once; online ends it.",
    parameters: [SLUG, NAME],
    requestBody: body("Simulation"),
    responses: { ...succeeds(200, "Printer", "The printer as it is now."), ...fails(...CHANGING) },
  },
  pair: {
    tags: PRINTERS,
    operationId: "pairPrinter",
    summary: "Let the next public web page print",
    description:
      "Needs the scope admin. For an hour; the first public origin that prints becomes the printer's only one. " +
      "A printer that lists origins is not paired: CONFLICT.",
    parameters: [SLUG, NAME],
    responses: { ...succeeds(200, "Printer", "The printer as it is now."), ...fails(...WRITING, "CONFLICT") },
  },
  test: {
    tags: PRINTERS,
    operationId: "testPrinter",
    summary: "Print a test receipt",
    description:
      "Needs the scope write. Stored with testPrint true, and passed on where there is a real printer.",
    parameters: [SLUG, NAME],
    responses: { ...succeeds(201, "Print", "Stored, durably."), ...fails(...CREATING) },
  },
  reload: { hide: true },
} satisfies Record<string, OpenAPIV3.OperationObject | { hide: true }>;
