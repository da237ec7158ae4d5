import type { en } from "./en.ts";
import { administration } from "./de/administration.ts";
import { audit } from "./de/audit.ts";
import { compare } from "./de/compare.ts";
import { design } from "./de/design.ts";
import { finder } from "./de/finder.ts";
import { fiscal } from "./de/fiscal.ts";
import { gaps } from "./de/gaps.ts";
import { health } from "./de/health.ts";
import { journal } from "./de/journal.ts";
import { notifications } from "./de/notifications.ts";
import { people } from "./de/people.ts";
import { print } from "./de/print.ts";
import { printerSettings } from "./de/printer-settings.ts";
import { printers } from "./de/printers.ts";
import { prints } from "./de/prints.ts";
import { retention } from "./de/retention.ts";
import { rules } from "./de/rules.ts";
import { shell } from "./de/shell.ts";
import { shops } from "./de/shops.ts";
import { start } from "./de/start.ts";
import { system } from "./de/system.ts";
import { tokens } from "./de/tokens.ts";
import { webhooks } from "./de/webhooks.ts";
import { workspaceSettings } from "./de/workspace-settings.ts";
import { workspaces } from "./de/workspaces.ts";
import type { Translated } from "./text-types.ts";

/** All texts in German, by area. */
export const texts: { readonly [Area in keyof typeof en]: Translated<(typeof en)[Area]> } = {
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
};
