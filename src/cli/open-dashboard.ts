import type { App } from "../app.ts";
import { TRUTH } from "../configuration/value-kinds.ts";
import type { Log } from "../operations/log.ts";
import { browserOf, type OpenPage } from "../platform/open-browser.ts";
import { NO_SUPERVISOR, type Supervisor } from "../service-manager/supervisor.ts";
import { print } from "./command.ts";

export const OPEN_OPTION = {
  name: "open",
  value: "B",
  help: "Whether a start by hand opens the dashboard in the browser; --no-open is short for --open false.",
  kind: TRUTH,
  default: true,
} as const;

/** The page that leads whoever is new through the first steps; browsers keep it while they are sent on from the link. */
const FIRST_STEPS = "#/~/start";

/** What opens pages for whoever has started the service by hand; `null` where nobody has, or nothing can be opened. */
export function pageOpener(supervisor: Supervisor): OpenPage | null {
  const isByHand = supervisor === NO_SUPERVISOR && process.stdin.isTTY && process.stdout.isTTY;
  return isByHand ? browserOf(process.platform, process.env) : null;
}

/** Opens the dashboard by a link of its own, so that the one on the screen stays good; at a first start its first steps. */
export function openDashboard(app: App, openPage: OpenPage | null, log: Log): void {
  const link = openPage === null ? null : signInLinkOf(app, log);
  if (openPage === null || link === null) return;
  if (openPage(app.firstToken === null ? link : `${link}${FIRST_STEPS}`))
    print("\nThe dashboard opens in the browser; --no-open leaves it closed.");
}

/** A link for the person at the terminal: whoever reads a journal is not always whoever may sign in. */
export function signInLinkOf(app: App, log: Log): string | null {
  if (!process.stdout.isTTY) return null;
  try {
    return app.signInLink();
  } catch (error) {
    // Such as on a full disk: the service runs all the same, and what it has can be read.
    log.write("warning", "no sign-in link could be made", { error: String(error) });
    return null;
  }
}
