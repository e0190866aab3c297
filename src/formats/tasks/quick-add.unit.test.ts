import { expect, test } from "vitest";
import { MAX_QUICK_LENGTH, type QuickContext, readQuickTask, sourceOf } from "./quick-add.ts";

/** A Sunday. */
const TODAY = "2026-11-29";
const CONTEXT: QuickContext = {
  today: TODAY,
  people: [
    { id: "u1", name: "Ann Lee" },
    { id: "u2", name: "Ben Fox" },
    { id: "u3", name: "Ben Hill" },
    { id: "u4", name: "Jürgen [x]" },
  ],
  statuses: [
    { key: "todo", label: "To do" },
    { key: "doing", label: "Doing" },
    { key: "review", label: "In review" },
  ],
};

const line = (text: string): string => sourceOf(readQuickTask(text, CONTEXT), CONTEXT);

test.each([
  ["Call the hall @ann tomorrow #venue !high est:2h every week", "Call the hall @[Ann Lee](user:u1) due:2026-11-30 !high est:2h #venue every:1w"],
  ["Halle anrufen @Ann morgen #Ort !hoch est:2h jede Woche", "Halle anrufen @[Ann Lee](user:u1) due:2026-11-30 !high est:2h #Ort every:1w"],
  ["اتصل بالقاعة غدًا #مكان !عالية كل أسبوع", "اتصل بالقاعة due:2026-11-30 !high #مكان every:1w"],
  ["Pay the rent by 3 Dec", "Pay the rent due:2026-12-03"],
  ["Pay the rent Dec 3rd, 2027", "Pay the rent due:2027-12-03"],
  ["Miete zahlen bis 03.12.", "Miete zahlen due:2026-12-03"],
  ["Miete zahlen am 3. Dezember", "Miete zahlen due:2026-12-03"],
  ["Miete zahlen 3.1.2028", "Miete zahlen due:2028-01-03"],
  ["ادفع الإيجار 3 ديسمبر", "ادفع الإيجار due:2026-12-03"],
  ["New year party on 1 January", "New year party due:2027-01-01"],
  ["Meet on monday", "Meet due:2026-11-30"],
  ["Meet Sunday", "Meet due:2026-12-06"],
  ["Meet next wed", "Meet due:2026-12-02"],
  ["Treffen nächsten Montag", "Treffen due:2026-11-30"],
  ["اجتماع يوم الخميس", "اجتماع due:2026-12-03"],
  ["اجتماع الأسبوع القادم", "اجتماع due:2026-11-30"],
  ["Ask again in 2 weeks", "Ask again due:2026-12-13"],
  ["Nachfragen in einer Woche", "Nachfragen due:2026-12-06"],
  ["اسأل بعد يومين", "اسأل due:2026-12-01"],
  ["Nachfragen übermorgen", "Nachfragen due:2026-12-01"],
  ["Water the plants every 3 days", "Water the plants due:2026-11-29 every:3d"],
  ["Stand-up every weekday", "Stand-up due:2026-11-30 every:weekday"],
  ["Sport every mon, wed and fri", "Sport due:2026-11-30 every:mon,wed,fri"],
  ["Putzen alle 2 Wochen", "Putzen due:2026-11-29 every:2w"],
  ["Putzen jeden Samstag", "Putzen due:2026-12-05 every:sat"],
  ["نظف كل يومين", "نظف due:2026-11-29 every:2d"],
  ["Review the text /in-review remind:1d", "Review the text status:review remind:1d"],
  ["Write status:Doing now", "Write now status:doing"],
  ["Ask @Ben Hill and @ann lee", "Ask and @[Ann Lee](user:u1) @[Ben Hill](user:u3)"],
  ["Ask @jürgen", String.raw`Ask @[Jürgen \[x\]](user:u4)`],
  ["Move it tomorrow, then today", "Move it tomorrow, then due:2026-11-29"],
])("reads %j as %j", (text, expected) => {
  expect(line(text)).toBe(expected);
}); // oxfmt-ignore

test.each([
  "Ask @ben about it",
  "Read the tomorrows",
  "Sun cream for the sat dish",
  "Fix #42 in 3.12 and 03/04",
  "Am Morgen laufen",
  "Read /tmp/x and /unknown",
  "Meet at 5 on 30 February",
  "every:never and est:soon !urgent",
  "Write to bob@ann",
  "tomorrow",
  "May the march begin",
])("keeps ambiguous text as it is: %j", (text) => {
  expect(readQuickTask(text, CONTEXT)).toEqual({ words: text, facts: [] });
});

test("keeps a phrase that the user wants as text", () => {
  const ignored = new Set(["tomorrow"]);
  expect(readQuickTask("Watch Tomorrow today", { ...CONTEXT, ignored })).toMatchObject({
    words: "Watch Tomorrow",
    facts: [{ kind: "due", value: TODAY, text: "today" }],
  });
});

test("reads long and hostile texts", () => {
  for (const part of ["@", "#", "every ", "next ", "in 1 ", "1.", "due:", "/", " ", "est:1h", "every mon, "]) {
    const text = `a ${part.repeat(MAX_QUICK_LENGTH / part.length - 2)}`;
    expect(readQuickTask(text, CONTEXT).words).not.toBe("");
  }
  const long = "tomorrow ".repeat(MAX_QUICK_LENGTH);
  expect(readQuickTask(long, CONTEXT).facts).toEqual([]);
});
