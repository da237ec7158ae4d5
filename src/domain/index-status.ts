/** How much of a workspace the index covers. */
export interface IndexStatus {
  readonly prints: number;
  /** Prints in segments; the newest are searched without one. */
  readonly sealed: number;
  /** Prints whose text cannot be searched yet. */
  readonly textPending: number;
}
