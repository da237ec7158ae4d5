import type { SearchQuery } from "../domain/search-query.ts";
import { notACursor, readCursor } from "./cursor.ts";
import type { Matches } from "./evaluation/matches.ts";
import { selectPage, type WalkPosition } from "./evaluation/select-page.ts";
import type { IndexConnection } from "./index-connection.ts";
import type { ItemCache } from "./item-cache.ts";
import { JsonWriter } from "./json-writer.ts";
import { damagedItem, wholeItem, PAGE_BEGIN, pageEnd, type PageItem, type PagePlace } from "./page.ts";
import { updatedAtOf } from "./evaluation/run-order.ts";
import { type Run, runOf, type View } from "./view/view.ts";
import type { WorkspaceIndex } from "./view/workspace-index.ts";

/** What is between items; each has it behind it in the cache. */
const SEPARATOR = ",";

/** What a search has found. */
export interface Found {
  readonly matches: Matches;
  /** Prints whose text cannot be searched yet; `null` when the search is not about text. */
  readonly textPending: number | null;
}

/** What a page is of. */
interface Shown {
  readonly connection: IndexConnection;
  readonly workspaceId: number;
  readonly workspace: WorkspaceIndex | null;
  readonly view: View;
}

/** Writes pages of what searches have found, in UTF-8. Prints that were shown before are not read again. */
export class PageWriter {
  private readonly writer = new JsonWriter();
  /** The prints of the last page whose rows are damaged. */
  damaged: number[] = [];

  constructor(private readonly items: ItemCache) {}

  /**
   * Writes a page (contract, section 2.2).
   * @param connection with the snapshot in which it was found
   * @param workspace where it was found; `null` when it was forgotten meanwhile
   * @throws TillrollError BAD_REQUEST for a cursor that is not of this search
   */
  write(
    connection: IndexConnection,
    workspaceId: number,
    workspace: WorkspaceIndex | null,
    query: SearchQuery,
    { matches, textPending }: Found,
  ): Uint8Array<ArrayBuffer> {
    const after = walkPosition(connection, workspaceId, query);
    const page = query.cursor === undefined ? query.page : (after?.page ?? 1);
    const { ordinals, goesOn } = selectPage(matches, query, page, after);
    this.writer.clear();
    this.writer.text(PAGE_BEGIN);
    this.damaged = [];
    const last = this.writeItems({ connection, workspaceId, workspace, view: matches.view }, ordinals);
    const { total } = matches;
    this.writer.text(pageEnd(workspaceId, query, { last, total, page, goesOn }, textPending));
    return this.writer.finish();
  }

  /** Writes the items of prints. @returns where the last one is; `null` when there is none */
  private writeItems(shown: Shown, ordinals: readonly number[]): PagePlace | null {
    const { writer } = this;
    const { connection, workspaceId, workspace, view } = shown;
    const ids = idsOf(view, ordinals);
    // A search that began before the last change was seen must not keep, nor be given, what is older or newer than it.
    const owner = workspace?.isLatest(view) === true ? workspace.itemOwner : null;
    const { items } = this;
    const kept = ids.map((id) => (owner === null ? -1 : items.find(owner, id)));
    const missing = ids.filter((_, index) => kept[index] === -1);
    const read = new Map<number, PageItem>();
    if (missing.length > 0) for (const row of connection.rows(missing)) read.set(row.id, wholeItem(row));
    let last: PagePlace | null = null;
    const added: { item: PageItem; from: number; to: number }[] = [];
    // Items that were kept one after the other, as those of a page are, are copied in one go.
    let run: Buffer | null = null;
    let runFrom = 0;
    let runTo = 0;
    const copyRun = () => {
      if (run !== null) writer.copy(run, runFrom, runTo);
      run = null;
    };
    for (let index = 0; index < ids.length; index++) {
      const at = kept[index] as number;
      if (at >= 0) {
        const memory = items.memoryOf(at);
        const from = items.fromOf(at);
        if (memory !== run || from !== runTo) {
          copyRun();
          run = memory;
          runFrom = from;
        }
        runTo = items.toOf(at);
        if (index === ids.length - 1) last = items.item(at);
        continue;
      }
      const id = ids[index] as number;
      copyRun();
      const item = read.get(id) ?? damagedItem(workspaceId, placeOf(view, ordinals[index] as number, id));
      last = item;
      const from = writer.length;
      writer.text(item.json + SEPARATOR);
      if (item.isDamaged) this.damaged.push(id);
      else added.push({ item, from, to: writer.length });
    }
    copyRun();
    // None follows the last one.
    if (last !== null) writer.length -= SEPARATOR.length;
    if (owner === null) return last;
    // Only now: what is kept may move when more is added.
    for (const { item, from, to } of added) {
      const { id, createdAt, updatedAt } = item;
      items.add(owner, { id, createdAt, updatedAt, memory: writer.written, from, to });
    }
    return last;
  }
}

/** Where a print stands by the index, which has it though its row cannot be read. */
function placeOf(view: View, ordinal: number, id: number): PagePlace {
  const run = runOf(view, ordinal);
  const position = ordinal - run.first;
  return { id, createdAt: run.segment.createdAt(position), updatedAt: updatedAtOf(run, position) };
}

function walkPosition(
  connection: IndexConnection,
  workspaceId: number,
  query: SearchQuery,
): WalkPosition | null {
  if (query.cursor === undefined || query.cursor === null) return null;
  const position = readCursor(workspaceId, query, query.cursor);
  const ordinal = connection.ordinalOf(workspaceId, position.id);
  // A walk that silently began again would never end.
  if (ordinal === null) throw notACursor();
  return { ...position, ordinal };
}

/** The ids of prints; neighbours mostly are of one run. */
function idsOf(view: View, ordinals: readonly number[]): number[] {
  let run: Run | null = null;
  let idAt: (position: number) => number = () => 0;
  return ordinals.map((ordinal) => {
    if (run === null || ordinal < run.first || ordinal >= run.first + run.prints) {
      run = runOf(view, ordinal);
      idAt = run.segment.ids();
    }
    return idAt(ordinal - run.first);
  });
}
