import type { CardReportAnswer } from "../contract/cards.ts";
import { TillrollError } from "../domain/errors.ts";
import { CARD_LIMITS } from "../domain/limits.ts";
import type { RunningService } from "../platform/running-service.ts";
import { DEFAULT_WORKSPACE } from "../storage/first-start.ts";
import { type Command, counted, DATA_OPTION, print, table, WORKSPACE_OPTION } from "./command.ts";
import { type GivenOptions, lineOnly } from "./options.ts";
import { answeringService, ask, follow } from "./running.ts";

/** Prints with full card numbers, through the running service. */
export const CARD_COMMANDS: readonly Command[] = [
  {
    name: "cards",
    summary:
      "List prints with full numbers of payment cards, and the devices that print them; exit code 1 where there are any. " +
      "The service must be running.",
    options: [
      DATA_OPTION,
      WORKSPACE_OPTION,
      ...lineOnly([
        { name: "limit", value: "N", help: `The newest so many; by default ${CARD_LIMITS.itemsDefault}.` },
      ]),
    ],
    async run(given) {
      const limit = given.integer("limit", 1, CARD_LIMITS.itemsMaximum) ?? CARD_LIMITS.itemsDefault;
      const { service, path } = await serviceOf(given);
      const report = await ask<CardReportAnswer>(service, `${path}?limit=${limit}`);
      tell(report);
      return report.prints > 0 ? 1 : 0;
    },
  },
  {
    name: "cards scan",
    summary:
      "Look for card numbers in the prints that are there, and wait for it; new prints are looked through anyway.",
    options: [DATA_OPTION, WORKSPACE_OPTION],
    async run(given) {
      const { service, path } = await serviceOf(given);
      const { scan } = await follow(
        "Looking",
        await ask<CardReportAnswer>(service, `${path}/scan`, {}),
        (report) => (report.scan?.isDone === false ? report.scan : null),
        () => ask<CardReportAnswer>(service, path),
      );
      const { total = 0, found = 0 } = scan ?? {};
      print(`${counted(total, "print")} looked through, ${found} with full card numbers.`);
    },
  },
];

async function serviceOf(given: GivenOptions): Promise<{ service: RunningService; path: string }> {
  const service = await answeringService(given);
  if (service === null) {
    const advice = 'Start it with "tillroll serve".';
    throw new TillrollError("STORAGE_UNAVAILABLE", `No service runs on this data folder. ${advice}`);
  }
  const slug = given.text("workspace") ?? DEFAULT_WORKSPACE;
  return { service, path: `/workspace/${encodeURIComponent(slug)}/cards` };
}

function tell({ items, devices, prints, areMore, masked, scan }: CardReportAnswer): void {
  if (items.length > 0) {
    const rows = items.map(({ printId, createdAt, deviceId, text, picture, field, brands }) => [
      String(printId),
      createdAt,
      deviceId ?? "",
      [text, picture, field].join(" / "),
      brands.join(", "),
    ]);
    print(table(["PRINT", "STORED", "DEVICE", "TEXT / PICTURES / TAGS", "BRANDS"], rows));
    print("");
    const told = devices.map(({ deviceId, prints: own, lastPrintId, brands }) => [
      deviceId ?? "(none)",
      String(own),
      String(lastPrintId),
      brands.join(", "),
    ]);
    print(table(["DEVICE", "PRINTS", "LAST", "BRANDS"], told));
    print("");
  }
  const shown = masked ? "They are masked where prints are shown." : "They are shown in full.";
  print(
    prints === 0
      ? "No print that was looked through has a full card number."
      : `${areMore ? "More than " : ""}${counted(prints, "print")} with full card numbers. ${shown}`,
  );
  if (scan === null) print('Prints from before this was looked for: "tillroll cards scan".');
}
