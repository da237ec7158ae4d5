import { formatInstant } from "./instant.ts";

/** A stored print's metadata (contract, section 2.1). Times are epoch milliseconds. */
export interface Print {
  readonly id: number;
  readonly printKey: string;
  readonly workspaceId: number;
  readonly userId: number;
  readonly deviceId: string | null;
  readonly label: string | null;
  /** The tags as the text of a JSON object: kept as it is stored, and spliced into answers. */
  readonly tag: string;
  readonly quantity: number | null;
  readonly width: number;
  readonly testPrint: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly deletedAt: number | null;
}

/** What a client gives when it creates a print; `null` where it gave nothing. */
export interface NewPrint {
  readonly printKey: string | null;
  readonly label: string | null;
  readonly deviceId: string | null;
  readonly tag: ReadonlyMap<string, string>;
  readonly quantity: number | null;
  readonly width: number | null;
}

/**
 * A Print as the JSON of every answer: all fourteen fields, always. Written by hand because the tags are stored as
 * JSON text already, and a page of a thousand prints need not parse and write them again.
 */
export function printToJson(print: Print): string {
  const createdAt = formatInstant(print.createdAt);
  const updatedAt = print.updatedAt === print.createdAt ? createdAt : formatInstant(print.updatedAt);
  const deletedAt = print.deletedAt === null ? "null" : `"${formatInstant(print.deletedAt)}"`;
  return (
    `{"id":${print.id},"printKey":${JSON.stringify(print.printKey)},"workspaceId":${print.workspaceId},` +
    `"userId":${print.userId},"deviceId":${JSON.stringify(print.deviceId)},` +
    `"label":${JSON.stringify(print.label)},"tag":${print.tag},"quantity":${print.quantity},` +
    `"width":${print.width},"testPrint":${print.testPrint},"deleted":${print.deletedAt !== null},` +
    `"deletedAt":${deletedAt},"createdAt":"${createdAt}","updatedAt":"${updatedAt}"}`
  );
}

/** Tags as JSON text. `Object.fromEntries` makes own properties, so a tag named `__proto__` is kept. */
export function tagToJson(tag: ReadonlyMap<string, string>): string {
  return JSON.stringify(Object.fromEntries(tag));
}

/** Tags from the JSON text of {@link tagToJson}. */
export function tagFromJson(text: string): Map<string, string> {
  return new Map(Object.entries(JSON.parse(text) as Record<string, string>));
}
