import { POSTGRES_MIGRATIONS } from "../../src/storage/postgres/migrations/migrations.ts";
import { schemaOf } from "../../src/storage/postgres/schema-statements.ts";
import {
  everyNode,
  type Fields,
  listOf,
  parseStatements,
  textOf,
  type TreeNode,
  wordsOf,
} from "./statement-tree.ts";

/*
 * What keeps the statements within what PostgreSQL, Citus, CockroachDB and YugabyteDB have in common, and each write within the
 * node of its workspace.
 */

const WORKSPACE = "workspace_id";

const SCHEMA = POSTGRES_MIGRATIONS.flatMap(({ statements }) => schemaOf(statements));

/** The tables of the schema whose rows are those of workspaces. */
const OF_WORKSPACES = new Set(
  SCHEMA.filter(({ table }) => table?.isOfWorkspaces).map(({ table }) => table?.name ?? ""),
);
for (const { text } of SCHEMA) {
  const [, before = "", after = ""] = /^ALTER TABLE (\w+) RENAME TO (\w+)$/.exec(text) ?? [];
  if (OF_WORKSPACES.has(before)) OF_WORKSPACES.add(after);
}

/** Tables of few rows, which are all the archive's and may be unique in other things than a workspace. */
const OF_ALL: ReadonlySet<string> = new Set([
  "workspace",
  "person",
  "person_grant",
  "person_link",
  "person_session",
  "token",
  "session",
  "saved_search",
  "audit",
  "enrolment",
  "schema_step",
  // Of blocks of workspaces.
  "chain_day_count",
  "chain_value_count",
]);

const SERIAL = /^(?:small|big)?serial\d?$/;
const REFUSED_FUNCTIONS = /^(?:pg_(?:try_)?advisory|nextval$|currval$|setval$|lastval$|pg_notify$)/;

/** What a kind of node is refused for; `null` where it is well. */
type Rule = (fields: Fields) => string | null;

const never =
  (what: string): Rule =>
  () =>
    what;

const RULES: Readonly<Record<string, Rule>> = {
  CreateSeqStmt: never("a sequence"),
  CreateTrigStmt: never("a trigger"),
  ListenStmt: never("LISTEN"),
  NotifyStmt: never("NOTIFY"),
  LockStmt: never("a lock of a table"),
  RangeTableSample: never("TABLESAMPLE"),
  GroupingSet: never("grouping sets"),
  WithClause: (fields) => (fields["recursive"] === true ? "WITH RECURSIVE" : null),
  FuncCall: (fields) => {
    const name = wordsOf(fields, "funcname").at(-1) ?? "";
    return REFUSED_FUNCTIONS.test(name) ? `the function ${name}` : null;
  },
  ColumnDef: (fields) => {
    const type =
      listOf(fields, "typeName")
        .flatMap((node) => wordsOf(node.fields, "names"))
        .at(-1) ?? "";
    if (SERIAL.test(type)) return `a column of ${type}`;
    return type === "bool" ? "a column of boolean" : null;
  },
  Constraint: (fields) => {
    if (textOf(fields, "contype") === "CONSTR_GENERATED") return "a generated column";
    return textOf(fields, "contype") === "CONSTR_IDENTITY" ? "an identity column" : null;
  },
  IndexStmt: (fields) => {
    const columns = listOf(fields, "indexParams").map((node) => textOf(node.fields, "name"));
    if (textOf(fields, "accessMethod") === "gin" && columns.length > 1)
      return "a GIN index of several columns";
    return fields["unique"] === true ? narrowKey(relationOf(fields), columns) : null;
  },
  CreateStmt: (fields) =>
    keysOf(fields)
      .map((key) => narrowKey(relationOf(fields), key))
      .find(Boolean) ?? null,
  UpdateStmt: (fields) => wideWrite("UPDATE", relationOf(fields), fields),
  DeleteStmt: (fields) => wideWrite("DELETE", relationOf(fields), fields),
  InsertStmt: (fields) => wideConflict(relationOf(fields), fields["onConflictClause"] as Fields | undefined),
  SelectStmt: wideLock,
  SubLink: (fields) => wideSubquery(fields, "subselect"),
  RangeSubselect: (fields) => (fields["lateral"] === true ? wideSubquery(fields, "subquery") : null),
};

/** The statements of the schema's steps, as they are told apart. */
const STEPS: ReadonlySet<string> = new Set(SCHEMA.map(({ text }) => kindOfStatement(text)));

/** What in a statement is not in all the databases, a sentence's part each; empty when it is well. */
export function lintStatement(text: string): string[] {
  // A step fills a new column of all rows, once.
  const isStep = schemaOf(text).every((statement) => STEPS.has(kindOfStatement(statement.text)));
  const found = parseStatements(text).flatMap((statement) =>
    Array.from(everyNode(statement), ({ kind, fields }) =>
      isStep && kind === "UpdateStmt" ? null : (RULES[kind]?.(fields) ?? null),
    ),
  );
  return [...new Set(found.filter((what) => what !== null))];
}

/**
 * What statements have in common that differ in their values, or in how many rows they have: so that each is looked at once.
 * A statement is one of its own kind.
 */
