/** When a connection is reopened, and when the client gives up. */
import { expect, test } from "vitest";
import { Connection } from "../../src/live-client/connection.ts";
import { Denied } from "../../src/live-client/environment.ts";
import { MemoryRoom } from "./memory-room.ts";
import { SimulatedTime } from "./simulated-time.ts";
import { seeded } from "../support/seeded.ts";

function makeWorld({ random = seeded(1), token = () => Promise.resolve({ url: "ws://host", token: "t" }) } = {}) {
  const time = new SimulatedTime(random);
  const room = new MemoryRoom(time);
  const closed: [number, boolean][] = [];
  const connection = new Connection(
    { socket: room.open, token, environment: time, pageId: null },
    { opened: () => undefined, received: () => undefined, closed: (...how) => closed.push(how) },
  );
  return { time, room, connection, closed };
}

const always = (share: number) => () => Math.floor(share * (2 ** 32 - 1));

test.each([
  [1, [0, 1, 3, 7, 15, 31, 61, 91]],
  [0.5, [0, 0.5, 1.5, 3.5, 7.5, 15.5, 30.5, 45.5]],
])("doubles the reconnect delay up to 30 seconds, with jitter (%d)", async (share, starts) => {
  const { time, room, connection } = makeWorld({ random: always(share) });
  room.isDown = true;
  const begin = time.now();
  void connection.connect();
  const seen: number[] = [];
  while (seen.length < starts.length) {
    await time.pass(10);
    if (room.opened.length > seen.length) seen.push(time.now() - begin);
  }
  for (const [n, start] of starts.entries()) expect(Math.abs((seen[n] ?? 0) / 1_000 - start)).toBeLessThan(0.2);
});

test("resets the reconnect delay after a lasting connection", async () => {
  const { time, room, connection } = makeWorld({ random: always(1) });
  room.isDown = true;
  void connection.connect();
  await time.pass(30_000);
  room.isDown = false;
  await time.pass(60_000);
  const before = room.opened.length;
  room.opened.at(-1)?.end(1012);
  await time.pass(1_100);
  expect(room.opened).toHaveLength(before + 1);
});

test.each([
  [4429, 16],
  [1002, 30],
  [4408, 1],
  [1001, 1],
])("reconnects after code %d within %d seconds at most", async (code, seconds) => {
  const { time, room, connection } = makeWorld({ random: always(1) });
  void connection.connect();
  await time.pass(20_000);
  room.opened[0]?.end(code);
  await time.pass(seconds * 1_000 - 500);
  expect(room.opened).toHaveLength(1);
  await time.pass(1_000);
  expect(room.opened).toHaveLength(2);
});

test.each([4401, 4403, 4404])("stops reconnecting after %d from the room or the token request", async (code) => {
  const { time, room, connection, closed } = makeWorld();
  void connection.connect();
  await time.pass(100);
  room.opened[0]?.end(code);
  connection.wake();
  await time.pass(3_600_000);
  expect([room.opened.length, closed]).toEqual([1, [[code, true]]]);
  const denied = makeWorld({ token: () => Promise.reject(new Denied(code)) });
  void denied.connection.connect();
  await denied.time.pass(3_600_000);
  expect([denied.room.opened.length, denied.closed]).toEqual([0, [[code, true]]]);
});

test("requests a token again after a failure", async () => {
  let asked = 0;
  const token = () =>
    (asked += 1) < 4 ? Promise.reject(new Error("offline")) : Promise.resolve({ url: "", token: "" });
  const { time, room, connection } = makeWorld({ token });
  void connection.connect();
  await time.pass(60_000);
  expect([asked, room.opened.length]).toEqual([4, 1]);
});

test("gives up on a token or an upgrade that never arrives", async () => {
  const { time, room, connection } = makeWorld({ token: () => new Promise(() => undefined) });
  void connection.connect();
  await time.pass(60_000);
  expect(room.opened).toHaveLength(0);
  expect(connection.isOpen).toBe(false);
  const { time: clock, room: silent, connection: other } = makeWorld();
  silent.later = () => undefined;
  void other.connect();
  await clock.pass(20_000);
  expect(silent.opened.length).toBeGreaterThan(1);
  expect(silent.opened[0]?.readyState).toBe(3);
});

test("reconnects at once when the network is back", async () => {
  const { time, room, connection } = makeWorld({ random: always(1) });
  room.isDown = true;
  void connection.connect();
  await time.pass(20_000);
  const before = room.opened.length;
  room.isDown = false;
  connection.wake();
  await time.pass(20);
  expect([room.opened.length, connection.isOpen]).toEqual([before + 1, true]);
});

test("replaces an attempt that still waits for the lost network", async () => {
  const { time, room, connection } = makeWorld();
  const network = room.later.bind(room);
  room.later = () => undefined;
  void connection.connect();
  await time.pass(5_000);
  room.later = network;
  connection.wake();
  await time.pass(100);
  expect([room.opened.length, connection.isOpen]).toEqual([2, true]);
  expect(room.opened[0]?.readyState).toBe(3);
});

test("starts the reconnect delay anew when the network is back", async () => {
  const { time, room, connection } = makeWorld({ random: always(1) });
  room.isDown = true;
  void connection.connect();
  await time.pass(40_000);
  connection.wake();
  await time.pass(20);
  const before = room.opened.length;
  room.isDown = false;
  await time.pass(1_100);
  expect([room.opened.length, connection.isOpen]).toEqual([before + 1, true]);
});

test("pings a silent connection, and replaces it when no response arrives", async () => {
  const { time, room, connection } = makeWorld();
  void connection.connect();
  await time.pass(300_000);
  expect(room.opened).toHaveLength(1);
  room.isSilent = true;
  await time.pass(45_000);
  expect(room.opened.length).toBeGreaterThan(1);
  expect(room.opened[0]?.readyState).toBe(3);
});

test("detects a dead connection within seconds after the machine wakes", async () => {
  const { time, room, connection } = makeWorld({ random: always(0) });
  void connection.connect();
  await time.pass(100);
  room.isSilent = true;
  await time.sleep(3_600_000);
  connection.wake();
  await time.pass(3_100);
  expect(room.opened).toHaveLength(2);
});

test("does not reconnect after close()", async () => {
  const { time, room, connection, closed } = makeWorld();
  void connection.connect();
  await time.pass(100);
  connection.close();
  connection.wake();
  await time.pass(100_000);
  expect([room.opened.length, room.sockets.size, closed]).toEqual([1, 0, []]);
  const { time: clock, room: other, connection: early } = makeWorld();
  void early.connect();
  early.close();
  await clock.pass(100_000);
  expect(other.sockets.size).toBe(0);
});
