/**
 * Whether response times reveal that a person or thing exists. `--samples 1000`.
 *
 * Each surface is queried for existing and missing items, in random order over one connection. Both series are compared
 * with Welch's t-test, without their slowest tenth; |t| above 4.5 fails. Intended for nightly runs: a thousand
 * samples of each detect differences of some percent, a hundred thousand those of microseconds.
 */
import { randomUUID } from "node:crypto";
import { readFlags } from "../../runner/cases.ts";
import type { Tally } from "../../check/test-summary.ts";
import { Connection } from "../http-connection.ts";
import { median } from "../../runner/quantile.ts";
import { crop, welch } from "../welch-t-test.ts";
import { Client } from "../../smoke/client.ts";
import { readOptions } from "../../smoke/options.ts";
import { type Person, signInByLink, makePage } from "../../smoke/spec/people-setup.ts";
import { at, textAt } from "../../smoke/spec/values.ts";

const THRESHOLD = 4.5;
const KEPT = 0.9;
const WARM_UP = 100;

const { samples } = readFlags({ samples: 1_000 });

type Surface = { readonly name: string; readonly is: string; readonly isNot: string };

function asText(host: string, method: string, path: string, cookie: string, body?: unknown): string {
  const json = body === undefined ? "" : JSON.stringify(body);
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    ...(cookie === "" ? [] : [`Cookie: ${cookie}`]),
    ...(body === undefined ? [] : ["Content-Type: application/json"]),
    `Content-Length: ${Buffer.byteLength(json)}`,
  ];
  return `${lines.join("\r\n")}\r\n\r\n${json}`;
}

const cookieOf = ({ api: { credential } }: Person): string => (credential?.kind === "cookie" ? credential.cookie : "");

/** People and a page to query, and non-existent counterparts of the same length. */
async function arrange(client: Client, host: string): Promise<Surface[]> {
  const options = readOptions([client.origin], process.env, Date.now());
  const mark = options.seed.toString(36);
  const address = (name: string): string => `${name.padEnd(9, "-")}${mark}@example.com`;
  const [admin, asker, known, suspended] = [
    await signInByLink(client, options, options.email),
    await signInByLink(client, options, address("asker")),
    await signInByLink(client, options, address("known")),
    await signInByLink(client, options, address("suspended")),
  ];
  await known.api.patch("/api/account/profile", { discoverable: false });
  const drive = textAt(at(await known.api.get("/api/drives"), "0"), "id");
  const page = await makePage(known.api, drive, "Hidden");
  await admin.api.post(`/api/admin/users/${suspended.id}/suspend`, {});
  const nobody = address("nobody");
  const mine = cookieOf(asker);
  const send = (email: string): string => asText(host, "POST", "/api/auth/magic-link/send", "", { email });
  const offer = (email: string): string =>
    asText(host, "POST", "/api/auth/passkey/authenticate/options", "", { email });
  const search = (path: string, q: string): string => asText(host, "GET", `${path}?q=${encodeURIComponent(q)}`, mine);
  const read = (id: string): string => asText(host, "GET", `/api/pages/${id}`, mine);
  const people = ["/api/users/search", "/api/connections/search"].map((path) => ({
    name: `GET ${path}, who is not to be found`,
    is: search(path, known.email),
    isNot: search(path, nobody),
  }));
  return [
    { name: "POST magic-link/send, known", is: send(known.email), isNot: send(nobody) },
    { name: "POST magic-link/send, suspended", is: send(suspended.email), isNot: send(nobody) },
    { name: "POST passkey/authenticate/options, known", is: offer(known.email), isNot: offer(nobody) },
    ...people,
    { name: "GET pages/{id}, hidden", is: read(page), isNot: read(randomUUID()) },
  ];
}

/** Response times (ms) for existing and for missing items. */
async function time(connection: Connection, { name, is, isNot }: Surface) {
  const times = { is: [] as number[], isNot: [] as number[] };
  const statuses = new Set<number>();
  for (let i = 0; times.is.length < samples || times.isNot.length < samples; i += 1) {
    const which = Math.random() < 0.5 ? "is" : "isNot";
    const start = performance.now();
    const { status } = await connection.send(which === "is" ? is : isNot);
    const took = performance.now() - start;
    statuses.add(status);
    if (i >= WARM_UP) times[which].push(took);
  }
  if (statuses.size !== 1) throw new Error(`${name} was answered ${[...statuses].join(" and ")}.`);
  return times;
}

const inMs = (ms: number): string => ms.toFixed(3).padStart(8);

export async function run(): Promise<Tally> {
  const origin = new URL(process.env["OCTAVO_ORIGIN"] ?? "");
  const client = new Client(origin.origin);
  const surfaces = await arrange(client, origin.host);
  client.close();
  const connection = new Connection(Number(origin.port));
  const told: string[] = [];
  console.log(`${"".padEnd(52)} median is  is not      t  t of the fastest ${KEPT * 100} %`);
  for (const surface of surfaces) {
    const { is, isNot } = await time(connection, surface);
    const [all, fast] = [welch(is, isNot), welch(...crop(is, isNot, KEPT))];
    const figures = `${inMs(median(is))}${inMs(median(isNot))}${all.t.toFixed(2).padStart(7)}${fast.t.toFixed(2).padStart(8)}`;
    console.log(`${surface.name.padEnd(52)}  ${figures}`);
    if (Math.abs(fast.t) > THRESHOLD) told.push(surface.name);
  }
  connection.close();
  console.log(
    told.length === 0
      ? `No |t| above ${THRESHOLD} with ${samples} samples of each.`
      : `The response times of these reveal whether something exists: ${told.join("; ")}.`,
  );
  return { passed: surfaces.length - told.length, failed: told.length };
}
