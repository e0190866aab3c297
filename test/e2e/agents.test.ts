/** Agents answer in an AI_CHAT: while several people watch, with their approval, and what they do with the answer. */
// Covers: src/web/client/conversation, src/web/shared/conversation
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { answers, say, tool, usage } from "../support/model-script.ts";
import { violationsIn } from "./axe.ts";
import { callApi, makePage, shoot, startBrowser } from "./browser.ts";
import { scriptModel } from "./model-server.ts";
import { reaches, share, sit, stored, type Seat } from "./live-page.ts";

let browser: Browser;
let ann: Seat;
let ben: Seat;
let chat = "";

before(async () => {
  browser = await startBrowser();
  [ann, ben] = await Promise.all([sit(browser, "ann"), sit(browser, "ben")]);
  chat = await makeChat("Planner");
});

after(async () => {
  await browser.close();
});

const TOOLS = ["search", "fetch", "edit_page", "create_pages", "trash_pages"];

async function makeChat(title: string, approval = "risky"): Promise<string> {
  const id = await makePage(ann.page, { type: "AI_CHAT", title });
  await share(ann, ben, id, true);
  const config = { enabledTools: TOOLS, approval };
  const { status } = await callApi(ann.page, "PATCH", `/api/pages/${id}/agent-config`, config);
  assert.equal(status, 200);
  return id;
}

/** Both may write on it, so that nothing of it is hidden from a reader of the chat. */
async function makeShared(page: Parameters<typeof makePage>[1]): Promise<string> {
  const id = await makePage(ann.page, page);
  await share(ann, ben, id, true);
  return id;
}

const composer = (page: Page) => page.getByRole("textbox", { name: "Write a message" });
const message = (page: Page, words: string) => page.locator("[data-message]").filter({ hasText: words });
const open = (page: Page) => page.locator("[data-run]");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const region = (page: Page) => page.getByRole("region", { name: /^Allow this\?/ });

async function show(seat: Seat, pageId: string): Promise<void> {
  await seat.page.goto(`/pages/${pageId}`);
  await composer(seat.page).waitFor();
}

async function ask({ page }: Seat, question: string, script: string): Promise<void> {
  const marker = await scriptModel(script);
  await composer(page).click();
  await page.keyboard.insertText(`${question} ${marker}`);
  await page.keyboard.press("Enter");
  await message(page, question).waitFor();
}

const LONG = Array.from({ length: 60 }, (_, at) => `word${at}`).join(" ");

test("streams an answer to everyone on the page, and shows it whole to late joiners and after a reload", async () => {
  await Promise.all([show(ann, chat), show(ben, chat)]);
  const page = await makePage(ann.page, { type: "DOCUMENT", title: "Plan of ann", content: "The plan." });
  const script = answers(
    [say("Looking at **the plan**."), tool("fetch", { id: page })],
    [usage(20_000, 0, 10), say(`${LONG} end`, 100)],
  );
  await ask(ann, "What is the plan?", script);
  // Ben may not see the page that is about to be read.
  await region(ann.page).getByText(/ben/).waitFor();
  await region(ann.page).getByRole("button", { name: "Allow once" }).click();
  await open(ann.page).getByText("word3", { exact: false }).waitFor();
  const ofBen = open(ben.page);
  await ofBen.getByText("word3", { exact: false }).waitFor();
  assert.match(await ofBen.innerText(), /Planner, for ann/);
  assert.equal(await ofBen.locator("strong").innerText(), "the plan");
  // It streams: more arrives without any request by the reader.
  const early = (await ofBen.innerText()).length;
  await ofBen.getByText("word20", { exact: false }).waitFor();
  assert.ok((await ofBen.innerText()).length > early);
  await ofBen.getByText("Read a page").click();
  await ofBen.getByText("A page you can't see").waitFor();
  await open(ann.page).getByText("Read a page").click();
  await open(ann.page).getByRole("link", { name: "Plan of ann" }).waitFor();
  await ben.page.reload();
  await open(ben.page).getByText("word20", { exact: false }).waitFor();
  assert.match(await open(ben.page).innerText(), /Looking at the plan\.\n+word0 word1 /);
  await shoot(ann.page, "agents-streaming");
  await Promise.all([ann, ben].map((seat) => message(seat.page, "word59 end").waitFor()));
  await reaches(() => open(ann.page).count(), 0);
  await message(ben.page, "word59 end").getByText("1 step").click();
  await message(ben.page, "word59 end").getByText("Read a page").waitFor();
  assert.deepEqual(await violationsIn(ann.page), []);
});

