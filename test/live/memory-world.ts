/** A room that the test controls, and pages that connect to it in simulated time. */
import { connectPage, type LivePage, type PageOptions } from "../../src/live-client/page.ts";
import { seeded } from "../support/seeded.ts";
import { MemoryRoom } from "./memory-room.ts";
import { SimulatedTime } from "./simulated-time.ts";

export function makeWorld(text = "", seed = 1) {
  const time = new SimulatedTime(seeded(seed));
  const room = new MemoryRoom(time, text);
  const open = (options: Partial<PageOptions> = {}): LivePage =>
    connectPage({
      pageId: "p",
      socket: room.open,
      token: () => Promise.resolve({ url: "ws://host/api/realtime", token: "sok_1" }),
      environment: time,
      ...options,
    });
  return { time, room, open };
}
