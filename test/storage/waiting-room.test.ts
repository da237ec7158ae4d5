import { expect, test } from "bun:test";
import fc from "fast-check";
import { TillrollError } from "../../src/domain/errors.ts";
import { MEBIBYTE, WRITER_LIMITS } from "../../src/domain/limits.ts";
import { type Place, WaitingRoom } from "../../src/storage/waiting-room.ts";

const ROOM = 64 * MEBIBYTE;
const PRINT = 5 * MEBIBYTE;

/** Enters until it is refused. */
function fill(room: WaitingRoom, client: string, bytes: number): Place[] {
  const places: Place[] = [];
  for (;;) {
    try {
      places.push(room.enter(() => client, bytes));
    } catch (error) {
      expect(error).toBeInstanceOf(TillrollError);
      expect((error as TillrollError).data).toEqual({ reason: "QUEUE_FULL", retryAfterSeconds: 1 });
      return places;
    }
  }
}

test("one client gets half of the bytes, the next a part of what is left, and so on", () => {
  const room = new WaitingRoom(ROOM, 1000);
  expect(fill(room, "a", PRINT).length).toBe(6);
  expect(fill(room, "b", PRINT).length).toBe(3);
  expect(fill(room, "c", PRINT).length).toBe(2);
  expect(fill(room, "a", PRINT).length).toBe(0);
});

test("the same of requests", () => {
  const room = new WaitingRoom(ROOM, 2000);
  const crowd = fill(room, "a", 0).length;
  expect(crowd).toBeGreaterThan(1000);
  expect(crowd).toBeLessThanOrEqual(1000 + WRITER_LIMITS.transactionOperations);
  expect(fill(room, "b", 0).length).toBeGreaterThan(300);
});

test("room that is left can be had again", () => {
  const room = new WaitingRoom(ROOM, 1000);
  for (const place of fill(room, "a", PRINT)) place[Symbol.dispose]();
  expect(room.occupancy).toBe(0);
  expect(fill(room, "b", PRINT).length).toBe(6);
});

test("a body that grows is refused when there is no more room for it", () => {
  const room = new WaitingRoom(ROOM, 1000);
  const place = room.enter(() => "a", 0);
  for (let bytes = 0; bytes < ROOM - 2 * MEBIBYTE; bytes += MEBIBYTE) place.grow(MEBIBYTE);
  const others = fill(room, "b", PRINT);
  expect(others.length).toBe(0);
  place[Symbol.dispose]();
  expect(fill(room, "b", PRINT).length).toBe(6);
});

test("a print larger than the room goes in when nothing else is there", () => {
  const room = new WaitingRoom(ROOM, 1000);
  const place = room.enter(() => "a", 2 * ROOM);
  expect(() => room.enter(() => "b", 1)).toThrow(TillrollError);
  place[Symbol.dispose]();
  room.enter(() => "b", 1)[Symbol.dispose]();
});

test("clients are told apart only once there is a crowd", () => {
  const room = new WaitingRoom(ROOM, 1000);
  const names: string[] = [];
  const enter = () =>
    room.enter(() => {
      names.push("asked");
      return "a";
    }, 0);
  for (let number = 0; number < WRITER_LIMITS.transactionOperations; number++) enter();
  expect(names).toEqual([]);
  enter();
  expect(names).toEqual(["asked"]);
});

test("whatever comes and goes, the room is never overfull and is empty in the end", () => {
  const steps = fc.array(
    fc.record({
      client: fc.constantFrom("a", "b", "c"),
      bytes: fc.integer({ min: 0, max: 20 * MEBIBYTE }),
      grows: fc.integer({ min: 0, max: 20 * MEBIBYTE }),
      leaves: fc.nat(20),
    }),
  );
  fc.assert(
    fc.property(steps, (given) => {
      const room = new WaitingRoom(ROOM, 10);
      const inside: { place: Place; bytes: number }[] = [];
      for (const { client, bytes, grows, leaves } of given) {
        try {
          const entry = { place: room.enter(() => client, bytes), bytes };
          inside.push(entry);
          entry.place.grow(grows);
          entry.bytes += grows;
        } catch (error) {
          expect(error).toBeInstanceOf(TillrollError);
        }
        const total = inside.reduce((sum, entry) => sum + entry.bytes, 0);
        expect(total <= ROOM || inside.length === 1).toBe(true);
        expect(inside.length).toBeLessThanOrEqual(10);
        inside.splice(leaves, 1)[0]?.place[Symbol.dispose]();
        expect(room.occupancy).toBe(inside.length);
      }
      for (const { place } of inside) place[Symbol.dispose]();
      expect(room.occupancy).toBe(0);
      expect(fill(room, "d", PRINT).length).toBeGreaterThan(0);
    }),
  );
});
