/** The client of a person's hub, against a peer that the test controls. */
import { expect, test } from "vitest";
import { connectHub, type HubEvent } from "../../src/live-client/hub.ts";
import { MemoryRoom, MemorySocket } from "./memory-room.ts";
import { SimulatedTime } from "./simulated-time.ts";
import { seeded } from "../support/seeded.ts";

function makeWorld() {
  const time = new SimulatedTime(seeded(1));
  const peer = new MemoryRoom(time);
  const heard: string[] = [];
  const opened: MemorySocket[] = [];
  peer.hear = (_, data) => void heard.push(String(data));
  const hub = connectHub({
    socket: (request) => {
      const socket = new MemorySocket(peer, request);
      opened.push(socket);
      peer.later(() => {
        socket.readyState = 1;
        socket.emit("open", {});
      });
      return socket;
    },
    token: () => Promise.resolve({ url: "ws://host", token: "t" }),
    environment: time,
  });
  const events: (HubEvent | "missed" | "defect")[] = [];
  hub.on("event", (event) => events.push(event));
  hub.on("missed", () => events.push("missed"));
  hub.on("defect", () => events.push("defect"));
  const tell = (message: unknown): void =>
    opened.at(-1)?.tell(typeof message === "string" ? message : JSON.stringify(message));
  return { time, hub, heard, opened, events, tell };
}

test("forwards known hub messages, and ignores unknown ones", async () => {
  const { time, hub, events, tell } = makeWorld();
  await time.pass(10);
  expect(hub.status).toBe("connected");
  const told = [
    { type: "hello", unread: 2, cursor: "c1" },
    { type: "tree", driveId: "d", pages: ["p"], cursor: "c2" },
    { type: "weather" },
    "no JSON",
    { type: "file", fileId: "f", pageId: "p", status: "completed" },
  ];
  for (const message of told) tell(message);
  await time.pass(10);
  expect(events).toEqual([told[0], told[1], "defect", told[4]]);
});

test("asks for missed messages and watches its pages again after a reconnect", async () => {
  const { time, hub, heard, opened, events, tell } = makeWorld();
  hub.watch(["p", "q", "p"], ["r"]);
  await time.pass(10);
  tell({ type: "hello", unread: 0, cursor: "c0" });
  tell({ type: "access", driveId: "d", cursor: "c1" });
  await time.pass(10);
  opened[0]?.end(1006);
  expect(hub.status).toBe("offline");
  await time.pass(5_000);
  expect(heard.map((text) => JSON.parse(text) as unknown)).toEqual([
    { type: "watch", pages: ["p", "q"], follow: ["r"] },
    { type: "since", cursor: "c1" },
    { type: "watch", pages: ["p", "q"], follow: ["r"] },
  ]);
  tell({ type: "missed", missed: false });
  tell({ type: "missed", missed: true });
  await time.pass(10);
  expect(events.slice(2)).toEqual(["missed"]);
});

test("watches at most 200 pages, the last ones given", async () => {
  const { time, hub, heard } = makeWorld();
  await time.pass(10);
  hub.watch(Array.from({ length: 250 }, (_, n) => `p${n}`));
  await time.pass(10);
  const { pages } = JSON.parse(heard[0] ?? "") as { pages: string[] };
  expect([pages.length, pages[0], pages.at(-1)]).toEqual([200, "p50", "p249"]);
});

test("stops when the session has ended", async () => {
  const { time, hub, opened } = makeWorld();
  await time.pass(10);
  opened[0]?.end(4401);
  await time.pass(1_000_000);
  expect([hub.status, opened.length]).toEqual(["lost", 1]);
});