export function kindOfStatement(text: string): string {
  return text
    .replace(/\$\d+/g, "$$1")
    .replace(/\s+/g, " ")
    .replace(/(\((?:[^()]|\([^()]*\))*\))(?:, ?\1)+/g, "$1")
    .replace(/(\$1(?:::\w+)?)(?:, ?\1)+/g, "$1");
}

/** A unique key must begin with the workspace, or somewhere have it: parts and nodes keep only their own rows apart. */
function narrowKey(table: string, columns: readonly string[]): string | null {
  if (OF_ALL.has(table) || columns.includes(WORKSPACE)) return null;
  return `a unique key of ${table} without ${WORKSPACE}`;
}

/** The columns of each unique key of a new table. */
function keysOf(fields: Fields): string[][] {
  const isUnique = (constraint: TreeNode) =>
    /^CONSTR_(?:PRIMARY|UNIQUE)$/.test(textOf(constraint.fields, "contype"));
  return listOf(fields, "tableElts").flatMap(({ kind, fields: element }) => {
    if (kind === "Constraint") return isUnique({ kind, fields: element }) ? [wordsOf(element, "keys")] : [];
    return listOf(element, "constraints").some(isUnique) ? [[textOf(element, "colname")]] : [];
  });
}

function wideWrite(what: string, table: string, fields: Fields): string | null {
  return !OF_WORKSPACES.has(table) || isOfOneWorkspace(fields, true)
    ? null
    : `${what} of ${table} without ${WORKSPACE} = $n`;
}

function wideConflict(table: string, clause: Fields | undefined): string | null {
  const infer = clause?.["infer"] as Fields | undefined;
  if (infer === undefined || !OF_WORKSPACES.has(table)) return null;
  const columns = listOf(infer, "indexElems").map((node) => textOf(node.fields, "name"));
  return columns.includes(WORKSPACE) ? null : `ON CONFLICT of ${table} without ${WORKSPACE}`;
}

function wideLock(fields: Fields): string | null {
  if (listOf(fields, "lockingClause").length === 0 || isOfOneWorkspace(fields, true)) return null;
  const table = tablesOf(fields).find((name) => OF_WORKSPACES.has(name));
  return table === undefined ? null : `a lock of rows of ${table} without ${WORKSPACE} = $n`;
}

/** A subquery of each row of another must stay in that row's workspace. */
function wideSubquery(fields: Fields, field: string): string | null {
  for (const { fields: select } of listOf(fields, field)) {
    const table = tablesOf(select).find((name) => OF_WORKSPACES.has(name));
    if (table !== undefined && isCorrelated(select) && !isOfOneWorkspace(select, false))
      return `a subquery of ${table} for each row without ${WORKSPACE}`;
  }
  return null;
}

/** Whether it names a table that is not within it. */
function isCorrelated(select: Fields): boolean {
  const nodes = [...everyNode({ kind: "SelectStmt", fields: select })];
  const names = new Set(
    nodes.flatMap(({ fields }) => [
      textOf(fields, "relname"),
      textOf((fields["alias"] as Fields) ?? {}, "aliasname"),
      textOf(fields, "ctename"),
    ]),
  );
  return nodes
    .filter(({ kind }) => kind === "ColumnRef")
    .map(({ fields }) => wordsOf(fields, "fields"))
    .some(([table = "", column]) => column !== undefined && !names.has(table));
}

/** Whether its condition has `workspace_id = …` among what must hold, with a value or with anything. */
function isOfOneWorkspace(fields: Fields, needsValue: boolean): boolean {
  return listOf(fields, "whereClause")
    .flatMap(conjuncts)
    .some(({ kind, fields: condition }) => {
      if (kind !== "A_Expr" || wordsOf(condition, "name").join("") !== "=") return false;
      const sides = [...listOf(condition, "lexpr"), ...listOf(condition, "rexpr")];
      const isColumn = (node: TreeNode) =>
        node.kind === "ColumnRef" && wordsOf(node.fields, "fields").at(-1) === WORKSPACE;
      const others = sides.filter((node) => !isColumn(node));
      if (others.length === sides.length) return false;
      return !needsValue || (others.length === 1 && others.every(isValue));
    });
}

/** Whether a node is the same for all rows. */
function isValue(node: TreeNode): boolean {
  return [...everyNode(node)].every(({ kind }) => kind !== "ColumnRef" && kind !== "SubLink");
}

function conjuncts(node: TreeNode): TreeNode[] {
  const isAnd = node.kind === "BoolExpr" && textOf(node.fields, "boolop") === "AND_EXPR";
  return isAnd ? listOf(node.fields, "args").flatMap(conjuncts) : [node];
}

function tablesOf(fields: Fields): string[] {
  return listOf(fields, "fromClause").flatMap((node) =>
    Array.from(everyNode(node))
      .filter(({ kind }) => kind === "RangeVar")
      .map((table) => textOf(table.fields, "relname")),
  );
}

function relationOf(fields: Fields): string {
  return listOf(fields, "relation").map((node) => textOf(node.fields, "relname"))[0] ?? "";
}
