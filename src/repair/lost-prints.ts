import type { Database } from "bun:sqlite";
import { DEFAULT_WIDTH_COLUMNS } from "../domain/limits.ts";
import type { Salvage } from "./salvage.ts";

/*
 * Ordinals of a workspace have no gaps, and ids rise along them: the search index rests on both. So what is left of a print whose
 * row is lost gets its place again: from entries of the indexes of `print`, which are in pages of their own, and where these are
 * lost too from the places that are left between its neighbours.
 */

/** What is known of a print whose row is lost. */
interface KnownPlace {
  readonly workspaceId: number;
  ordinal: number | null;
  createdAt: number | null;
}

/** Ordinals of a workspace that no row has, and what is around them. */
interface Gap {
  readonly workspaceId: number;
  readonly first: number;
  readonly count: number;
  /** Ids of its prints are between these. */
  readonly after: number;
  readonly before: number;
  /** When the print before was stored, epoch milliseconds. */
  readonly createdAt: number;
}

/** What became of prints whose row was lost: ids. */
export interface RebuiltPrints {
  /** They have their place and their bytes; what else was known of them is lost. */
  readonly rebuilt: readonly number[];
  /** A place was left where a print was, of which nothing is there. */
  readonly placed: readonly number[];
  /** There are bytes, and it is not known of which workspace. */
  readonly homeless: readonly number[];
}

/**
 * Gives prints whose row is lost their places, so that each workspace's ordinals are dense.
 * @param damaged prints whose row is not what was written
 * @param keepApart takes the bytes of prints that may be any workspace's out of the database
 */
export function rebuildPrints(
  database: Database,
  { indexEntries }: Pick<Salvage, "indexEntries">,
  damaged: ReadonlySet<number>,
  keepApart: (printId: number) => void,
): RebuiltPrints {
  const rebuilt: number[] = [];
  const placed: number[] = [];
  const homeless: number[] = [];
  const apart = (id: number) => {
    keepApart(id);
    homeless.push(id);
  };
  const place = new PlaceMaker(database);
  const known = knownPlaces(database, indexEntries);
  for (const [id, { workspaceId, ordinal, createdAt }] of [...known].toSorted(
    ([one], [other]) => one - other,
  ))
    if (ordinal !== null && place.make(id, workspaceId, ordinal, createdAt))
      (place.hasContent(id) ? rebuilt : placed).push(id);
  giveUpMisplaced(database, place, damaged);
  for (const gap of findGaps(database)) {
    const contents = contentsWithoutRow(database, gap.after, gap.before);
    const free = place.freeIds(gap);
    // Whose bytes these are is certain only where nothing else can be.
    const isCertain =
      contents.length === gap.count && (hasOneWorkspace(database) || free.length === gap.count);
    const ids = isCertain ? contents : preferEmpty(free, contents, gap.count);
    for (const [index, id] of ids.entries()) {
      if (!place.make(id, gap.workspaceId, gap.first + index, gap.createdAt)) continue;
      if (isCertain) rebuilt.push(id);
      else placed.push(id);
      if (!isCertain && place.hasContent(id)) apart(id);
    }
  }
  rebuilt.push(...placeNewest(database, place));
  for (const id of contentsWithoutRow(database, 0, Number.MAX_SAFE_INTEGER)) apart(id);
  return { rebuilt, placed, homeless };
}

/** What the indexes of `print` say of prints that have no row. */
function knownPlaces(database: Database, entries: Salvage["indexEntries"]): Map<number, KnownPlace> {
  const hasRow = database.query<unknown, [number]>("SELECT 1 FROM print WHERE id = ?");
  const known = new Map<number, KnownPlace>();
  const note = (workspaceId: unknown, id: unknown): KnownPlace | null => {
    if (typeof workspaceId !== "number" || typeof id !== "number" || hasRow.get(id) !== null) return null;
    return known.getOrInsertComputed(id, () => ({ workspaceId, ordinal: null, createdAt: null }));
  };
  for (const [workspaceId, ordinal, id] of entries("print_ordinal")) {
    const found = note(workspaceId, id);
    if (found !== null && typeof ordinal === "number") found.ordinal = ordinal;
  }
  for (const [workspaceId, createdAt, id] of entries("print_created_at")) {
    const found = note(workspaceId, id);
    if (found !== null && typeof createdAt === "number") found.createdAt = createdAt;
  }
  return known;
}

function findGaps(database: Database): Gap[] {
  return database
    .query<Gap, []>(
      "SELECT workspaceId, last + 1 AS first, ordinal - last - 1 AS count, lastId AS after, id AS before, createdAt FROM (" +
        "SELECT workspace_id AS workspaceId, ordinal, id, " +
        "lag(ordinal, 1, -1) OVER places AS last, lag(id, 1, 0) OVER places AS lastId, " +
        "lag(created_at, 1, created_at) OVER places AS createdAt " +
        "FROM print WINDOW places AS (PARTITION BY workspace_id ORDER BY ordinal)) WHERE ordinal > last + 1 ORDER BY lastId",
    )
    .all();
}

