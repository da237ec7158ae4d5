import { Decided } from "../../contract/delivery.ts";
import { DetectedPrinters } from "../../contract/detected-printers.ts";
import {
  NewPrinter,
  PollAddress,
  Printer,
  PrinterPatch,
  Printers,
  Senders,
  Simulation,
} from "../../contract/printer.ts";
import { gives, operation, type Operations } from "./operation.ts";
import { STORED } from "./print-operations.ts";

const FILES =
  "A file: target, and pollAuthority, are in the files of the service's machine: only its administrator chooses them.";

const NOW = { 200: gives(Printer, "The printer as it is now.") };

export const printerOperations = {
  listPrinters: operation("read", "List the printers", {
    description: "Their settings, and how they are now.",
    answers: { 200: gives(Printers, "The printers, the oldest first.") },
  }),
  detectPrinters: operation("admin", "Look for real printers", {
    description:
      "Looks for printers on this machine and its networks for three seconds: USB, serial lines, the Windows spooler, CUPS, " +
      "multicast DNS and Epson's own search.",
    answers: { 200: gives(DetectedPrinters, "What was found.") },
  }),
  createPrinter: operation("admin", "Make a printer", {
    description: `It can be printed to when the answer comes; state.ports tells. ${FILES}`,
    body: NewPrinter,
    answers: { 201: gives(Printer, "The printer.") },
    errors: ["CONFLICT"],
  }),
  readPrinter: operation("read", "Read a printer", { answers: { 200: gives(Printer, "The printer.") } }),
  updatePrinter: operation("admin", "Change a printer", {
    description: `Counts at once, for open connections too. ${FILES}`,
    body: PrinterPatch,
    answers: NOW,
    errors: ["CONFLICT"],
  }),
  removePrinter: operation("admin", "Remove a printer", {
    description: "Its prints stay; what waits to be passed on is cancelled.",
    answers: { 200: gives(Printer, "The printer as it was.") },
  }),
  simulatePrinter: operation("admin", "Simulate a state", {
    description: "Hosts are told at once; online ends it.",
    body: Simulation,
    answers: NOW,
    errors: ["CONFLICT"],
  }),
  holdPrinter: operation("operate", "Hold a printer", {
    description: "Nothing is passed on to the real printer until it is resumed; prints wait.",
    answers: NOW,
  }),
  resumePrinter: operation("operate", "Resume a printer", {
    description: "What waited is passed on, the oldest first.",
    answers: NOW,
  }),
  openDrawer: operation("operate", "Open the drawer", {
    description:
      "At the real printer, by a print that does nothing else. A drawer does not open any more when the printer comes back " +
      "later than kickLifetime says; the print's delivery tells what became of it.",
    answers: { 201: STORED },
    errors: ["CONFLICT", "WORKSPACE_LIMIT_EXCEEDED"],
  }),
  cancelWaiting: operation("operate", "Cancel all that waits for a printer", {
    description:
      "What is queued, held, or being sent; of that a part may be on paper. The prints stay, and each can be printed again.",
    answers: { 200: gives(Decided, "How many there were.") },
  }),
  listSenders: operation("read", "List who printed on a printer", {
    answers: { 200: gives(Senders, "Addresses, and origins of web pages.") },
  }),
  pairPrinter: operation("admin", "Let the next public web page print", {
    description:
      "For an hour; the first public origin that prints becomes the printer's only one. A printer that lists origins is " +
      "not paired: CONFLICT.",
    answers: NOW,
    errors: ["CONFLICT"],
  }),
  makePollAddress: operation("admin", "Make the address that a real printer asks for its prints", {
    description:
      "For a printer whose target is cloudprnt: or sdp:, which comes for its prints. The address made before does not " +
      "count any more.",
    answers: { 200: gives(PollAddress, "The address, to be given to the real printer.") },
    errors: ["CONFLICT"],
  }),
  testPrinter: operation("operate", "Print a test receipt", {
    description: "Stored with testPrint true, and passed on where there is a real printer.",
    answers: { 201: STORED },
    errors: ["WORKSPACE_LIMIT_EXCEEDED"],
  }),
} satisfies Operations;