test("stops an answer, and queues the next question meanwhile", async () => {
  const told = (page: Page, words: string) => page.getByRole("status").getByText(words).waitFor({ state: "attached" });
  const begun = told(ben.page, "Planner is answering.");
  await ask(ann, "Count slowly.", answers(say(LONG, 400)));
  await begun;
  await open(ann.page).getByText("word1", { exact: false }).waitFor();
  assert.equal(await button(ann.page, "Send").count(), 0);
  // Escape in the composer stops nothing.
  await composer(ann.page).press("Escape");
  await ask(ann, "And then?", answers(say("Second answer.")));
  await open(ann.page).getByText("Waits for the answer before it").waitFor();
  await shoot(ann.page, "agents-queued");
  const stopped = told(ben.page, "Planner was stopped.");
  await ann.page.locator("[data-stop]").click();
  await stopped;
  await message(ann.page, "word1").getByText("Stopped").waitFor();
  await message(ben.page, "Second answer.").waitFor();
  await button(ann.page, "Send").waitFor();
});

test("asks before a change, shows it to the asker alone, and takes the decision by keyboard", async () => {
  const careful = await makeChat("Careful", "writes");
  await Promise.all([show(ann, careful), show(ben, careful)]);
  const page = await makeShared({ type: "DOCUMENT", title: "Letter", content: "Dear all,\nwe come.\nBye" });
  const edits = [{ op: "replace_text", oldText: "we come.", newText: "we come on 12 March." }];
  const edit = tool("edit_page", { page, edits });
  await ask(ann, "Add the date.", answers(edit, say("I left it.")));
  await region(ann.page).waitFor();
  await open(ben.page)
    .getByText(/Waits for ann/)
    .waitFor();
  assert.equal(await region(ben.page).count(), 0);
  const diff = region(ann.page).getByRole("group", { name: "Changes to Letter" });
  await diff.waitFor();
  assert.match(await diff.innerText(), /−\s+Removed:\s+we come\.\s+\+\s+Added:\s+we come on 12 March\./);
  assert.deepEqual(await violationsIn(ann.page), []);
  await shoot(ann.page, "agents-approval");
  // The composer is empty, so the focus moved to the answer that changes nothing.
  await reaches(() => ann.page.evaluate<string>("document.activeElement.innerText"), "Not now");
  await ann.page.waitForTimeout(600);
  await ann.page.keyboard.press("Enter");
  await message(ann.page, "I left it.").waitFor();
  assert.equal(await stored(ann.page, page), "Dear all,\nwe come.\nBye");
  await ask(ann, "Add it, please.", answers(edit, say("I added it.")));
  await reaches(() => ann.page.evaluate<string>("document.activeElement.innerText"), "Not now");
  await ann.page.waitForTimeout(600);
  await ann.page.keyboard.press("Tab");
  await ann.page.keyboard.press("Enter");
  await message(ann.page, "I added it.").waitFor();
  assert.equal(await stored(ann.page, page), "Dear all,\nwe come on 12 March.\nBye");
});

test("answers in the thread of a channel's message that mentions the agent", async () => {
  const channel = await makePage(ann.page, { type: "CHANNEL", title: "Launch" });
  await share(ann, ben, channel, true);
  await Promise.all([show(ann, channel), show(ben, channel)]);
  const marker = await scriptModel(answers(say(`${LONG} done`, 50)));
  const content = `@[Planner](page:${chat}) what now? ${marker}`;
  const posted = await callApi(ann.page, "POST", `/api/pages/${channel}/messages`, { content });
  assert.equal(posted.status, 201);
  await Promise.all([ann, ben].map((seat) => open(seat.page).getByText("word9", { exact: false }).waitFor()));
  assert.equal(await ann.page.locator("[data-stop]").count(), 1);
  await ben.page.getByRole("list", { name: "Replies" }).getByText("word59 done").waitFor();
  await reaches(() => open(ben.page).count(), 0);
});

