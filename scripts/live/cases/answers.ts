/**
 * Agents answer while the server is killed. Each answer must be complete afterwards and each of its writes done once; it is
 * read while it is written, by a late reader, and again after a reload.
 *
 * `--kills 20 --answers 5`: the server is killed that often, each time at another point of that many answers.
 */
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { ALREADY_BUILT } from "../../commands.ts";
import { readFlags } from "../../runner/cases.ts";
import type { Tally } from "../../check/test-summary.ts";
import { Client, type Credential } from "../../smoke/client.ts";
import { readOptions } from "../../smoke/options.ts";
import { Page } from "../../smoke/shapes.ts";
import { makeDrive, signIn } from "../../smoke/sign-in.ts";
import { startScriptedModel } from "../../../test/support/scripted-model.ts";
import { answers, say, tool } from "../../../test/support/model-script.ts";
import { KillableServer } from "../killable-server.ts";

const flags = readFlags({ kills: 20, answers: 5 });
/** About how long (ms) an answer takes without a kill. */
const DURATION_MS = 4_000;
const PATIENCE_MS = 120_000;

const Posted = z.looseObject({ id: z.string(), started: z.object({ id: z.string() }) });
const Messages = z.looseObject({
  messages: z.array(
    z.looseObject({ content: z.string(), run: z.looseObject({ id: z.string(), state: z.string() }).nullable() }),
  ),
  runs: z.array(z.looseObject({ id: z.string() })),
});
const Run = z.looseObject({ steps: z.array(z.looseObject({ kind: z.string(), text: z.string().optional() })) });

type Scene = { readonly client: Client; readonly person: Credential; readonly driveId: string; readonly model: string };
type Question = { readonly chat: string; readonly page: string; readonly runId: string; readonly text: string };

/** Words that tell which answer they belong to and whether one is missing. */
const wordsOf = (name: string, count: number): string =>
  Array.from({ length: count }, (_, i) => `${name}-${i}`).join(" ");

async function ask({ client, person, driveId, model }: Scene, name: string): Promise<Question> {
  const make = async (json: object) =>
    (
      await client.get(
        { kind: "page", method: "POST", path: "/api/pages", as: person, json: { driveId, ...json } },
        Page,
        201,
      )
    ).id;
  const page = await make({ title: name, type: "DOCUMENT", content: "start" });
  const chat = await make({ title: `Agent ${name}`, type: "AI_CHAT" });
  const config = `/api/pages/${chat}/agent-config`;
  await client.send({
    kind: "config",
    method: "PATCH",
    path: config,
    as: person,
    json: { enabledTools: ["fetch", "edit_page"] },
  });
  const append = (content: string) => tool("edit_page", { page, edits: [{ op: "append", content }] });
  const [first, second] = [wordsOf(`${name}a`, 40), wordsOf(`${name}b`, 60)];
  const script = answers(
    [say(first, 25), append(`${name}-one`)],
    [tool("fetch", { id: page }), append(`${name}-two`)],
    say(second, 25),
  );
  await fetch(`${model}/script`, { method: "POST", body: JSON.stringify({ key: name, script }) });
  const question = { kind: "ask", method: "POST", path: `/api/pages/${chat}/messages`, as: person } as const;
  const posted = await client.get({ ...question, json: { content: `Please script:${name}` } }, Posted, 201);
  return { chat, page, runId: posted.started.id, text: `${first}\n\n${second}` };
}

/** Waits for the answer, and returns what is wrong with it. */
async function inspect({ client, person }: Scene, { chat, page, runId, text }: Question): Promise<string[]> {
  const read = () =>
    client.get({ kind: "messages", method: "GET", path: `/api/pages/${chat}/messages`, as: person }, Messages);
  const deadline = Date.now() + PATIENCE_MS;
  let list = await read();
  while (list.runs.length > 0) {
    if (Date.now() > deadline) return [`${runId} did not end`];
    // A late reader sees a beginning of each text of the answer.
    const late = await client.send({
      kind: "run",
      method: "GET",
      path: `/api/pages/${chat}/runs/${runId}`,
      as: person,
    });
    if (late.status === 200) {
      const parts = Run.parse(JSON.parse(late.body)).steps.flatMap((step) =>
        step.text === undefined || step.text === "" ? [] : [step.text],
      );
      if (!parts.every((part) => text.includes(part.trim())))
        return [`${runId} shows other text: ${parts.join("|").slice(0, 200)}`];
    }
    await pause(300);
    list = await read();
  }
  const written = list.messages.filter((each) => each.run?.id === runId);
  const faults = written.length === 1 ? [] : [`${runId} has ${written.length} messages`];
  if (written[0]?.content !== text)
    faults.push(`${runId} lost text: ${written[0]?.content.length} of ${text.length} characters`);
  if (written[0]?.run?.state !== "done") faults.push(`${runId} is ${written[0]?.run?.state}`);
  const { content } = await client.get({ kind: "read", method: "GET", path: `/api/pages/${page}`, as: person }, Page);
  const lines = content.split("\n");
  if (lines.length !== 3 || new Set(lines).size !== 3) faults.push(`${runId} wrote ${JSON.stringify(lines)}`);
  return faults;
}

export async function run(): Promise<Tally> {
  const model = await startScriptedModel();
  const server = await KillableServer.create([`AI_OPENAI_URL:${model.url}/v1`, "AI_OPENAI_MODELS:scripted"]);
  const total = flags.kills * flags.answers;
  let failed = 0;
  try {
    await server.start();
    const client = new Client(server.origin);
    const person = await signIn(client, readOptions([server.origin, "--dev-log", server.log], {}, Date.now()));
    const drive = await makeDrive(client, person, "Answers");
    const scene = { client, person, driveId: drive.id, model: model.url };
    for (let round = 0; round < flags.kills; round += 1) {
      const names = Array.from({ length: flags.answers }, (_, n) => `r${round}n${n}`);
      const questions = await Promise.all(names.map((name) => ask(scene, name)));
      await pause((DURATION_MS * (round + 0.5)) / flags.kills);
      await server.kill();
      server.requireDatabases("AgentRun");
      await server.start(ALREADY_BUILT);
      const faults = (await Promise.all(questions.map((question) => inspect(scene, question)))).filter(
        (each) => each.length > 0,
      );
      failed += faults.length;
      for (const fault of faults.flat()) console.error(fault);
      console.log(`kill ${round + 1} of ${flags.kills}: ${flags.answers} answers, ${faults.length} with faults`);
    }
    client.close();
  } catch (error) {
    failed = Math.max(1, failed);
    console.error(await server.lastLines());
    console.error(error);
  } finally {
    await server.stop();
    await model.close();
  }
  return { passed: total - failed, failed };
}
