/*
 * What must hold between a shop and its archive once all has been sent. Nothing here asks anybody: both sides are given.
 */

/** A print of a shop. Times are epoch milliseconds. */
export interface ShopPrint {
  readonly ordinal: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Of what never changes, in hexadecimal; `null` once its bytes are removed. */
  readonly fingerprint: string | null;
  /** Fields, tags, deletion and the hash of its bytes, as one text. */
  readonly state: string;
  readonly isErased: boolean;
}

/** A print of an archive, by the ids there. */
export interface ArchivedPrint {
  /** Of its workspace: 1 for the first. */
  readonly number: number;
  readonly ordinal: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly fingerprint: string;
  readonly state: string;
  readonly isRemoved: boolean;
  /** What is wrong with its bytes; `null` for nothing. */
  readonly damage: string | null;
}

/** A state that an archive once had: none that is older may come after it. */
export type SeenPrint = Pick<ArchivedPrint, "ordinal" | "fingerprint" | "updatedAt" | "isRemoved">;

/** What came of comparing. */
export interface ShopVerdict {
  /** Prints of the shop that the archive lacks. */
  readonly lost: readonly string[];
  /** Other than they are in the shop, or were in the archive before. */
  readonly wrong: readonly string[];
  /** What else is not as promised. */
  readonly others: readonly string[];
  /** Prints that the archive alone has: what a restored shop lost, and what its copy has made. */
  readonly onlyArchived: number;
  /** Prints whose state at the archive is a later one than that of a restored shop. */
  readonly later: number;
}

export interface ComparedShop {
  readonly name: string;
  readonly prints: readonly ShopPrint[];
  /** Whether it was restored or cloned, so that the archive may know of more than it does. */
  readonly isRewritten: boolean;
  readonly seen: readonly SeenPrint[];
  /** Prints of its copies: of two that change a print in the same millisecond the archive has either. */
  readonly ofCopies?: readonly ShopPrint[];
}

/** Compares a shop with what its archive has of it. @param archived all of its workspace, removed ones too */
export function compareShop(shop: ComparedShop, archived: readonly ArchivedPrint[]): ShopVerdict {
  const { name, prints, isRewritten, seen } = shop;
  const lost: string[] = [];
  const wrong: string[] = [];
  const others = faultsOfIds(name, archived, isRewritten);
  const there = new Map(archived.map((print) => [keyOf(print), print]));
  const live = archived.filter(({ isRemoved }) => !isRemoved);
  if (there.size < archived.length) others.push(`${name}: ${archived.length - there.size} prints are double`);
  const contents = new Set(live.map(({ fingerprint }) => fingerprint));
  if (contents.size < live.length)
    others.push(`${name}: ${live.length - contents.size} prints are double at other ordinals`);
  const known = new Set<string>();
  const ofCopies = new Set(shop.ofCopies?.map(momentOf));
  let later = 0;
  for (const print of prints) {
    const told = `${name}, ordinal ${print.ordinal}`;
    if (print.isErased) {
      const left = archived.filter((one) => isMomentOf(print, one) && !one.isRemoved);
      if (left.length > 0) wrong.push(`${told}: is erased in the shop and not in the archive`);
      for (const one of archived) if (isMomentOf(print, one)) known.add(keyOf(one));
      continue;
    }
    if (print.fingerprint === null) continue;
    const key = keyOf({ ...print, fingerprint: print.fingerprint });
    known.add(key);
    const found = there.get(key);
    if (found === undefined) lost.push(`${told}: is not in the archive`);
    else if (found.isRemoved) wrong.push(`${told}: is erased in the archive and not in the shop`);
    else if (found.updatedAt < print.updatedAt) wrong.push(`${told}: the archive has an older state`);
    else if (found.updatedAt > print.updatedAt && isRewritten) later++;
    else if (found.updatedAt > print.updatedAt) wrong.push(`${told}: the archive has a later state`);
    else if (found.state !== print.state && !ofCopies.has(momentOf(found)))
      wrong.push(`${told}: the archive has ${found.state}, the shop ${print.state}`);
  }
  for (const { ordinal, damage } of live)
    if (damage !== null) wrong.push(`${name}, ordinal ${ordinal}: its bytes are ${damage} in the archive`);
  wrong.push(...seen.flatMap((one) => agedFaults(name, one, there.get(keyOf(one)))));
  const onlyArchived = archived.filter((print) => !known.has(keyOf(print))).length;
  if (onlyArchived > 0 && !isRewritten) others.push(`${name}: ${onlyArchived} prints are not the shop's`);
  return { lost, wrong, others, onlyArchived, later };
}

/** Ids are given without gaps, and in the order of the ordinals where a shop has gone on straight. */
function faultsOfIds(name: string, archived: readonly ArchivedPrint[], isRewritten: boolean): string[] {
  const sorted = archived.toSorted((one, other) => one.number - other.number);
  const faults: string[] = [];
  if (sorted.some(({ number }, index) => number !== index + 1)) faults.push(`${name}: ids are not dense`);
  const isAscending = sorted.every(({ ordinal }, index) => ordinal >= (sorted[index - 1]?.ordinal ?? 0));
  if (!isRewritten && !isAscending) faults.push(`${name}: ids are not in the order of the prints`);
  return faults;
}

function agedFaults(name: string, seen: SeenPrint, now: ArchivedPrint | undefined): string[] {
  const told = `${name}, ordinal ${seen.ordinal}`;
  if (now === undefined) return [`${told}: was in the archive, and is not any more`];
  if (seen.isRemoved && !now.isRemoved) return [`${told}: was erased, and has come back`];
  if (now.updatedAt < seen.updatedAt && !now.isRemoved) return [`${told}: an older state came over a later`];
  return [];
}

/** A print with its state, and when it was so, as one text. */
function momentOf({ ordinal, fingerprint, updatedAt, state }: ShopPrint | ArchivedPrint): string {
  return JSON.stringify([ordinal, fingerprint, updatedAt, state]);
}

function isMomentOf(one: Pick<ShopPrint, "ordinal" | "createdAt">, other: ArchivedPrint): boolean {
  return one.ordinal === other.ordinal && one.createdAt === other.createdAt;
}

/** A print's identity as one text. */
export function keyOf({ ordinal, fingerprint }: Pick<SeenPrint, "ordinal" | "fingerprint">): string {
  return `${ordinal} ${fingerprint}`;
}
