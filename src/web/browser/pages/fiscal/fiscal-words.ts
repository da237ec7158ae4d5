import type { FiscalReportAnswerType } from "../../../../contract/fiscal.ts";
import { t } from "../../texts/texts.ts";

type Report = FiscalReportAnswerType;
export type Device = Report["devices"][number];
export type Finding = Report["findings"][number];
type Fault = NonNullable<Finding["fault"]>;

/** What is wrong with a field, as a sentence. */
export function faultWords({ field, problem }: Fault): string {
  return t(`fiscal.problem.${problem}`, { field: t(`fiscal.field.${field}`) });
}

/** What was found, as a sentence. */
export function findingWords({ what, fault, missing, otherPrintId }: Finding): string {
  const id = String(otherPrintId ?? "");
  switch (what) {
    case "fault":
      return fault === null ? "" : faultWords(fault);
    case "gap": {
      const [first = 0, last = first] = missing ?? [];
      const range = { first: String(first), last: String(last) };
      return first === last ? t("fiscal.finding.gap", range) : t("fiscal.finding.gaps", range);
    }
    case "doubled":
    case "disordered":
      return t(`fiscal.finding.${what}`, { id });
    case "mismatch":
    case "outage":
    case "unlinked":
      return t(`fiscal.finding.${what}`);
  }
}

/** What a device is called: that of a TSE is long, and its beginning is enough to know it by. */
export function deviceName({ system, device }: Pick<Device, "system" | "device">): string {
  const length = 16;
  return system === "tse" && device.length > length ? `${device.slice(0, length)}…` : device;
}
