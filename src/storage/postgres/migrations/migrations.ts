import workspace from "./0001-workspace.sql" with { type: "text" };
import print from "./0002-print.sql" with { type: "text" };
import identities from "./0003-identities.sql" with { type: "text" };
import event from "./0004-event.sql" with { type: "text" };
import rollup from "./0005-rollup.sql" with { type: "text" };
import text from "./0006-text.sql" with { type: "text" };
import search from "./0007-search.sql" with { type: "text" };
import shop from "./0008-shop.sql" with { type: "text" };
import object from "./0009-object.sql" with { type: "text" };
import searchText from "./0010-search-text.sql" with { type: "text" };
import recognition from "./0011-recognition.sql" with { type: "text" };
import compactPrint from "./0012-compact-print.sql" with { type: "text" };
import chainCount from "./0013-chain-count.sql" with { type: "text" };
import chainDevice from "./0014-chain-device.sql" with { type: "text" };
import labelCount from "./0015-label-count.sql" with { type: "text" };
import labelShape from "./0016-label-shape.sql" with { type: "text" };

/** A step of the schema: statements that are run once, in the order of the versions. */
export interface PostgresMigration {
  readonly version: number;
  readonly name: string;
  readonly statements: string;
}

/** All steps, the oldest first. */
export const POSTGRES_MIGRATIONS: readonly PostgresMigration[] = [
  { version: 1, name: "workspace", statements: workspace },
  { version: 2, name: "print", statements: print },
  { version: 3, name: "identities", statements: identities },
  { version: 4, name: "event", statements: event },
  { version: 5, name: "rollup", statements: rollup },
  { version: 6, name: "text", statements: text },
  { version: 7, name: "search", statements: search },
  { version: 8, name: "shop", statements: shop },
  { version: 9, name: "object", statements: object },
  { version: 10, name: "search text", statements: searchText },
  { version: 11, name: "recognition", statements: recognition },
  { version: 12, name: "compact print", statements: compactPrint },
  { version: 13, name: "chain count", statements: chainCount },
  { version: 14, name: "chain device", statements: chainDevice },
  { version: 15, name: "label count", statements: labelCount },
  { version: 16, name: "label shape", statements: labelShape },
];
