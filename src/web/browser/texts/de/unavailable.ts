import type { unavailable as original } from "../en/unavailable.ts";
import type { Translated } from "../text-types.ts";

export const unavailable: Translated<typeof original> = {
  title: "Gerade nicht verfügbar",
  archive: "Die Datenbank dieses Archivs antwortet nicht oder lässt sich nicht beschreiben.",
  archiveSafe:
    "Nichts geht verloren: Die Filialen drucken weiter, behalten ihre Bons und schicken sie, sobald die Datenbank wieder da ist.",
  archiveHelp:
    "Wer das Archiv betreut: Läuft PostgreSQL, und ist es von diesem Rechner aus erreichbar? Was los ist, steht im Protokoll des Archivs.",
  shop: "Was Tillroll gespeichert hat, lässt sich gerade nicht lesen oder schreiben.",
  full: "Die Festplatte ist voll: Es lässt sich gerade nichts schreiben.",
  shopHelp: "Auf dem PC, auf dem Tillroll läuft, sagt {command}, was los ist und was zu tun ist.",
  back: "Diese Seite kommt von selbst wieder.",
};
