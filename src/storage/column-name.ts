/** The column of a field: `print_key` for `printKey`. */
export function columnName(field: string): string {
  return field.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

/**
 * The columns of a SELECT that Drizzle does not make, each under its field's name. Values come as SQLite keeps them: 0 or
 * 1 for a boolean, text for JSON.
 */
export function selectList(fields: readonly string[]): string {
  return fields
    .map((field) => (columnName(field) === field ? field : `${columnName(field)} AS ${field}`))
    .join(", ");
}
