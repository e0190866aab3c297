import { expect, test } from "vitest";
import * as Y from "yjs";
import { seeded } from "../support/seeded.ts";
import { BROWSER_CLIENTS } from "../../src/realtime/clients.ts";
import { PageDocument } from "../../src/realtime/document.ts";
import { makeMemoryHistory } from "../../src/realtime/memory-history.ts";
import type { Change } from "../../src/realtime/change.ts";
import { Room, type EditOutcome } from "../../src/realtime/room.ts";
import { splitLines } from "../../src/realtime/text.ts";

type Person = { doc: Y.Doc; text: Y.Text; sent: Uint8Array[]; received: Uint8Array[]; isOffline: boolean };

/** A room with three people, whose messages are randomly delayed, and two agents, who act on stale reads. */
function playSession(seed: number, steps: number) {
  const random = seeded(seed);
  const below = (bound: number) => random() % bound;
  const history = makeMemoryHistory(1);
  const start = Array.from({ length: 12 }, (_, i) => `paragraph ${i} of the page`).join("\n");
  history.commit(1, new PageDocument().splice([{ at: 0, remove: 0, insert: start }], 7) ?? new Uint8Array());
  const room = new Room(history, { revision: 1, usedRevision: 1, client: 7 }, random);
  const people = [1, 2, 3].map((n): Person => {
    const doc = new Y.Doc();
    Y.applyUpdate(doc, room.document.encode());
    doc.clientID = BROWSER_CLIENTS + n;
    const person: Person = { doc, text: doc.getText("content"), sent: [], received: [], isOffline: false };
    doc.on("update", (update: Uint8Array, origin: unknown) => void (origin !== "room" && person.sent.push(update)));
    return person;
  });
  const agents = [1, 2].map(() => ({ revision: 1, text: room.text }));
  const tokens: string[] = [];
  const token = () => {
    tokens.push(`tok${tokens.length}x`);
    return tokens[tokens.length - 1] ?? "";
  };

  function commitOrAbort(outcome: EditOutcome) {
    if (!outcome.ok) throw new Error(outcome.error.code);
    if (outcome.update === null) return;
    if (below(8) === 0) return room.abort();
    history.commit(outcome.revision, outcome.update);
    room.confirm();
    for (const person of people) person.received.push(outcome.update);
  }

  function exchange(person: Person) {
    for (const update of person.sent.splice(0)) {
      const outcome = room.applyUpdate(update, (client) => client === person.doc.clientID);
      if (!outcome.ok) throw new Error(outcome.error.code);
      if (outcome.update === null) continue;
      history.commit(outcome.revision, outcome.update);
      for (const other of people) if (other !== person) other.received.push(outcome.update);
    }
    for (const update of person.received.splice(0)) Y.applyUpdate(person.doc, update, "room");
  }

  function type(person: Person) {
    const content = person.text.toString();
    const spaces = [...content.matchAll(/[ \n]/g)].map((match) => match.index + 1);
    const at = spaces[below(Math.max(1, spaces.length))] ?? 0;
    person.text.insert(at, `${token()} `);
  }

  /** Agents reword, add and reorder but never remove tokens, so any token missing at the end was lost by the room. */
  function planChange(text: string): Change {
    const lines = splitLines(text);
    const line = below(lines.length) + 1;
    const current = lines[line - 1] ?? "";
    switch (below(6)) {
      case 0:
        return { kind: "lines", operation: "insert", startLine: below(lines.length + 1) + 1, content: token() };
      case 1:
        return { kind: "lines", operation: "replace", startLine: line, content: `- ${current} ${token()}` };
      case 2:
        return { kind: "lines", operation: "replace", startLine: line, content: current.replace(/paragraph/, token()) };
      case 3:
        return {
          kind: "body",
          content: [token(), ...lines.slice(0, -1), `${lines.at(-1) ?? ""} ${token()}`].join("\n"),
        };
      case 4:
        if (/tok\d/.test(current)) return { kind: "body", content: `${text} ${token()}` };
        return { kind: "lines", operation: "delete", startLine: line };
      default:
        return { kind: "body", content: lines.toSpliced(line, 0, "", token(), "").join("\n") };
    }
  }

  for (let step = 0; step < steps; step++) {
    const person = people[below(3)];
    const agent = agents[below(2)];
    if (person === undefined || agent === undefined) continue;
    const choice = below(10);
    if (choice < 3) type(person);
    else if (choice === 3) person.isOffline = !person.isOffline;
    else if (choice < 6 && !person.isOffline) exchange(person);
    else if (choice === 6) Object.assign(agent, { revision: room.revision, text: room.text });
    else {
      const before = tokens.length;
      const revision = room.revision;
      expect(history.documentAt(agent.revision).text === agent.text).toBe(true);
      commitOrAbort(room.edit({ change: planChange(agent.text), base: agent.revision }));
      if (room.revision === revision) tokens.length = before;
    }
  }
  for (let round = 0; round < 2; round++) people.forEach(exchange);
  return { room, history, people, tokens };
}

test("loses no words of concurrent users and agents, and all converge to the same page", () => {
  let written = 0;
  for (let seed = 1; seed <= 25; seed++) {
    const { room, history, people, tokens } = playSession(seed, 150);
    for (const token of tokens) expect(room.text.split(token), `${token}, seed ${seed}`).toHaveLength(2);
    for (const person of people) expect(person.text.toString() === room.text, `seed ${seed}`).toBe(true);
    expect(history.documentAt(room.revision).text).toBe(room.text);
    expect(room.document.text).toBe(room.text);
    written += tokens.length;
  }
  expect(written).toBeGreaterThan(1000);
}, 60_000);
