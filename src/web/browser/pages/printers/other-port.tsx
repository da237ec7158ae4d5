import type { PrinterAnswer } from "../../../../contract/printer.ts";
import { attempt, toast } from "../../app/notices.tsx";
import { may } from "../../app/session.ts";
import { patch } from "../../client/request.ts";
import { Button } from "../../design/button.tsx";
import { t } from "../../texts/texts.ts";
import { type ActOn, nextRawPort, printerPath } from "./printer-acts.ts";

interface OtherPortProps extends ActOn {
  /** All of the workspace: none of their ports is offered. */
  readonly printers: readonly PrinterAnswer[];
}

/** The raw port of a printer where it is not open; another program may have it. */
export function closedRawPort({ connection }: PrinterAnswer) {
  return connection.ways.find(({ protocol, isOpen }) => protocol === "raw" && !isOpen);
}

/** Gives a printer whose port cannot be opened another one; nothing where it is open. */
export function OtherPort({ printers, ...on }: OtherPortProps) {
  const closed = closedRawPort(on.printer);
  if (closed === undefined || !may("admin")) return null;
  const port = Math.max(nextRawPort(printers), closed.port + 1);
  const change = () =>
    attempt(async () => {
      on.onChanged(await patch<PrinterAnswer>(printerPath(on), { rawPort: port }));
      toast(t("printers.portChanged", { port: String(port) }));
    });
  return <Button onClick={() => void change()}>{t("printers.usePort", { port: String(port) })}</Button>;
}
