import type { Database } from "bun:sqlite";
import { checkFiles } from "../seals/check-files.ts";
import { hasCardNumbers, proofOfPrint, sealsOf } from "../seals/print-proof.ts";
import { sealName } from "../seals/seal-place.ts";
import type { CardStore } from "../storage/card-store.ts";
import { JournalReader } from "../storage/journal-reader.ts";
import { SealStore } from "../storage/seal-store.ts";
import type { StoredSeal } from "../journal/seal.ts";
import type { ZipFile } from "./zip-writer.ts";

/** The folders of proofs and of seals in an archive. */
const PROOFS = "proofs/";
const SEALS = "seals/";

/** A print whose file is in an archive. */
export interface ProvenPrint {
  readonly id: number;
  /** The name of its file in the archive. */
  readonly file: string;
  /** Whether that file has its bytes as they came. */
  readonly isRaw: boolean;
  readonly raw: Uint8Array;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** Makes the proofs of an archive. Of its seals, only which are in it stays in memory. */
export class ExportedProofs {
  /** Prints without one: no seal covers them, the journal is damaged there, or card numbers are not to be seen. */
  missing = 0;
  private readonly database;
  private readonly seals = new Map<number, StoredSeal>();

  /** @param masked whose card numbers whoever gets the archive may not see; `null` for nobody's */
  constructor(
    database: Database,
    private readonly workspaceId: number,
    private readonly masked: Pick<CardStore, "has"> | null,
  ) {
    this.database = { journal: new JournalReader(database), seals: new SealStore(database) };
  }

  /** The files that prove a print; none where there is no proof of it. */
  filesOf({ id, file, isRaw, raw, createdAt }: ProvenPrint): ZipFile[] {
    const name = `${PROOFS}${file.replace(/^.*\//, "").replace(/\.[^.]*$/, "")}`;
    const bytes = isRaw ? `../${file}` : `${name}.bin`.slice(PROOFS.length);
    const proof = this.proofOf(id, bytes);
    if (proof === null) {
      this.missing++;
      return [];
    }
    const content = Buffer.from(JSON.stringify(proof));
    const files: ZipFile[] = [{ name: `${name}.json`, content, modifiedAt: createdAt }];
    return isRaw ? files : [...files, { name: `${name}.bin`, content: raw, modifiedAt: createdAt }];
  }

  /** The seals that the proofs speak of, and what checks them. @param at when the archive was made */
  *ending(at: number): Generator<ZipFile> {
    for (const { text, timeStamp } of this.seals.values()) {
      const name = `${SEALS}${sealName(text)}`;
      yield { name: `${name}.json`, content: Buffer.from(text), modifiedAt: at };
      if (timeStamp !== null) yield { name: `${name}.tsr`, content: timeStamp, modifiedAt: at };
    }
    yield* checkFiles(at);
  }

  private proofOf(printId: number, bytes: string) {
    if (this.masked?.has(printId) === true) return null;
    try {
      const files = { bytes, seals: `../${SEALS}` };
      const proof = proofOfPrint(this.database, this.workspaceId, printId, files);
      if (proof === null || proof.states.length === 0) return null;
      if (this.masked !== null && hasCardNumbers(proof)) return null;
      for (const seal of sealsOf(proof, this.database, this.workspaceId)) this.seals.set(seal.number, seal);
      return proof;
    } catch {
      // A journal that is damaged there ends no export; verifying it says what is wrong.
      return null;
    }
  }
}
