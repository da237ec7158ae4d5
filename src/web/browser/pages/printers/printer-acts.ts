import type { PrinterAnswer } from "../../../../contract/printer.ts";
import type { DeliveryAnswer } from "../../../../contract/delivery.ts";
import { attempt, toast } from "../../app/notices.tsx";
import { get, patch, post, withQuery, workspacePath } from "../../client/request.ts";
import { t } from "../../texts/texts.ts";

/* What is done with a printer by one press. A failure is said on top of the page. */

/** Working with printers is for whoever has this right; changing them is for administrators. */
export const OPERATE = "operate";

/** A printer of a workspace, and what hears of it when it was changed. */
export interface ActOn {
  readonly slug: string;
  readonly printer: PrinterAnswer;
  readonly onChanged: (printer: PrinterAnswer) => void;
}

/** The path of a printer, or of something of it. */
export function printerPath({ slug, printer }: Pick<ActOn, "slug" | "printer">, ...parts: readonly string[]) {
  return workspacePath(slug, "printers", printer.name, ...parts);
}

export const testPrint = (on: ActOn) =>
  attempt(async () => {
    await post(printerPath(on, "test"));
    toast(t(on.printer.target === null ? "printers.testedStored" : "printers.tested"));
  });

export const holdOrResume = (on: ActOn) =>
  attempt(async () => {
    on.onChanged(await post<PrinterAnswer>(printerPath(on, on.printer.held ? "resume" : "hold")));
  });

/** Prints what waits for a person, and has the printer tried at once for the rest. */
export const printWaiting = (on: ActOn) =>
  attempt(async () => {
    const { count } = await post<{ readonly count: number }>(printerPath(on, "held", "release"));
    toast(count === 0 ? t("printers.tried") : t("printers.released", { n: count }));
  });

export async function cancelWaiting(on: ActOn): Promise<void> {
  const { count } = await post<{ readonly count: number }>(printerPath(on, "waiting", "cancel"));
  toast(t("printers.cancelled", { n: count }));
}

export async function openDrawer(on: ActOn): Promise<void> {
  await post(printerPath(on, "drawer"));
  toast(t("printers.drawerOpened"));
}

/** Prints once more what went to the real printer last. */
export const printAgain = ({ slug, printer }: ActOn) =>
  attempt(async () => {
    const path = withQuery(workspacePath(slug, "deliveries"), { printer: printer.name, limit: 1 });
    const last = (await get<{ readonly items: readonly DeliveryAnswer[] }>(path)).items[0];
    if (last === undefined) return toast(t("printers.againNone"));
    await post(workspacePath(slug, "prints", last.printId, "deliver"), { printer: printer.name });
    toast(t("printers.againDone", { id: last.printId }));
  });

export const pair = (on: ActOn) =>
  attempt(async () => {
    on.onChanged(await post<PrinterAnswer>(printerPath(on, "pair")));
    toast(t("printers.paired"));
  });

export const simulate = (on: ActOn, state: string) =>
  attempt(async () => on.onChanged(await post<PrinterAnswer>(printerPath(on, "simulate"), { state })));

/** Ends when the last change of a list has. */
let lastChange: Promise<unknown> = Promise.resolve();

/**
 * Changes lists of a printer, which are sent whole. Each change waits for the last and begins with the lists as they are
 * then, not as they were drawn: otherwise a second press takes back what the first did.
 * @param change gives the new lists
 * @param done what is said then
 */
export function changeLists(
  on: ActOn,
  change: (now: PrinterAnswer) => Partial<PrinterAnswer>,
  done: string,
): Promise<boolean> {
  const turn = lastChange.then(() =>
    attempt(async () => {
      const now = await get<PrinterAnswer>(printerPath(on));
      on.onChanged(await patch<PrinterAnswer>(printerPath(on), change(now)));
      toast(done);
    }),
  );
  lastChange = turn;
  return turn;
}

/** The port that raw printing has everywhere. */
const FIRST_RAW_PORT = 9100;

/** The next raw port that no printer of ours has; whether another program has it, the printer tells then. */
export function nextRawPort(printers: readonly PrinterAnswer[]): number {
  const taken = new Set(printers.flatMap(({ rawPort, eposPort }) => [rawPort, eposPort]));
  let port = FIRST_RAW_PORT;
  while (taken.has(port)) port++;
  return port;
}
