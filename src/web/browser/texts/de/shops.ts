import type { shops as original } from "../en/shops.ts";
import type { Translated } from "../text-types.ts";

export const shops: Translated<typeof original> = {
  title: "Filialen",
  about: "Die Filialen, die ihre Bons an dieses Archiv schicken, und wie es ihnen geht.",
  list: "Filialen",
  empty: "Noch schickt keine Filiale ihre Bons hierher.",
  shop: "Filiale",
  "state.waiting": "Nicht beigetreten",
  "state.connected": "Verbunden",
  "state.silent": "Meldet sich nicht",
  "state.revoked": "Ausgesperrt",
  how: "Wie es ihr geht",
  seen: "{ago} gesehen",
  neverSeen: "Sie hat sich noch nicht gemeldet",
  codeUntil: "ihr Code gilt bis {when}",
  upToDate: "alle ihre Bons sind hier",
  behind: { one: "{n} Bon fehlt noch", other: "{n} Bons fehlen noch" },
  clockAhead: "ihre Uhr geht {time} vor",
  clockBehind: "ihre Uhr geht {time} nach",
  wanted: {
    one: "{n} Bon kam beschädigt an, auf ihn wird gewartet",
    other: "{n} Bons kamen beschädigt an, auf sie wird gewartet",
  },
  orders: {
    one: "{n} Bon ist dort noch zu löschen",
    other: "{n} Bons sind dort noch zu löschen",
  },
  cloned:
    "Zwei Dienste benutzen abwechselnd ihren Schlüssel: Einer ist eine Kopie des anderen. Melden Sie die Kopie als eigene Filiale an.",
  version: "Version",
  enrol: "Filiale anmelden",
  again: "Neu anmelden",
  againOf: "{name} neu anmelden",
  workspace: "Ihr Arbeitsbereich",
  workspaceHint: "Buchstaben, Ziffern und „-“, etwa berlin-1. Gibt es ihn nicht, wird er angelegt.",
  group: "Gruppe",
  groupHint: "Etwa nord. Personen können eine ganze Gruppe bekommen.",
  enrolledTitle: "Geben Sie das in der Filiale ein",
  enrolledText:
    "Der Befehl lässt {name} diesem Archiv beitreten. Der Code wird nur dieses eine Mal gezeigt und gilt bis {when}.",
  command: "Befehl",
  code: "Code",
  rotate: "Neuer Schlüssel",
  rotateOf: "{name} einen neuen Schlüssel geben",
  rotateTitle: "Dieser Filiale einen neuen Schlüssel geben?",
  rotateText: "{name} bekommt ihn von selbst, in einer Minute. Bis sie ihn benutzt, gilt der alte weiter.",
  revoke: "Aussperren",
  revokeOf: "{name} aussperren",
  revokeTitle: "Diese Filiale aussperren?",
  revokeText:
    "{name} schickt von jetzt an nichts mehr, bis sie neu angemeldet wird. Ihre Bons bleiben hier, und sie druckt weiter.",
};
