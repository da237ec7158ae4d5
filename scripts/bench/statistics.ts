/** The value below which a part of the samples lies; 0 of no samples. @param part from 0 to 1 */
export function quantile(samples: readonly number[], part: number): number {
  const sorted = samples.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** The middle one of the samples; 0 of no samples. */
export function median(samples: readonly number[]): number {
  return quantile(samples, 0.5);
}
