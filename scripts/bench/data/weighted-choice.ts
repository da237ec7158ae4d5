/** Chooses among ranks as people do: few of them often, most of them seldom. */
export class WeightedChoice {
  private readonly upTo: Float64Array;

  private constructor(weights: readonly number[]) {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    let sum = 0;
    this.upTo = Float64Array.from(weights, (weight) => (sum += weight) / total);
  }

  /** Zipf's law: the weight of rank r, from 0, is 1 / (r + 1) ^ exponent. */
  static zipf(ranks: number, exponent: number): WeightedChoice {
    return new WeightedChoice(Array.from({ length: ranks }, (_, rank) => 1 / (rank + 1) ** exponent));
  }

  /** The rank at a number from 0 up to, not including, 1. */
  rankAt(number: number): number {
    let low = 0;
    let high = this.upTo.length - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.upTo[middle] ?? 1) > number) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
