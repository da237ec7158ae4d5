import { KIBIBYTE } from "./limits.ts";

/** Limits on rules. Lengths of what a person writes are in code points. */
export const RULE_LIMITS = {
  /** Rules of one workspace. */
  rules: 100,
  nameCharacters: 100,
  patternCharacters: 1000,
  templateCharacters: 400,
  /** Tags that one rule gives. */
  tagKeys: 20,
  /**
   * The size of a compiled pattern. Time and memory of a search grow with it times the length of the text, whatever the
   * two are: RE2 never goes back in the text.
   */
  patternInstructions: 1000,
  /** The patterns of a workspace together. */
  workspaceInstructions: 5000,
  /** What rules read of a print's text, UTF-16 units; lines beyond it are left out. */
  textCharacters: 64 * KIBIBYTE,
} as const;
