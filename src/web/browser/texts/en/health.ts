import type { Texts } from "../text-types.ts";

/** How the service is, in plain words. What a part says by itself follows. */
export const health = {
  printFailed: "Print {print} did not come out. {reason}",
  printerWell: "It prints again.",
  details: "More about the system",
  diskFull: "The disk is full: nothing can be stored until there is room.",
  waiting: {
    one: "Prints have waited {n} minute for the real printer of {printer}.",
    other: "Prints have waited {n} minutes for the real printer of {printer}.",
  },
  held: { one: "{n} print waits for a decision.", other: "{n} prints wait for a decision." },
  toPrinters: "To the printers",
  "part.storage": "Storing",
  "part.ports": "Ports",
  "part.deliveries": "Real printers",
  "part.polling": "Addresses for jobs",
  "part.cardNumbers": "Card numbers",
  "part.index": "Search index",
  "part.indexing": "Indexing",
  "part.rules": "Rules",
  "part.recognition": "Reading pictures",
  "part.integrity": "Integrity",
  "part.clock": "Clock",
  "part.certificate": "Certificate",
  "part.backup": "Backup",
  "part.restore": "Trying backups",
  "part.retention": "Retention",
  "part.timetable": "Regular work",
  "part.journal": "Journal",
  "part.log": "Log",
  "part.notifications": "Notifications",
} as const satisfies Texts;
