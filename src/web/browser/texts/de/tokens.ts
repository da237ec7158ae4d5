import type { tokens as original } from "../en/tokens.ts";
import type { Translated } from "../text-types.ts";

export const tokens: Translated<typeof original> = {
  title: "API-Schlüssel",
  about:
    "Mit einem Schlüssel kommt die Software einer Kasse oder ein Skript herein. Jeder gehört zu einem Arbeitsbereich.",
  aboutInArchive:
    "Mit einem Schlüssel kommt die Software einer Kasse oder ein Skript herein: in einen Arbeitsbereich, die Filialen einer Gruppe oder alle.",
  reach: "Wo er gilt",
  make: "Schlüssel anlegen",
  list: "API-Schlüssel",
  scope: "Was er darf",
  "scope.read": "Lesen",
  "scope.write": "Lesen und speichern",
  "scope.operate": "Lesen, speichern und noch einmal drucken",
  "scope.admin": "Alles, wo er gilt",
  "may.read": "Lesen",
  "may.write": "Speichern",
  "may.operate": "Noch einmal drucken",
  "may.admin": "Verwalten",
  "state.valid": "Gültig",
  "state.expired": "Abgelaufen",
  "state.revoked": "Widerrufen",
  ends: "Endet",
  "ends.never": "Nie",
  "ends.month": "In 30 Tagen",
  "ends.quarter": "In 90 Tagen",
  "ends.year": "In einem Jahr",
  "ends.day": "An einem Tag …",
  endDay: "Der Tag",
  nameHint: "Wofür er ist, etwa die Kasse, die ihn hat.",
  unnamed: "Ohne Namen",
  madeTitle: "Der Schlüssel ist angelegt",
  madeText: "Kopieren Sie ihn jetzt: Er wird nur dieses eine Mal gezeigt und nirgends aufbewahrt.",
  token: "Schlüssel",
  revoke: "Widerrufen",
  revokeOf: "Widerrufen: {name}",
  revokeTitle: "Diesen Schlüssel widerrufen?",
  revokeText:
    "{name} bekommt ab sofort und endgültig keine Antwort mehr. Sitzungen, die damit begonnen haben, enden.",
  showOthers: "Auch ungültige zeigen",
  empty: "Es gibt keinen gültigen Schlüssel.",
};
