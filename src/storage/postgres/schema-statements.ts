/** What the files of the schema write after a large table: `CREATE TABLE name (…) … hash 16`. */
const LARGE = /\s*\/\* hash 16 \*\/$/;

/** A table that a statement of the schema makes. */
export interface SchemaTable {
  readonly name: string;
  /** Its rows are those of workspaces, whose ids its key begins with; else it has few, which are all the archive's. */
  readonly isOfWorkspaces: boolean;
  readonly isLarge: boolean;
}

/** A statement of the schema, without what marks it. */
export interface SchemaStatement {
  readonly text: string;
  /** `null` where it makes none. */
  readonly table: SchemaTable | null;
}

/** The statements of a step of the schema. No text in it has a semicolon but at their ends. */
export function schemaOf(step: string): SchemaStatement[] {
  return step
    .replace(/^\s*--.*$/gm, "")
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "")
    .map((statement) => ({ text: statement.replace(LARGE, ""), table: tableOf(statement) }));
}

function tableOf(statement: string): SchemaTable | null {
  const name = /^CREATE TABLE (\w+) \(/.exec(statement)?.[1];
  if (name === undefined) return null;
  const isOfWorkspaces = /PRIMARY KEY \(workspace_id\b|^\s*workspace_id \w+ PRIMARY KEY/m.test(statement);
  return { name, isOfWorkspaces, isLarge: LARGE.test(statement) };
}
