/** Summarizes the slices of `npm run bench -- live` and checks the targets. */
import { median, quantile } from "../../runner/quantile.ts";
import type { ColdJoins } from "./cold-join.ts";
import type { Kind, Manner } from "./typist.ts";

/** `clients` on each of `rooms` pages, with the databases in `place`. */
export type Setting = {
  readonly place: string;
  readonly clients: number;
  readonly rooms: number;
  readonly firstRoom: number;
};

/** Times in ms for all keys of a slice, until acknowledged and until seen by watchers. */
export type Slice = Setting &
  Manner & {
    readonly kind: Kind;
    readonly keys: number;
    readonly acknowledgedAfter: readonly number[];
    readonly seenAfter: readonly number[];
    readonly bytes: number;
    readonly frames: number;
    readonly rows: number;
    readonly serverCpu: number | null;
    readonly generatorCpu: number;
  };

type Times = { readonly p50: number; readonly p99: number };

type Line = Setting &
  Manner & {
    readonly kind: Kind;
    readonly keys: number;
    readonly lost: number;
    /** From key to acknowledgement, and to another client's screen: medians over the slices. */
    readonly acknowledged: Times;
    readonly seen: Times | null;
    /** CPU time (ms) of the server, and of the generator. */
    readonly cpuPerKey: number | null;
    readonly generatorCpuPerKey: number;
    /** Bytes received by all clients, per key and other client's screen. */
    readonly bytesPerScreen: number | null;
    readonly framesPerKey: number;
    readonly rowsPerKey: number;
  };

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

function timesOf(slices: readonly (readonly number[])[]): Times | null {
  const all = slices.filter((slice) => slice.length > 0);
  if (all.length === 0) return null;
  return {
    p50: median(all.map((slice) => quantile(slice, 0.5))),
    p99: median(all.map((slice) => quantile(slice, 0.99))),
  };
}

const nameOf = ({ place, clients, rooms, kind, cursors, grouped }: Slice | Line): string =>
  [place, rooms, clients, kind, cursors, grouped].join(" ");

export function summarize(slices: readonly Slice[]): Line[] {
  return [...Map.groupBy(slices, nameOf).values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { place, clients, rooms, firstRoom, kind, cursors, grouped } = first;
    const keys = sum(own.map((slice) => slice.keys));
    const hasCpu = own.every(({ serverCpu }) => serverCpu !== null);
    return [
      {
        place,
        clients,
        rooms,
        firstRoom,
        kind,
        cursors,
        grouped,
        keys,
        lost: keys - sum(own.map(({ acknowledgedAfter }) => acknowledgedAfter.length)),
        acknowledged: timesOf(own.map((slice) => slice.acknowledgedAfter)) ?? { p50: Number.NaN, p99: Number.NaN },
        seen: timesOf(own.map((slice) => slice.seenAfter)),
        cpuPerKey: hasCpu ? sum(own.map(({ serverCpu }) => serverCpu ?? 0)) / keys : null,
        generatorCpuPerKey: sum(own.map(({ generatorCpu }) => generatorCpu)) / keys,
        bytesPerScreen: clients > 1 ? sum(own.map(({ bytes }) => bytes)) / keys / (clients - 1) : null,
        framesPerKey: sum(own.map(({ frames }) => frames)) / keys,
        rowsPerKey: sum(own.map(({ rows }) => rows)) / keys,
      },
    ];
  });
}

export function print(lines: readonly Line[]): void {
  const cell = (value: string, width = 10): string => value.padStart(width);
  const heads = ["p50 ack", "p99 ack", "p50 seen", "p99 seen", "CPU/key", "gen CPU", "B/screen", "frames", "rows/key"];
  console.log(`\n${"".padEnd(34)}${heads.map((head) => cell(head)).join("")}`);
  for (const line of lines) {
    const manner = line.cursors ? " +cursors" : line.grouped ? " grouped" : "";
    const name = `${line.place} ${line.clients}×${line.rooms} ${line.kind}${manner}`;
    const cells = [
      line.acknowledged.p50.toFixed(2),
      line.acknowledged.p99.toFixed(1),
      line.seen?.p50.toFixed(2) ?? "",
      line.seen?.p99.toFixed(1) ?? "",
      line.cpuPerKey?.toFixed(3) ?? "",
      line.generatorCpuPerKey.toFixed(3),
      line.bytesPerScreen?.toFixed(1) ?? "",
      line.framesPerKey.toFixed(1),
      line.rowsPerKey.toFixed(2),
    ];
    console.log(
      name.padEnd(34) + cells.map((value) => cell(value)).join("") + (line.lost > 0 ? ` ${line.lost} lost` : ""),
    );
  }
}

type Verdict = { readonly isMet: boolean; readonly says: string };

/**
 * The room may take this multiple of the time of the floor that stores rows, up to this many clients; above, this many ms more.
 */
const RATIO = 1.3;
const FEW = 10;
const LONGER_MS = 15;
const BYTES = { plain: 25, cursors: 80 };

/** Targets only apply in memory, since on a disk everything waits for it. Unacknowledged keys fail anywhere. */
export function judge(lines: readonly Line[]): Verdict[] {
  const places = [...new Set(lines.map(({ place }) => place))];
  return lines
    .filter(({ kind }) => kind === "room")
    .flatMap((room) => {
      const floor = lines.find(
        (line) => nameOf(line) === nameOf({ ...room, kind: "insert", cursors: false, grouped: false }),
      );
      const manner = room.cursors ? " with cursors" : room.grouped ? " in groups" : "";
      const name = `${room.clients} on each of ${room.rooms}${manner}, ${room.place}:`;
      const verdicts = [{ isMet: room.lost === 0, says: `${name} ${room.lost} keys were not acknowledged` }];
      if (room.place !== places[0] || floor === undefined) return verdicts;
      const bytes = room.cursors ? BYTES.cursors : BYTES.plain;
      if (room.bytesPerScreen !== null && room.rooms === 1)
        verdicts.push(below(`${name} bytes a key and screen`, room.bytesPerScreen, bytes));
      return room.cursors ? verdicts : [...verdicts, ...judgeTimes(name, room, floor)];
    });
}

/** The keys of a user who is alone on a page arrive in batches: CPU per key is judged with batches, latency with single keys. */
function judgeTimes(name: string, room: Line, floor: Line): Verdict[] {
  const [took, least] = [room.acknowledged.p50, floor.acknowledged.p50];
  if (room.clients > FEW) return [below(`${name} ms to the acknowledgement`, took, least + LONGER_MS)];
  const time = below(`${name} ms to the acknowledgement`, took, least * RATIO);
  const cpu = below(`${name} CPU ms a key`, room.cpuPerKey ?? Number.NaN, (floor.cpuPerKey ?? Number.NaN) * RATIO);
  if (room.clients === 1) return [room.grouped ? cpu : time];
  return [time, cpu];
}

const COLD_JOIN_MS = 300;

/** A long page that nobody has open must load quickly (median), even if no snapshot shortens its history. */
export const judgeColdJoins = (place: string, { shortPage, withoutSnapshot, withSnapshot }: ColdJoins): Verdict[] => [
  below(
    `a long page to join cold, ${place} (a short one ${shortPage.toFixed(0)}): ms without a snapshot`,
    median(withoutSnapshot),
    COLD_JOIN_MS,
  ),
  below(`a long page to join cold, ${place}: ms with a snapshot`, median(withSnapshot), COLD_JOIN_MS),
];

const below = (what: string, value: number, limit: number): Verdict => ({
  isMet: value <= limit,
  says: `${what} ${value.toFixed(2)}, at most ${limit.toFixed(2)}`,
});
