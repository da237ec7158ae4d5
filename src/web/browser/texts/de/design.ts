import type { design as original } from "../en/design.ts";
import type { Translated } from "../text-types.ts";

export const design: Translated<typeof original> = {
  close: "Schließen",
  cancel: "Abbrechen",
  dismiss: "Ausblenden",
  undo: "Rückgängig",
  loading: "Wird geladen …",
  remove: "{name} entfernen",
  retry: "Noch einmal versuchen",
  copy: "Kopieren",
  copied: "Kopiert",
};