/** A gap without ids for all its prints has a row beside it whose id, or place, is wrong: that print is placed anew as well. */
function giveUpMisplaced(database: Database, place: PlaceMaker, damaged: ReadonlySet<number>): void {
  const drop = database.query<unknown, [number]>("DELETE FROM print WHERE id = ?");
  for (const gap of findGaps(database))
    if (place.freeIds(gap).length < gap.count)
      for (const id of [gap.after, gap.before]) if (damaged.has(id)) drop.run(id);
}

function contentsWithoutRow(database: Database, after: number, before: number): number[] {
  return database
    .query<{ id: number }, [number, number]>(
      "SELECT print_id AS id FROM print_data WHERE print_id > ? AND print_id < ? " +
        "AND NOT EXISTS (SELECT 1 FROM print WHERE id = print_id) ORDER BY print_id",
    )
    .all(after, before)
    .map(({ id }) => id);
}

function hasOneWorkspace(database: Database): boolean {
  const row = database
    .query<{ count: number }, []>(
      "SELECT count(*) AS count FROM (SELECT id FROM workspace UNION SELECT workspace_id FROM print)",
    )
    .get();
  return row?.count === 1;
}

/** So many of some ids, in their order: those without bytes first. */
function preferEmpty(free: readonly number[], contents: readonly number[], count: number): number[] {
  const withContent = new Set(contents);
  const empty = free.filter((id) => !withContent.has(id)).slice(0, count);
  const more = free.filter((id) => withContent.has(id)).slice(0, count - empty.length);
  return [...empty, ...more].toSorted((one, other) => one - other);
}

/** Bytes of prints after the last that is known: where there is one workspace, they are its newest. */
function placeNewest(database: Database, place: PlaceMaker): number[] {
  if (!hasOneWorkspace(database)) return [];
  const last = database
    .query<{ id: number; workspaceId: number; ordinal: number; createdAt: number }, []>(
      "SELECT id, workspace_id AS workspaceId, ordinal, created_at AS createdAt FROM print ORDER BY id DESC LIMIT 1",
    )
    .get();
  const workspace = database.query<{ id: number }, []>("SELECT id FROM workspace LIMIT 1").get();
  const workspaceId = last?.workspaceId ?? workspace?.id;
  if (workspaceId === undefined) return [];
  const ids = contentsWithoutRow(database, last?.id ?? 0, Number.MAX_SAFE_INTEGER);
  const next = (last?.ordinal ?? -1) + 1;
  return ids.filter((id, index) => place.make(id, workspaceId, next + index, last?.createdAt ?? 0));
}

/** Writes rows of prints of which little is known. */
class PlaceMaker {
  private readonly insert;
  private readonly content;
  private readonly neighbour;
  private readonly userId: number;

  constructor(private readonly database: Database) {
    this.insert = database.query<unknown, (number | string)[]>(
      "INSERT INTO print (id, workspace_id, ordinal, print_key, user_id, width, test_print, created_at, updated_at) " +
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, ?7, ?7) ON CONFLICT DO NOTHING",
    );
    this.content = database.query<unknown, [number]>("SELECT 1 FROM print_data WHERE print_id = ?");
    this.neighbour = database.query<{ createdAt: number }, [number, number]>(
      "SELECT created_at AS createdAt FROM print WHERE workspace_id = ? AND ordinal < ? ORDER BY ordinal DESC LIMIT 1",
    );
    this.userId =
      database.query<{ id: number }, []>("SELECT id FROM user ORDER BY id LIMIT 1").get()?.id ?? 1;
  }

  hasContent(id: number): boolean {
    return this.content.get(id) !== null;
  }

  /** @returns whether the place was free */
  make(id: number, workspaceId: number, ordinal: number, createdAt: number | null): boolean {
    const at = createdAt ?? this.neighbour.get(workspaceId, ordinal)?.createdAt ?? 0;
    const key = Bun.randomUUIDv7("hex", at);
    return this.insert.run(id, workspaceId, ordinal, key, this.userId, DEFAULT_WIDTH_COLUMNS, at).changes > 0;
  }

  /** Ids that no print has, between the neighbours of a gap; some more than are needed. */
  freeIds({ after, before }: Gap): number[] {
    const taken = this.database
      .query<{ id: number }, [number, number]>("SELECT id FROM print WHERE id > ? AND id < ?")
      .all(after, before);
    const known = new Set(taken.map(({ id }) => id));
    const free: number[] = [];
    for (let id = after + 1; id < before; id++) if (!known.has(id)) free.push(id);
    return free;
  }
}
