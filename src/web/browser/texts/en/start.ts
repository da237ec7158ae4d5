import type { Texts } from "../text-types.ts";

export const start = {
  title: "First steps",
  about: "From nothing to the first receipt in a few minutes. Everything can be changed later.",
  done: "Done",

  tillTitle: "Tell your till where to print",
  tillAbout:
    "In your till, add a receipt printer on the network (Epson, ESC/POS) with this address and port.",
  tillAddress: "Tell your till: {host}, port {port}",
  otherMachine: "The till runs on this machine? Then the address is 127.0.0.1.",
  noPrinter: "There is no printer yet that a till could print to.",
  makePrinter: "Make one",
  portTaken: "Tills cannot print there yet: {reason}.",

  printTitle: "The first print",
  printWaiting: "Waiting for the first print. It appears here as soon as it comes…",
  printTest: "Print a test receipt",
  printCame: "It came at {time}.",
  printLabel: "Paper of the newest print",
  printOpen: "Open it",

  targetTitle: "The real printer",
  targetAbout: "Prints are passed on to it, and wait while it is out of paper or switched off.",
  targetIs: "{printer} prints on {target}.",
  targetLook: "Look for printers",
  targetType: "Type in its address",
  targetNone: "Without a real printer, receipts are stored and shown alone.",

  passwordTitle: "A password",
  passwordAbout: "So that you sign in from any device of the shop, without a link. It can be left out.",
  passwordSet: "Your password is set.",

  bootTitle: "Start with this machine",
  bootAbout: "So that tills can print after each restart.",
  bootInstalled: "Tillroll starts with this machine.",
  bootOther: "Tillroll starts with this machine already, with other data than these.",
  bootUnknown: "What starts services on this machine is not known here; the guide says how: Install.",
  bootCommand: "Type this in a terminal of this machine, as its administrator:",
  bootCopy: "Copy the command",
  bootMoves: "It stops this window's Tillroll and takes its data over.",

  doneTitle: "Ready",
  doneAbout: "Prints are listed as they come; the page of printers tells how each one is.",
  toPrints: "To the prints",
  toPrinters: "To the printers",
  guide: "Guide",

  emptyLink: "First steps",
} as const satisfies Texts;