test("undoes what an answer changed, for its asker only", async () => {
  await Promise.all([show(ann, chat), show(ben, chat)]);
  const page = await makeShared({ type: "DOCUMENT", title: "Minutes", content: "first" });
  const edit = { page, edits: [{ op: "append", content: "second" }] };
  await ask(ann, "Write more.", answers(tool("edit_page", edit), say("Written.")));
  await message(ann.page, "Written.").getByText("Changed 1 page").waitFor();
  assert.equal(await stored(ann.page, page), "first\nsecond");
  await message(ben.page, "Written.").waitFor();
  assert.equal(await button(ben.page, "Undo all").count(), 0);
  await shoot(ann.page, "agents-changed");
  await button(ann.page, "Undo all").click();
  await ann.page.getByRole("dialog", { name: "Undo this answer?" }).getByRole("button", { name: "Undo" }).click();
  await message(ann.page, "Written.").getByText("Undone").waitFor();
  await message(ann.page, "Written.").getByRole("link", { name: "Minutes" }).waitFor();
  await shoot(ann.page, "agents-undone");
  assert.equal(await stored(ann.page, page), "first");
});

test("opens a citation at the quoted lines, and says if they have changed since", async () => {
  const lines = Array.from({ length: 80 }, (_, at) => `Line ${at + 1} of the text.`);
  const page = await makeShared({ type: "DOCUMENT", title: "Source", content: lines.join("\n\n") });
  await show(ann, chat);
  const link = `/pages/${page}?revision=1#L119`;
  const read = tool("fetch", { id: page, startLine: 115, endLine: 121 });
  await ask(ann, "Where?", answers(read, say(`There [1](${link} "Line 60 of the text").`)));
  const cite = (seat: Seat) => message(seat.page, "There 1.").locator("a.md-cite");
  assert.equal(await cite(ann).getAttribute("title"), "Line 60 of the text");
  const marked = (seat: Seat) =>
    seat.page.evaluate<string>("String([...(CSS.highlights.get('cited') ?? [])][0] ?? '').trim()");
  const changedNotice = (seat: Seat) => seat.page.getByText("no longer on these lines");
  await cite(ann).click();
  await reaches(() => marked(ann), "Line 60 of the text.");
  assert.equal(await ann.page.getByText("Line 60 of the text.").isVisible(), true);
  assert.equal(await changedNotice(ann).count(), 0);
  await callApi(ann.page, "PATCH", `/api/pages/${page}`, { content: `New\n\n${lines.join("\n\n")}` });
  await show(ben, chat);
  await cite(ben).click();
  await changedNotice(ben).waitFor();
  await reaches(() => marked(ben), "Line 59 of the text.");
});

test("loads no image of an answer, names the hosts of links, and explains failures", async () => {
  await show(ann, chat);
  const text =
    "![A cat](/api/files/1/view) ![](https://evil.example/x.png?data=1)\n\n![B](https://evil.example/y.png)\n\n" +
    "[Here](https://evil.example/z) and [plan](/pages/a).\n\n| a |\n| - |\n| ![C](https://evil.example/c.png) |";
  await ask(ann, "Show me.", answers(say(text)));
  const shown = message(ann.page, "Here and plan");
  await shown.waitFor();
  assert.equal(await shown.locator("img").count(), 0);
  const link = shown.getByRole("link", { name: /^Here/ });
  assert.equal(await link.getAttribute("data-host"), "evil.example");
  assert.match((await link.getAttribute("rel")) ?? "", /noreferrer noopener/);
  await shoot(ann.page, "agents-links");
  await ask(ann, "Fail.", `401!${answers(say("never"))}`);
  await ann.page.getByText("The model's provider denied access.").waitFor();
  await shoot(ann.page, "agents-failed");
  const gone = await makeChat("Gone");
  await callApi(ann.page, "PATCH", `/api/pages/${gone}/agent-config`, { aiProvider: "openai", aiModel: "gone" });
  await show(ann, gone);
  await ask(ann, "Anybody here?", answers(say("never")));
  await message(ann.page, "Anybody here?").getByText("the agent's model is not available here").waitFor();
  assert.equal(await open(ann.page).count(), 0);
  assert.deepEqual([ann.faults, ben.faults], [[], []]);
});
