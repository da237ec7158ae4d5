import { describe, expect, test } from "bun:test";
import { ScaledScroll } from "../../../../src/web/browser/pages/prints/scaled-scroll.ts";

const VIEW = 700;

/** A list as a browser scrolls it: never beyond its ends. */
class Bar {
  readonly scroll = new ScaledScroll();
  bar = 0;

  constructor(readonly whole: number) {
    this.scroll.resize(whole, VIEW);
  }

  to(bar: number): void {
    this.bar = Math.max(0, Math.min(bar, this.scroll.height - VIEW));
    this.bar = this.scroll.moved(this.bar) ?? this.bar;
  }
}

describe.each([10_000, 62_000_000])("of %d pixels", (whole) => {
  test("both ends are reached by the bar", () => {
    const list = new Bar(whole);
    list.to(Number.MAX_SAFE_INTEGER);
    expect(list.scroll.top).toBe(whole - VIEW);
    list.to(0);
    expect(list.scroll.top).toBe(0);
  });

  test("the wheel moves by its pixels, from one end to where it is stopped", () => {
    const list = new Bar(whole);
    for (let turn = 1; turn <= 50; turn++) {
      list.to(list.bar + 120);
      expect(list.scroll.top).toBe(turn * 120);
    }
    for (let turn = 49; turn >= 10; turn--) {
      list.to(list.bar - 120);
      expect(list.scroll.top).toBe(turn * 120);
    }
  });

  test("going somewhere shows that, and the bar stands about there", () => {
    const list = new Bar(whole);
    const bar = list.scroll.goTo(whole / 2);
    expect(list.scroll.top).toBe(whole / 2);
    expect(bar / (list.scroll.height - VIEW)).toBeCloseTo(whole / 2 / (whole - VIEW), 1);
    expect(list.scroll.placeOf(list.scroll.top)).toBe(bar);
  });
});

test("a jump of the bar is to the part of the whole that it stands for", () => {
  const list = new Bar(62_000_000);
  list.to((list.scroll.height - VIEW) / 4);
  expect(list.scroll.top / 62_000_000).toBeCloseTo(0.25, 2);
});

test("the wheel gets through more than the element is high", () => {
  const list = new Bar(62_000_000);
  for (let turn = 0; turn < 40_000; turn++) list.to(list.bar + 500);
  expect(list.scroll.top).toBe(20_000_000);
});
