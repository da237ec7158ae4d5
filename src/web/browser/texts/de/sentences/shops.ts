import type { Sentences } from "../../text-types.ts";

/** The shops of an archive. */
export const shops: Sentences = {
  "This shop has no key yet, or none any more.": "Diese Filiale hat noch keinen Schlüssel oder keinen mehr.",
  "This workspace is not that of a shop.": "Dieser Arbeitsbereich ist nicht der einer Filiale.",
  "The code is not good: it was used, has expired, or was typed otherwise; make another one at the archive.":
    "Der Code gilt nicht: Er wurde benutzt, ist abgelaufen oder anders geschrieben; erzeugen Sie im Archiv einen neuen.",
  'The key of this shop is not good (any more): make a code by "tillroll archive enrol".':
    "Der Schlüssel dieser Filiale gilt nicht (mehr): Erzeugen Sie mit „tillroll archive enrol“ einen Code.",
  "The prints of this workspace come from its shop: change them there. They can be erased here.":
    "Die Bons dieses Arbeitsbereichs kommen aus der Filiale: Ändern Sie sie dort. Endgültig löschen kann man sie hier.",
};
