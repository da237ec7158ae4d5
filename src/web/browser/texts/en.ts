import { administration } from "./en/administration.ts";
import { audit } from "./en/audit.ts";
import { compare } from "./en/compare.ts";
import { design } from "./en/design.ts";
import { finder } from "./en/finder.ts";
import { fiscal } from "./en/fiscal.ts";
import { gaps } from "./en/gaps.ts";
import { health } from "./en/health.ts";
import { journal } from "./en/journal.ts";
import { notifications } from "./en/notifications.ts";
import { people } from "./en/people.ts";
import { print } from "./en/print.ts";
import { printerSettings } from "./en/printer-settings.ts";
import { printers } from "./en/printers.ts";
import { prints } from "./en/prints.ts";
import { retention } from "./en/retention.ts";
import { rules } from "./en/rules.ts";
import { shell } from "./en/shell.ts";
import { shops } from "./en/shops.ts";
import { start } from "./en/start.ts";
import { system } from "./en/system.ts";
import { tokens } from "./en/tokens.ts";
import { webhooks } from "./en/webhooks.ts";
import { workspaceSettings } from "./en/workspace-settings.ts";
import { workspaces } from "./en/workspaces.ts";

/** All texts in English, by area. The keys of all other languages are these. One line for each area, by alphabet. */
export const en = {
  administration,
  audit,
  compare,
  design,
  finder,
  fiscal,
  gaps,
  health,
  journal,
  notifications,
  people,
  print,
  printerSettings,
  printers,
  prints,
  retention,
  rules,
  shell,
  start,
  system,
  shops,
  tokens,
  webhooks,
  workspaceSettings,
  workspaces,
} as const;

export { en as texts };
