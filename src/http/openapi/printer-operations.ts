import { NewPrinter, Printer, PrinterPatch, Printers, Simulation } from "../../contract/printer.ts";
import { gives, type Operations } from "./operation.ts";
import { STORED } from "./print-operations.ts";

const NOW = { 200: gives(Printer, "The printer as it is now.") };

export const printerOperations = {
  listPrinters: {
    summary: "List the printers",
    description: "Their settings, and how they are now.",
    access: "read",
    answers: { 200: gives(Printers, "The printers, the oldest first.") },
  },
  createPrinter: {
    summary: "Make a printer",
    description: "It can be printed to when the answer comes; state.ports tells.",
    access: "admin",
    body: NewPrinter,
    answers: { 201: gives(Printer, "The printer.") },
    errors: ["CONFLICT"],
  },
  readPrinter: {
    summary: "Read a printer",
    access: "read",
    answers: { 200: gives(Printer, "The printer.") },
  },
  updatePrinter: {
    summary: "Change a printer",
    description: "Counts at once, for open connections too.",
    access: "admin",
    body: PrinterPatch,
    answers: NOW,
    errors: ["CONFLICT"],
  },
  removePrinter: {
    summary: "Remove a printer",
    description: "Its prints stay; what waits to be passed on is cancelled.",
    access: "admin",
    answers: { 200: gives(Printer, "The printer as it was.") },
  },
  simulatePrinter: {
    summary: "Simulate a state",
    description: "Hosts are told at once; online ends it.",
    access: "admin",
    body: Simulation,
    answers: NOW,
    errors: ["CONFLICT"],
  },
  pairPrinter: {
    summary: "Let the next public web page print",
    description:
      "For an hour; the first public origin that prints becomes the printer's only one. A printer that lists origins is " +
      "not paired: CONFLICT.",
    access: "admin",
    answers: NOW,
    errors: ["CONFLICT"],
  },
  testPrinter: {
    summary: "Print a test receipt",
    description: "Stored with testPrint true, and passed on where there is a real printer.",
    access: "write",
    answers: { 201: STORED },
    errors: ["WORKSPACE_LIMIT_EXCEEDED"],
  },
} satisfies Operations;
