import type { ComponentChildren } from "preact";

/** A column of a table. */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers stand at the end of their column. */
  readonly isNumber?: boolean;
  /** The column is of buttons: its title is not seen. */
  readonly isTitleHidden?: boolean;
}

interface TableProps<Row> {
  /** What the table lists, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
}

/**
 * Rows and columns. Where it is wider than the page it scrolls by itself; on phones each row is a list of its cells. Roles are
 * written out, because what is no table to the eye would be none to screen readers.
 */
export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <div class="table-frame" role="region" aria-label={label} tabIndex={0}>
      <table class="table" role="table">
        <caption class="spoken">{label}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map(({ title, isNumber, isTitleHidden }) => (
              <th key={title} scope="col" role="columnheader" class={isNumber ? "table-number" : undefined}>
                {isTitleHidden ? <span class="spoken">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row">
              {columns.map(({ title, cell, isNumber, isTitleHidden }) => (
                <td
                  key={title}
                  role="cell"
                  data-title={isTitleHidden ? undefined : title}
                  class={isTitleHidden ? "table-actions" : isNumber ? "table-number" : undefined}
                >
                  <div class="table-cell">{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
