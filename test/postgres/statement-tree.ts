import { loadModule, parseSync } from "libpg-query";

await loadModule();

/** A node of what PostgreSQL's own parser makes of a statement: its fields, some of which are nodes. */
export type Fields = Readonly<Record<string, unknown>>;

export interface TreeNode {
  /** Such as `SelectStmt`. */
  readonly kind: string;
  readonly fields: Fields;
}

/** Fields that are a node without saying its kind. */
const UNTOLD: Readonly<Record<string, string>> = {
  larg: "SelectStmt",
  rarg: "SelectStmt",
  withClause: "WithClause",
  relation: "RangeVar",
  typeName: "TypeName",
};

/** The statements of a text. @throws SqlError where it is not PostgreSQL's language */
export function parseStatements(text: string): TreeNode[] {
  return (parseSync(text).stmts ?? []).flatMap(({ stmt }) => [...nodesIn(stmt as Fields)]);
}

/** A node and all within it. */
export function* everyNode(node: TreeNode): Generator<TreeNode> {
  yield node;
  for (const child of childrenOf(node.fields)) yield* everyNode(child);
}

/** The nodes right below the fields of one. */
export function* childrenOf(fields: Fields): Generator<TreeNode> {
  for (const [name, value] of Object.entries(fields)) yield* nodesOf(name, value);
}

/** A field that has nodes. */
export function listOf(fields: Fields, name: string): TreeNode[] {
  return [...nodesOf(name, fields[name])];
}

/** A field that is a text. */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  return typeof value === "string" ? value : "";
}

/** The words of a list of names, such as those of a column or a function. */
export function wordsOf(fields: Fields, name: string): string[] {
  return listOf(fields, name).map(({ fields: word }) => textOf(word, "sval"));
}

function* nodesOf(name: string, value: unknown): Generator<TreeNode> {
  if (Array.isArray(value)) for (const item of value) yield* nodesOf(name, item);
  else if (typeof value === "object" && value !== null) {
    const kind = UNTOLD[name];
    if (kind !== undefined && !isTold(value)) yield { kind, fields: value as Fields };
    else yield* nodesIn(value as Fields);
  }
}

/** The node that an object tells, as `{ SelectStmt: {…} }`, or those of its fields. */
function* nodesIn(value: Fields): Generator<TreeNode> {
  if (!isTold(value)) return yield* childrenOf(value);
  for (const [kind, fields] of Object.entries(value)) yield { kind, fields: fields as Fields };
}

function isTold(value: object): boolean {
  const [name = ""] = Object.keys(value);
  return /^[A-Z]/.test(name);
}
