import type { health as original } from "../en/health.ts";
import type { Translated } from "../text-types.ts";

export const health: Translated<typeof original> = {
  printFailed: "Bon {print} wurde nicht gedruckt. {reason}",
  printerWell: "Er druckt wieder.",
  details: "Mehr zum System",
  diskFull: "Die Festplatte ist voll: Es kann nichts gespeichert werden, bis Platz frei ist.",
  waiting: {
    one: "Bons warten seit {n} Minute auf den echten Drucker von {printer}.",
    other: "Bons warten seit {n} Minuten auf den echten Drucker von {printer}.",
  },
  held: { one: "{n} Bon wartet auf eine Entscheidung.", other: "{n} Bons warten auf eine Entscheidung." },
  toPrinters: "Zu den Druckern",
  "part.storage": "Speichern",
  "part.ports": "Ports",
  "part.deliveries": "Echte Drucker",
  "part.polling": "Adressen für Aufträge",
  "part.cardNumbers": "Kartennummern",
  "part.index": "Suchindex",
  "part.indexing": "Indizieren",
  "part.rules": "Regeln",
  "part.recognition": "Bilder lesen",
  "part.integrity": "Unversehrtheit",
  "part.clock": "Uhr",
  "part.certificate": "Zertifikat",
  "part.backup": "Sicherung",
  "part.restore": "Probe der Sicherungen",
  "part.retention": "Aufbewahrung",
  "part.timetable": "Regelmäßige Arbeiten",
  "part.journal": "Journal",
  "part.log": "Protokoll",
  "part.notifications": "Meldungen",
};
