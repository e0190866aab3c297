/** Which calls of an agent run at once, and which wait for the asker. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { TOOL_NAMES, type ToolName } from "../mcp/contract.ts";
import {
  MAX_PAGES_UNASKED,
  drivesToPermit,
  hashOfCall,
  isWrite,
  needsDryRun,
  riskOf,
  targetsOf,
  type ResolvedCall,
  type RiskFacts,
  type RiskReason,
} from "./risk.ts";

const HERE = { id: "chat", driveId: "home" };
const page = (id: string, driveId: string | null = "home") => ({ id, driveId });
const pages = (count: number, driveId = "home") => Array.from({ length: count }, (_, n) => page(`p${n}`, driveId));

const call = (tool: ToolName, rest: Partial<ResolvedCall> = {}): ResolvedCall => {
  return { tool, args: {}, pages: [], parents: [], drives: [], created: 0, postsTo: null, ...rest };
};

const FACTS: RiskFacts = {
  conversation: { pageId: HERE.id, driveId: HERE.driveId },
  approval: "risky",
  untrusted: false,
  removals: [],
  permitted: { drives: [], writes: false },
};

const reasonsOf = (one: ResolvedCall, facts: Partial<RiskFacts> = {}): readonly RiskReason[] => {
  const risk = riskOf(one, { ...FACTS, ...facts });
  return risk.kind === "free" ? [] : risk.reasons;
};

const READS: readonly ToolName[] = ["list_drives", "list_pages", "search", "fetch", "list_members", "history"];
const EDITS: readonly ToolName[] = ["edit_page", "edit_cells", "update_tasks", "replace_text"];
const ALWAYS: readonly ToolName[] = ["trash_pages", "revert"];
const WRITES = TOOL_NAMES.filter((name) => !READS.includes(name));

const onConversation = (tool: ToolName): ResolvedCall =>
  call(tool, { pages: [HERE], drives: ["home"], postsTo: tool === "post_message" ? HERE : null });

test.each(TOOL_NAMES)("%s in the drive of the conversation waits only if it trashes or reverts", (tool) => {
  expect(riskOf(onConversation(tool), FACTS).kind).toBe(ALWAYS.includes(tool) ? "ask" : "free");
});

test.each(TOOL_NAMES)("%s waits if every write does and it writes", (tool) => {
  expect(reasonsOf(onConversation(tool), { approval: "writes" }).includes("every_write")).toBe(WRITES.includes(tool));
});

test.each(TOOL_NAMES)("%s waits after reading text by outsiders if it writes", (tool) => {
  expect(reasonsOf(onConversation(tool), { untrusted: true }).includes("read_outsiders")).toBe(WRITES.includes(tool));
});

test.each(TOOL_NAMES.filter((name) => name !== "list_drives"))(
  "%s waits in another drive until it is allowed",
  (tool) => {
    const there = call(tool, { pages: [page("far", "away")] });
    expect(reasonsOf(there)).toContain("other_drive");
    expect(reasonsOf(there, { permitted: { drives: ["away"], writes: false } })).not.toContain("other_drive");
    expect(reasonsOf(there, { permitted: { drives: ["third"], writes: true } })).toContain("other_drive");
  },
);

test.each<[string, ResolvedCall, Partial<RiskFacts>, readonly RiskReason[]]>([
  ["trashing", call("trash_pages", { pages: [page("a")] }), {}, ["trash"]],
  ["reverting to a version", call("revert", { pages: [page("a")], args: { page: "a", version: 1 } }), {}, ["revert"]],
  ["reverting what it wrote", call("revert", { args: { minutes: 5 } }), {}, ["revert"]],
  ["listing what a revert would change", call("revert", { args: { minutes: 5, dryRun: true } }), {}, []],
  ["restoring here", call("restore_pages", { pages: [page("a")] }), {}, []],
  ["restoring elsewhere", call("restore_pages", { pages: [page("a", "away")] }), {}, ["other_drive"]],
  [
    "moving within the drive",
    call("move_pages", { pages: [page("a")], drives: ["home"], parents: [page("b")] }),
    {},
    [],
  ],
  [
    "moving away",
    call("move_pages", { pages: [page("a")], drives: ["away"] }),
    {},
    ["move_between_drives", "other_drive"],
  ],
  [
    "moving here from elsewhere",
    call("move_pages", { pages: [page("b"), page("a", "away")], drives: ["home"] }),
    {},
    ["move_between_drives", "other_drive"],
  ],
  [
    "moving under a page of another drive",
    call("move_pages", { pages: [page("a")], drives: ["home"], parents: [page("b", "away")] }),
    {},
    ["move_between_drives", "other_drive"],
  ],
  [
    "moving within an allowed drive",
    call("move_pages", { pages: [page("a", "away")], drives: ["away"] }),
    { permitted: { drives: ["away"], writes: false } },
    [],
  ],
  [
    "moving to an allowed drive",
    call("move_pages", { pages: [page("a")], drives: ["away"] }),
    { permitted: { drives: ["away"], writes: true } },
    ["move_between_drives"],
  ],
  ["moving a page that does not exist", call("move_pages", { pages: [page("none", null)], drives: ["home"] }), {}, []],
  [
    "reading from two drives",
    call("replace_text", { pages: [page("a"), page("b", "away")], args: { dryRun: true } }),
    {},
    ["other_drive"],
  ],
  ["creating in another drive", call("create_pages", { created: 1, drives: ["away"] }), {}, ["other_drive"]],
  [
    "creating under a page of another drive",
    call("create_pages", { created: 1, drives: ["home"], parents: [page("b", "away")] }),
    {},
    ["other_drive"],
  ],
  ["searching another drive", call("search", { drives: ["away"] }), {}, ["other_drive"]],
  ["posting here", call("post_message", { pages: [HERE], postsTo: HERE }), {}, []],
  ["posting on another page", call("post_message", { pages: [page("b")], postsTo: page("b") }), {}, ["post_elsewhere"]],
  [
    "posting in another drive",
    call("post_message", { pages: [page("b", "away")], postsTo: page("b", "away") }),
    {},
    ["other_drive", "post_elsewhere"],
  ],
  [
    "creating many pages",
    call("create_pages", { created: MAX_PAGES_UNASKED + 1, drives: ["home"] }),
    {},
    ["many_pages"],
  ],
  ["creating a few pages", call("create_pages", { created: MAX_PAGES_UNASKED, drives: ["home"] }), {}, []],
  ["changing many pages", call("replace_text", { pages: pages(21) }), {}, ["many_pages"]],
  ["changing a few pages", call("replace_text", { pages: pages(20) }), {}, []],
  ["naming one page often", call("replace_text", { pages: [...pages(20), page("p0")] }), {}, []],
  ["trying a change of many pages", call("replace_text", { pages: pages(21), args: { dryRun: true } }), {}, []],
  ["restoring many pages", call("restore_pages", { pages: pages(21) }), {}, ["many_pages"]],
  ["moving many pages", call("move_pages", { pages: pages(21), drives: ["home"] }), {}, ["many_pages"]],
  [
    "removing more than half of a long page",
    call("edit_page", { pages: [page("a")] }),
    { removals: [{ removedLines: 26, totalLines: 51 }] },
    ["rewrite"],
  ],
  [
    "removing half of a long page",
    call("edit_page", { pages: [page("a")] }),
    { removals: [{ removedLines: 26, totalLines: 52 }] },
    [],
  ],
  [
    "emptying a short page",
    call("edit_page", { pages: [page("a")] }),
    { removals: [{ removedLines: 50, totalLines: 50 }] },
    [],
  ],
  [
    "rewriting one page of several",
    call("replace_text", { pages: pages(2) }),
    {
      removals: [
        { removedLines: 1, totalLines: 90 },
        { removedLines: 90, totalLines: 90 },
      ],
    },
    ["rewrite"],
  ],
  [
    "trying to rewrite a page",
    call("edit_page", { pages: [page("a")], args: { dryRun: true } }),
    { removals: [{ removedLines: 90, totalLines: 90 }] },
    [],
  ],
  ["reading a page that does not exist", call("fetch", { pages: [page("none", null)] }), {}, []],
  [
    "trying an edit if every write waits",
    call("edit_page", { pages: [page("a")], args: { dryRun: true } }),
    { approval: "writes", untrusted: true },
    [],
  ],
  [
    "an edit that must not be tried",
    call("edit_page", { pages: [page("a")], args: { dryRun: false } }),
    { approval: "writes", untrusted: true },
    ["read_outsiders", "every_write"],
  ],
])("%s", (_, one, facts, expected) => {
  expect(reasonsOf(one, facts)).toEqual(expected);
  expect(riskOf(one, { ...FACTS, ...facts }).kind).toBe(expected.length === 0 ? "free" : "ask");
});

const anyPage = fc.record({
  id: fc.constantFrom("chat", "a", "b"),
  driveId: fc.constantFrom("home", "away", "far", null),
});
const anyCall = fc.record({
  tool: fc.constantFrom(...TOOL_NAMES),
  args: fc.record({ dryRun: fc.boolean() }),
  pages: fc.array(anyPage, { maxLength: 3 }),
  parents: fc.array(anyPage, { maxLength: 1 }),
  drives: fc.array(fc.constantFrom("home", "away", "far"), { maxLength: 1 }),
  created: fc.nat({ max: 30 }),
  postsTo: fc.option(anyPage, { nil: null }),
});
const anyFacts = fc.record({
  conversation: fc.constant(FACTS.conversation),
  approval: fc.constantFrom("risky" as const, "writes" as const),
  untrusted: fc.boolean(),
  removals: fc.array(fc.record({ removedLines: fc.nat({ max: 100 }), totalLines: fc.nat({ max: 100 }) }), {
    maxLength: 2,
  }),
  permitted: fc.record({ drives: fc.subarray(["away", "far"]), writes: fc.boolean() }),
});

test("a yes to all further writes lifts only the two reasons that concern every write", () => {
  fc.assert(
    fc.property(anyCall, anyFacts, (one, facts) => {
      const before = reasonsOf(one, { ...facts, permitted: { ...facts.permitted, writes: false } });
      const after = reasonsOf(one, { ...facts, permitted: { ...facts.permitted, writes: true } });
      expect(after).toEqual(before.filter((reason) => reason !== "read_outsiders" && reason !== "every_write"));
    }),
  );
});

test("allowing the drives of a call lifts `other_drive` and no other reason", () => {
  fc.assert(
    fc.property(anyCall, anyFacts, (one, facts) => {
      const missing = drivesToPermit(one, facts);
      expect(reasonsOf(one, facts).includes("other_drive")).toBe(missing.length > 0);
      const drives = [...facts.permitted.drives, ...missing];
      const after = reasonsOf(one, { ...facts, permitted: { ...facts.permitted, drives } });
      expect(after).toEqual(reasonsOf(one, facts).filter((reason) => reason !== "other_drive"));
    }),
  );
});

test("lists each drive to allow once", () => {
  const one = call("move_pages", { pages: pages(2, "away"), parents: [page("b", "far")], drives: ["far", "home"] });
  expect(drivesToPermit(one, FACTS)).toEqual(["away", "far"]);
});

test("a dry run comes first only for tools that edit text", () => {
  expect(TOOL_NAMES.filter((name) => needsDryRun(name, {}))).toEqual(EDITS);
  expect(TOOL_NAMES.filter((name) => needsDryRun(name, { dryRun: true }))).toEqual([]);
  expect(TOOL_NAMES.filter((name) => isWrite(name, {}))).toEqual(WRITES);
});

test.each<[ToolName, Record<string, unknown>, Partial<ReturnType<typeof targetsOf>>]>([
  ["list_drives", { driveId: "d", page: "a" }, {}],
  ["list_pages", { driveId: "team", parentId: "/team/Plan" }, { drives: ["team"], parents: ["/team/Plan"] }],
  ["search", { query: "x", driveId: "team" }, { drives: ["team"] }],
  ["search", { query: "x" }, {}],
  ["fetch", { id: "a" }, { pages: ["a"] }],
  ["list_members", { page: "a" }, { pages: ["a"] }],
  ["list_members", { driveId: "team" }, { drives: ["team"] }],
  ["edit_page", { page: "a", edits: [] }, { pages: ["a"] }],
  ["edit_cells", { page: "a", cells: [] }, { pages: ["a"] }],
  ["update_tasks", { page: "a" }, { pages: ["a"] }],
  ["replace_text", { pages: ["a", "b"] }, { pages: ["a", "b"] }],
  ["create_pages", { driveId: "d", pages: [{ title: "x" }, { title: "y" }] }, { drives: ["d"], created: 2 }],
  ["create_pages", { driveId: "d", parentId: "a", pages: [{}] }, { drives: ["d"], parents: ["a"], created: 1 }],
  ["move_pages", { pageIds: ["a"], driveId: "d", parentId: "b" }, { pages: ["a"], parents: ["b"], drives: ["d"] }],
  ["trash_pages", { pageIds: ["a", "b"] }, { pages: ["a", "b"] }],
  ["restore_pages", { pageIds: ["a"] }, { pages: ["a"] }],
  ["post_message", { page: "a", content: "hi" }, { pages: ["a"], postsTo: "a" }],
  ["post_message", {}, {}],
  ["history", { page: "a", version: 1 }, { pages: ["a"] }],
  ["revert", { page: "a", version: 1 }, { pages: ["a"] }],
  ["revert", { minutes: 5, page: undefined }, {}],
])("finds what %s %j names", (tool, args, expected) => {
  expect(targetsOf(tool, args)).toEqual({ pages: [], parents: [], drives: [], created: 0, postsTo: null, ...expected });
});

test("the hash of a call depends on the tool and every argument, and not on the order of keys", () => {
  const args = { pageIds: ["a", "b"], content: { z: 1, a: [{ y: null, x: 1.5 }] }, text: "\ud800" };
  const reordered = { text: "\ud800", content: { a: [{ x: 1.5, y: null }], z: 1 }, pageIds: ["a", "b"] };
  const hash = hashOfCall("trash_pages", args);
  expect(hash).toMatch(/^[\w-]{43}$/);
  expect(hashOfCall("trash_pages", reordered)).toBe(hash);
  expect(hashOfCall("trash_pages", { ...args, dropped: undefined })).toBe(hash);
  const others = [
    { ...args, pageIds: ["b", "a"] },
    { ...args, pageIds: ["a"] },
    { ...args, text: "\ufffd" },
    { ...args, content: { z: 1, a: [{ y: null, x: 1 }] } },
    { ...args, content: { z: 1, b: [{ y: null, x: 1.5 }] } },
  ];
  expect(
    new Set([hash, hashOfCall("restore_pages", args), ...others.map((each) => hashOfCall("trash_pages", each))]).size,
  ).toBe(7);
});

test("the hash of arguments is the same after they are stored as JSON", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (args) => {
      const stored = JSON.parse(JSON.stringify(args)) as Record<string, unknown>;
      expect(hashOfCall("edit_page", stored)).toBe(hashOfCall("edit_page", args));
    }),
  );
});
