import { expect, test } from "bun:test";
import fc from "fast-check";
import { TillrollError } from "../../src/domain/errors.ts";
import { MEBIBYTE } from "../../src/domain/limits.ts";
import { WRITER_LIMITS } from "../../src/domain/storage-limits.ts";
import { type Reservation, MemoryReservations } from "../../src/storage/memory-reservations.ts";

const ROOM = 64 * MEBIBYTE;
const PRINT = 5 * MEBIBYTE;

/** Enters until it is refused. */
function fill(room: MemoryReservations, client: string, bytes: number): Reservation[] {
  const places: Reservation[] = [];
  for (;;) {
    try {
      places.push(room.reserve(() => client, bytes));
    } catch (error) {
      expect(error).toBeInstanceOf(TillrollError);
      expect((error as TillrollError).data).toEqual({ reason: "QUEUE_FULL", retryAfterSeconds: 1 });
      return places;
    }
  }
}

test("one client gets half of the bytes, the next a part of what is left, and so on", () => {
  const room = new MemoryReservations(ROOM, 1000);
  expect(fill(room, "a", PRINT).length).toBe(6);
  expect(fill(room, "b", PRINT).length).toBe(3);
  expect(fill(room, "c", PRINT).length).toBe(2);
  expect(fill(room, "a", PRINT).length).toBe(0);
});

test("the same of requests", () => {
  const room = new MemoryReservations(ROOM, 2000);
  const crowd = fill(room, "a", 0).length;
  expect(crowd).toBeGreaterThan(1000);
  expect(crowd).toBeLessThanOrEqual(1000 + WRITER_LIMITS.transactionOperations);
  expect(fill(room, "b", 0).length).toBeGreaterThan(300);
});

test("room that is left can be had again", () => {
  const room = new MemoryReservations(ROOM, 1000);
  for (const reservation of fill(room, "a", PRINT)) reservation[Symbol.dispose]();
  expect(room.occupancy).toBe(0);
  expect(fill(room, "b", PRINT).length).toBe(6);
});

test("a body that grows is refused when there is no more room for it", () => {
  const room = new MemoryReservations(ROOM, 1000);
  const reservation = room.reserve(() => "a", 0);
  for (let bytes = 0; bytes < ROOM - 2 * MEBIBYTE; bytes += MEBIBYTE) reservation.grow(MEBIBYTE);
  const others = fill(room, "b", PRINT);
  expect(others.length).toBe(0);
  reservation[Symbol.dispose]();
  expect(fill(room, "b", PRINT).length).toBe(6);
});

test("a print larger than the room goes in when nothing else is there", () => {
  const room = new MemoryReservations(ROOM, 1000);
  const reservation = room.reserve(() => "a", 2 * ROOM);
  expect(() => room.reserve(() => "b", 1)).toThrow(TillrollError);
  reservation[Symbol.dispose]();
  room.reserve(() => "b", 1)[Symbol.dispose]();
});

test("clients are told apart only once there is a crowd", () => {
  const room = new MemoryReservations(ROOM, 1000);
  const names: string[] = [];
  const reserve = () =>
    room.reserve(() => {
      names.push("asked");
      return "a";
    }, 0);
  for (let number = 0; number < WRITER_LIMITS.transactionOperations; number++) reserve();
  expect(names).toEqual([]);
  reserve();
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
      const room = new MemoryReservations(ROOM, 10);
      const inside: { reservation: Reservation; bytes: number }[] = [];
      for (const { client, bytes, grows, leaves } of given) {
        try {
          const entry = { reservation: room.reserve(() => client, bytes), bytes };
          inside.push(entry);
          entry.reservation.grow(grows);
          entry.bytes += grows;
        } catch (error) {
          expect(error).toBeInstanceOf(TillrollError);
        }
        const total = inside.reduce((sum, entry) => sum + entry.bytes, 0);
        expect(total <= ROOM || inside.length === 1).toBe(true);
        expect(inside.length).toBeLessThanOrEqual(10);
        inside.splice(leaves, 1)[0]?.reservation[Symbol.dispose]();
        expect(room.occupancy).toBe(inside.length);
      }
      for (const { reservation } of inside) reservation[Symbol.dispose]();
      expect(room.occupancy).toBe(0);
      expect(fill(room, "d", PRINT).length).toBeGreaterThan(0);
    }),
  );
});
