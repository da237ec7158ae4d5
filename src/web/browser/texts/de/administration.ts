import type { administration as original } from "../en/administration.ts";
import type { Translated } from "../text-types.ts";

export const administration: Translated<typeof original> = {
  name: "Name",
  workspace: "Arbeitsbereich",
  state: "Zustand",
  made: "Angelegt",
  lastUsed: "Zuletzt benutzt",
  never: "Nie",
  none: "Keine",
  off: "Aus",
  switchOn: "Einschalten",
  switchOff: "Ausschalten",
  save: "Speichern",
  changeOf: "{name} ändern",
  reason: "Grund",
  reasonHint: "Er wird aufbewahrt und steht im Prüfprotokoll.",
  takeAway: "Entfernen",
  takeAwayOf: "{name} entfernen",
  actions: "Aktionen",
  done: "Fertig",
};
