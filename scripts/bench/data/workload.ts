import { Chain, type ChainPrint } from "./chain.ts";

/** The workspace and the user that the first start makes; every search of the benchmark is in it. */
export const WORKSPACE_ID = 1;
const USER_ID = 1;

/** Another workspace, so that neither ids nor rows of the one that is searched are without a gap. */
export const OTHER_WORKSPACE_ID = 2;
const OTHER_IN_FRONT = 1000;
const PRINTS_BETWEEN_OTHERS = 10_000;

/** Prints of the workspace that is searched, and a few of another in front of them and between. */
export class Workload {
  readonly chain: Chain;
  private readonly other: Chain;

  /** @param prints in the workspace that is searched */
  constructor(prints: number) {
    const between = Math.floor((prints - 1) / PRINTS_BETWEEN_OTHERS);
    this.chain = new Chain(prints, { workspaceId: WORKSPACE_ID, userId: USER_ID, seed: 20_240_101, idOf });
    this.other = new Chain(OTHER_IN_FRONT + between, {
      workspaceId: OTHER_WORKSPACE_ID,
      userId: USER_ID,
      seed: 7,
      idOf: (ordinal) => otherId(ordinal),
    });
  }

  /** All rows, of both workspaces, by ascending id without a gap from 1. */
  *rows(): Generator<ChainPrint> {
    for (let ordinal = 0; ordinal < OTHER_IN_FRONT; ordinal++) yield this.other.at(ordinal);
    for (let ordinal = 0; ordinal < this.chain.length; ordinal++) {
      if (ordinal > 0 && ordinal % PRINTS_BETWEEN_OTHERS === 0) {
        yield this.other.at(OTHER_IN_FRONT + ordinal / PRINTS_BETWEEN_OTHERS - 1);
      }
      yield this.chain.at(ordinal);
    }
  }

  /** The searched workspace's print with this id; `null` when it has none. */
  printWithId(id: number): ChainPrint | null {
    const behind = id - OTHER_IN_FRONT - 1;
    const ordinal = behind - Math.floor(behind / (PRINTS_BETWEEN_OTHERS + 1));
    if (!Number.isInteger(id) || ordinal < 0 || ordinal >= this.chain.length) return null;
    return idOf(ordinal) === id ? this.chain.at(ordinal) : null;
  }
}

function idOf(ordinal: number): number {
  return OTHER_IN_FRONT + ordinal + Math.floor(ordinal / PRINTS_BETWEEN_OTHERS) + 1;
}

/** The last print of each further ten thousand is followed by one of the other workspace. */
function otherId(ordinal: number): number {
  const between = ordinal - OTHER_IN_FRONT;
  return between < 0 ? ordinal + 1 : OTHER_IN_FRONT + (between + 1) * (PRINTS_BETWEEN_OTHERS + 1);
}
