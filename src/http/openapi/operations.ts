import { comparisonOperations } from "./comparison-operations.ts";
import { type Right, RIGHTS } from "../../domain/rights.ts";
import type { Scope } from "../../domain/scope.ts";
import { administrationOperations } from "./administration-operations.ts";
import { cardOperations } from "./card-operations.ts";
import { chainOperations } from "./chain-operations.ts";
import { deliveryOperations } from "./delivery-operations.ts";
import { eventOperations } from "./event-operations.ts";
import { journalOperations } from "./journal-operations.ts";
import { notificationOperations } from "./notification-operations.ts";
import type { Operation } from "./operation.ts";
import { printOperations } from "./print-operations.ts";
import { printerOperations } from "./printer-operations.ts";
import { retentionOperations } from "./retention-operations.ts";
import { fiscalOperations } from "./fiscal-operations.ts";
import { ruleOperations } from "./rule-operations.ts";
import { savedSearchOperations } from "./saved-search-operations.ts";
import { serviceOperations } from "./service-operations.ts";
import { shopOperations } from "./shop-operations.ts";
import { joinedArchiveOperations } from "./joined-archive-operations.ts";

/** The groups in which the reference shows the operations. */
const GROUPS = [
  {
    name: "Prints",
    description: "Storing, finding, showing and changing prints.",
    operations: printOperations,
  },
  {
    name: "Chain",
    description: "Finding prints of all shops, in an archive.",
    operations: chainOperations,
  },
  {
    name: "Comparing",
    description: "How prints differ, and references: prints that were approved, for tests of POS software.",
    operations: comparisonOperations,
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
    name: "Fiscal codes",
    description: "What the German and Austrian codes on receipts say, and whether it fits.",
    operations: fiscalOperations,
  },
  {
    name: "Saved searches",
    description: "Searches with a name.",
    operations: savedSearchOperations,
  },
  {
    name: "Retention",
    description: "How long prints stay, and legal holds.",
    operations: retentionOperations,
  },
  {
    name: "Card numbers",
    description: "Full numbers of payment cards in prints.",
    operations: cardOperations,
  },
  {
    name: "Journal",
    description: "That nothing was changed unseen: seals of the journal, and proofs of prints.",
    operations: journalOperations,
  },
  {
    name: "Archive",
    description: "The archive of a chain that the prints of a workspace are sent to.",
    operations: joinedArchiveOperations,
  },
  { name: "Events", description: "Hearing of prints as they come.", operations: eventOperations },
  {
    name: "Administration",
    description: "Tokens, workspaces, and how the service is set up and gets on.",
    operations: administrationOperations,
  },
  {
    name: "Shops",
    description: "On a chain's archive: the shops that send their prints to it.",
    operations: shopOperations,
  },
  {
    name: "Notifications",
    description: "Telling people who are not at the page.",
    operations: notificationOperations,
  },
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

/** Whether an operation is for who has a right, and not for everybody or any token. */
export function isRight(access: Operation["access"]): access is Right {
  return RIGHTS.includes(access as Right);
}

/**
 * The scope that an operation of a workspace needs.
 * @throws Error when the reference says that it is for others
 */
export function scopeOf(id: OperationId): Scope {
  const access = findOperation(id)?.operation.access ?? "anybody";
  if (!isRight(access) || access === "service") throw new Error(`${id} needs no scope in a workspace.`);
  return access;
}
