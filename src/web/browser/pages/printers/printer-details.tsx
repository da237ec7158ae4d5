import type { PrinterAnswer } from "../../../../contract/printer.ts";
import { SIMULATED_STATES } from "../../../../domain/printer-status.ts";
import { may } from "../../app/session.ts";
import { Button } from "../../design/button.tsx";
import { Select } from "../../design/field.tsx";
import { t } from "../../texts/texts.ts";
import { AllWays } from "./connection.tsx";
import { Origins } from "./origins.tsx";
import { type ActOn, simulate } from "./printer-acts.ts";
import { PrinterCard, type PrinterCardProps } from "./printer-card.tsx";
import { SendersTable } from "./senders.tsx";
import { WaitingList } from "./waiting-list.tsx";

/** A printer by itself: its card, all ways to it, who prints, what waits one by one, and faults for a test. */
export function PrinterDetails({ ask, printers, ...on }: Omit<PrinterCardProps, "isAlone">) {
  const { printer } = on;
  return (
    <div class="printer-details">
      <PrinterCard {...on} printers={printers} ask={ask} isAlone />
      <section class="printer-section printer-ways">
        <h2 class="printer-section-title">{t("printers.ways")}</h2>
        <AllWays connection={printer.connection} />
      </section>
      {printer.target === null ? null : <WaitingList {...on} />}
      <SendersTable {...on} />
      <Origins {...on} />
      {may("admin") ? <Faults {...on} /> : null}
    </div>
  );
}

/** States that tills can be told for a test. */
function Faults(on: ActOn) {
  const { printer } = on;
  const choices = SIMULATED_STATES.map((value) => ({ value, name: t(`printers.fault.${value}`) }));
  return (
    <section class="printer-section">
      <h2 class="printer-section-title">{t("printers.faults")}</h2>
      <p class="page-about">{t("printers.faultsAbout")}</p>
      <div class="printer-faults">
        <Select
          label={t("printers.fault")}
          name="fault"
          choices={choices}
          value={printer.simulate}
          onValue={(state) => void simulate(on, state)}
        />
        {printer.simulate === "online" ? null : (
          <Button onClick={() => void simulate(on, "online")}>{t("printers.endFault")}</Button>
        )}
      </div>
    </section>
  );
}

/** Whether a printer is the one that an address names. */
export function isNamed({ name }: Pick<PrinterAnswer, "name">, wanted: string): boolean {
  return name.toLowerCase() === wanted.toLowerCase();
}
