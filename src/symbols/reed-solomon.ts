/** Reed–Solomon error correction over the numbers of some bits as a field, by tables of logarithms. Source: ISO/IEC 18004, annex A. */
export class ReedSolomon {
  /** Powers of the generating element, twice over so that a sum of two logarithms needs no remainder; behind them zeros. */
  private readonly powers: Uint16Array;
  /** Of 0 it is so high that its products are 0. */
  private readonly logarithms: Uint16Array;
  /** By the number of codewords, the logarithms of the coefficients of their generator without the first, which is 1. */
  private readonly generators = new Map<number, Uint16Array>();

  /**
   * @param bits of a codeword
   * @param polynomial that makes the field, by its bits
   * @param firstRoot the least power that is a root of the generators
   */
  constructor(
    bits: number,
    polynomial: number,
    private readonly firstRoot: number,
  ) {
    const order = (1 << bits) - 1;
    this.powers = new Uint16Array(4 * order + 1);
    this.logarithms = new Uint16Array(order + 1);
    for (let power = 0, value = 1; power < order; power++) {
      this.powers[power] = value;
      this.powers[power + order] = value;
      this.logarithms[value] = power;
      value <<= 1;
      if (value > order) value ^= polynomial;
    }
    this.logarithms[0] = 2 * order;
  }

  /** The `count` codewords of error correction for a block of data. */
  correctionOf(data: ArrayLike<number>, count: number): Uint16Array {
    const { powers, logarithms } = this;
    const generator = this.generators.getOrInsertComputed(count, () => this.makeGenerator(count));
    const division = new Uint16Array(data.length + count);
    division.set(data);
    for (let at = 0; at < data.length; at++) {
      const factor = division[at] ?? 0;
      if (factor === 0) continue;
      const logarithm = logarithms[factor] ?? 0;
      for (let index = 0; index < count; index++) {
        const term = powers[(generator[index] ?? 0) + logarithm] ?? 0;
        division[at + 1 + index] = (division[at + 1 + index] ?? 0) ^ term;
      }
    }
    return division.subarray(data.length);
  }

  private makeGenerator(count: number): Uint16Array {
    const { powers, logarithms } = this;
    const coefficients = new Uint16Array(count + 1);
    coefficients[0] = 1;
    for (let root = 0; root < count; root++) {
      for (let index = root + 1; index > 0; index--) {
        const before = logarithms[coefficients[index - 1] ?? 0] ?? 0;
        const product = powers[before + root + this.firstRoot] ?? 0;
        coefficients[index] = (coefficients[index] ?? 0) ^ product;
      }
    }
    return coefficients.subarray(1).map((coefficient) => logarithms[coefficient] ?? 0);
  }
}
