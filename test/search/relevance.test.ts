/** Search results and their ranking, in several languages and in code. */
import { beforeAll, describe, expect, test } from "vitest";
import { type World, world } from "../support/world.ts";
import { ask, indexNow, titles, write } from "./fixtures.ts";

let w: World;

/** Newest last, so that the expected order is not simply the order of creation. */
const LIBRARY = [
  { title: "Deployment guide", content: "How to bring the service up.\nRollback is manual." },
  { title: "Rollback", content: "What to do when a deployment fails." },
  { title: "Incident 12", content: "The rollback was slow. A second rollback helped, then a third rollback." },
  { title: "Meeting notes", content: "We spoke of many things, and of rollback among them." },
  { title: "How to rollback a database", content: "Restore the last backup." },
  { title: "Crème brûlée", content: "Sugar, cream, eggs. Ångström is no unit of cooking." },
  { title: "Donaudampfschifffahrt", content: "Der Kapitän der Gesellschaft trug eine Mütze.\nDie Größe war egal." },
  { title: "Strasse", content: "Eine Straße in München, gleich an der Überführung." },
  { title: "Haftpflichtversicherung", content: "Die Rechtsschutzversicherungsgesellschaft antwortet nicht." },
  { title: "保存设置", content: "如果无法保存,请检查磁盘。常见问题在最后一页。" },
  { title: "发布流程", content: "先构建,再测试,然后部署到生产环境。有问题请联系我们。" },
  { title: "データベース設計", content: "テーブルの正規化について。東京都の住所を保存する。" },
  { title: "会議メモ", content: "次回の会議は京都で行います。ｶﾀｶﾅも探せる。" },
  { title: "검색 안내", content: "한국어 문서를 찾을 수 있습니다." },
  { title: "store.ts", type: "CODE", content: "export const page_contents = new HTTPClient(getUserName(id));" },
  { title: "names.ts", type: "CODE", content: "const page = user.contents; // get the name of an account" },
  { title: "KI", content: "Ein kurzer Titel." },
  { title: "Kitchen", content: "Pots and pans." },
  { title: "🚀 Launch", content: "Go." },
  { title: "Заметки", content: "Ёлка стоит в углу. Привет, МИР!" },
] as const;

beforeAll(async () => {
  w = await world();
  await write(w, LIBRARY);
  await indexNow();
});

describe("ranking", () => {
  test.each([
    // Exact title; word in the title; main topic; mention. Within each group, the most recently changed comes first.
    ["rollback", ["Rollback", "How to rollback a database", "Incident 12", "Meeting notes", "Deployment guide"]],
    ["ROLLBACK", ["Rollback", "How to rollback a database", "Incident 12", "Meeting notes", "Deployment guide"]],
    // All words with one of them in the title rank above all words in the text.
    ["deployment rollback", ["Rollback", "Deployment guide"]],
    ["rollback database", ["How to rollback a database"]],
  ])("ranks results for %s", async (q, expected) => {
    expect((await titles(w.as("vera"), q)).slice(0, expected.length)).toEqual(expected);
  });

  test("scores decrease from 1 to 0, and distinguish title from text", async () => {
    const { results } = await ask(w.as("vera"), "rollback");
    const scores = results.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(scores[0]).toBe(1);
    expect(scores.at(-1)).toBeLessThan(0.7);
  });

  test("ranks pages with all words first, then those missing one, then those with only one", async () => {
    const found = await titles(w.as("vera"), "rollback slow helped zebra");
    expect(found[0]).toBe("Incident 12");
    expect(found).toContain("Meeting notes");
  });
});

describe("matches", () => {
  test.each([
    // Accents and case are ignored.
    ["creme brulee", "Crème brûlée"],
    ["angstrom", "Crème brûlée"],
    ["munchen", "Strasse"],
    ["MÜNCHEN", "Strasse"],
    ["uberfuhrung", "Strasse"],
    ["grosse", "Donaudampfschifffahrt"],
    ["Größe", "Donaudampfschifffahrt"],
    ["straße", "Strasse"],
    ["елка", "Заметки"],
    ["мир", "Заметки"],
    // Parts of compounds match, even across an expanded ligature.
    ["schifffahrt", "Donaudampfschifffahrt"],
    ["dampf", "Donaudampfschifffahrt"],
    ["versicherung", "Haftpflichtversicherung"],
    ["schutzversicherungsges", "Haftpflichtversicherung"],
    ["rosse", "Donaudampfschifffahrt"],
    // Chinese and Japanese match by one, two or more characters; Korean by stems.
    ["保存", "保存设置"],
    ["问题", "发布流程"],
    ["题", "发布流程"],
    ["生产环境", "发布流程"],
    ["東京", "データベース設計"],
    ["京都", "会議メモ"],
    ["ベース", "データベース設計"],
    ["カタカナ", "会議メモ"],
    ["한국", "검색 안내"],
    ["문서", "검색 안내"],
    // Code identifiers match in full, in parts, and while being typed.
    ["page_contents", "store.ts"],
    ["getUserName", "store.ts"],
    ["getusername", "store.ts"],
    ["userna", "store.ts"],
    ["page_con", "store.ts"],
    ["HTTPClient", "store.ts"],
    ["http client", "store.ts"],
    ["store.ts", "store.ts"],
    // Two-character words and prefixes match.
    ["KI", "KI"],
    ["de", "Deployment guide"],
    ["dep", "Deployment guide"],
    ["depl", "Deployment guide"],
    ["deployment gui", "Deployment guide"],
    ["roll data", "How to rollback a database"],
    ["🚀", "🚀 Launch"],
    ["１２", "Incident 12"],
  ])("finds pages for %s", async (q, expected) => {
    expect(await titles(w.as("vera"), q)).toContain(expected);
  });

  test("ranks a short word before longer words that start with it", async () => {
    expect((await titles(w.as("vera"), "ki")).slice(0, 2)).toEqual(["KI", "Kitchen"]);
  });

  test("ranks an exact code identifier before its parts spread over a page", async () => {
    expect((await titles(w.as("vera"), "page_contents"))[0]).toBe("store.ts");
    expect(await titles(w.as("vera"), "user name")).toEqual(["names.ts", "store.ts"]);
  });

  test("finds a Chinese phrase with words in between", async () => {
    expect(await titles(w.as("vera"), "如何保存问题")).toContain("保存设置");
  });

  test.each(["!!!", "…", "\"'`;--", "𝕊 ", "*", "ﷺ"])("returns nothing for %s", async (q) => {
    expect(await titles(w.as("vera"), q)).toEqual([]);
  });

  test("does not match letters across separate words", async () => {
    // Every trigram of the query occurs in the page, but never as one word.
    const [title] = ["Apart"];
    await write(w, [{ title, content: "abcde cdefg" }]);
    await indexNow();
    expect(await titles(w.as("vera"), "abcdefg")).toEqual([]);
    expect(await titles(w.as("vera"), "bcde")).toEqual([title]);
  });
});

describe("filters", () => {
  test("limit results by type and by drive", async () => {
    await write(w, [{ title: "Rollback of the neighbours", driveId: w.otherDrive }]);
    await indexNow();
    expect(await titles(w.as("vera"), "page", { type: "CODE" })).toEqual(["store.ts", "names.ts"].toReversed());
    expect(await titles(w.as("vera"), "rollback", { type: "CODE" })).toEqual([]);
    expect(await titles(w.as("oscar"), "rollback", { driveId: w.otherDrive })).toEqual(["Rollback of the neighbours"]);
    expect((await w.as("oscar").get(`/api/search?q=rollback&driveId=${w.drive}`)).status).toBe(404);
  });
});
