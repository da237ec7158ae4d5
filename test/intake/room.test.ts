import { expect, test } from "bun:test";
import { MemoryReservations } from "../../src/storage/memory-reservations.ts";

test("of many prints that have each come in part one may go on, so that they do not wait for each other", () => {
  const reservations = new MemoryReservations(100_000, 100, 50_000, () => 0);
  const places = Array.from({ length: 4 }, () => reservations.reserve(() => "a", 0));
  const [first, second, third] = places;
  for (const place of places) place.grow(12_000);
  // Alone a client has half of the room, and that is taken.
  for (let part = 0; part < 4; part++) first?.grow(10_000);
  expect(() => second?.grow(10_000)).toThrow();
  first?.[Symbol.dispose]();
  second?.grow(40_000);
  expect(() => third?.grow(10_000)).toThrow();
  second?.[Symbol.dispose]();
  third?.grow(10_000);
});

test("the one that may go on beyond the room gives way when it brings nothing, and there is an end to it", () => {
  let time = 0;
  const reservations = new MemoryReservations(100_000, 100, 50_000, () => time);
  using first = reservations.reserve(() => "a", 40_000);
  using second = reservations.reserve(() => "a", 0);
  first.grow(20_000);
  expect(() => second.grow(20_000)).toThrow();
  time = 2000;
  second.grow(20_000);
  expect(() => first.grow(20_000)).toThrow();
  expect(() => second.grow(80_000)).toThrow();
});
