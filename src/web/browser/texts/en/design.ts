import type { Texts } from "../text-types.ts";

export const design = {
  close: "Close",
  cancel: "Cancel",
  dismiss: "Dismiss",
  undo: "Undo",
  loading: "Loading…",
  remove: "Remove {name}",
  retry: "Try again",
  copy: "Copy",
  copied: "Copied",
} as const satisfies Texts;
