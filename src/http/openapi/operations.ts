import { deliveryOperations } from "./delivery-operations.ts";
import { eventOperations } from "./event-operations.ts";
import type { Operation } from "./operation.ts";
import { printOperations } from "./print-operations.ts";
import { printerOperations } from "./printer-operations.ts";
import { retentionOperations } from "./retention-operations.ts";
import { ruleOperations } from "./rule-operations.ts";
import { serviceOperations } from "./service-operations.ts";

/** The groups in which the reference shows the operations. */
const GROUPS = [
  {
    name: "Prints",
    description: "Storing, finding, showing and changing prints.",
    operations: printOperations,
  },
  {
    name: "Printers",
    description: "Printers for POS software, and the real ones behind them.",
    operations: printerOperations,
  },
  {
    name: "Deliveries",
    description: "Prints on their way to real printers.",
    operations: deliveryOperations,
  },
  { name: "Rules", description: "Labels and tags from the text of receipts.", operations: ruleOperations },
  {
    name: "Retention",
    description: "How long prints stay, and legal holds.",
    operations: retentionOperations,
  },
  { name: "Events", description: "Hearing of prints as they come.", operations: eventOperations },
  { name: "Service", description: "The service and your access to it.", operations: serviceOperations },
] as const;

type KeyOfEach<Group> = Group extends unknown ? keyof Group : never;

/** What an operation is called in the reference, in generated clients and in the metrics. */
export type OperationId = KeyOfEach<(typeof GROUPS)[number]["operations"]>;

export const TAGS = GROUPS.map(({ name, description }) => ({ name, description }));

/** An operation by its id, and the group it is in. */
export function findOperation(id: string): { readonly tag: string; readonly operation: Operation } | null {
  for (const { name, operations } of GROUPS) {
    const operation = (operations as Readonly<Record<string, Operation>>)[id];
    if (operation !== undefined) return { tag: name, operation };
  }
  return null;
}
