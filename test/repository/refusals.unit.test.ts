/** Translated API errors: each translated sentence still exists in the code, and each error code has a sentence. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { READINGS } from "../../src/formats/tables/read-table.ts";
import { ERROR_CODES } from "../../src/kernel/errors.ts";
import { sentences } from "../../src/words/de/refusals.ts";
import { reasons } from "../../src/words/de/transfer-reasons.ts";
import { withDisplaySettings } from "../../src/words/language.ts";
import { words } from "../../src/words/refusals.ts";
import type { Refusal } from "../../src/words/refusal.ts";

const said = (language: "en" | "de" | "ar", refusal: Partial<Refusal>): string =>
  withDisplaySettings({ language, appearance: "system" }, () =>
    words.say({ code: "conflict", sentence: "Something new.", retryAfter: null, ...refusal }),
  );

test("translates only sentences that the service sends", () => {
  const source = globSync("src/{commit,features,formats,http,kernel,permissions}/**/*.ts")
    .filter((file) => !file.endsWith(".test.ts"))
    .map((file) => readFileSync(file, "utf8").replaceAll(/\$\{[^}]*\}/g, "#"))
    .concat(READINGS)
    .join("\n");
  expect(Object.keys({ ...sentences, ...reasons }).filter((sentence) => !source.includes(sentence))).toEqual([]);
});

test("translates a known sentence together with its values", () => {
  expect(said("de", { sentence: "This username is taken." })).toBe("Dieser Benutzername ist vergeben.");
  expect(said("ar", { sentence: "This username is taken." })).toBe("اسم المستخدم هذا محجوز.");
  const sentence = "You have 1,000 of 1,000 drives, including the trash. Permanently delete one to create another.";
  expect(said("de", { sentence })).toContain("Du hast 1.000 von 1.000 Ablagen");
});

test("translates a sentence that follows a field name", () => {
  const sentence = "username: must be 3 to 30 letters from a to z, digits or underscores";
  expect(said("de", { code: "invalid_request", sentence })).toMatch(/^Ein Benutzername besteht aus/);
});

test("translates an unknown sentence by its error code, and quotes it when it adds information", () => {
  expect(said("de", { code: "not_found" })).toBe("Das gibt es nicht, oder du darfst es nicht sehen.");
  expect(said("de", { code: "conflict" })).toBe("Das ging nicht: Something new.");
  expect(said("ar", { code: "conflict" })).toBe("تعذّر ذلك: \u2066Something new.\u2069");
});

test("formats the wait in the plural form of the language", () => {
  const limited = (language: "de" | "ar", retryAfter: number) => said(language, { code: "rate_limited", retryAfter });
  expect(limited("de", 1)).toBe("Zu viele Anfragen. Versuche es in 1 Sekunde noch einmal.");
  expect(limited("de", 40)).toBe("Zu viele Anfragen. Versuche es in 40 Sekunden noch einmal.");
  expect(limited("de", 900)).toBe("Zu viele Anfragen. Versuche es in 15 Minuten noch einmal.");
  expect(limited("ar", 2)).toBe("الطلبات كثيرة جدًا. حاول مرة أخرى بعد ثانيتين.");
});

test("keeps the service's sentences in English", () => {
  for (const code of ERROR_CODES) expect(said("en", { code })).toBe("Something new.");
});

test("shows the service's sentence for an unknown error code", () => {
  expect(said("de", { code: "brand_new" as Refusal["code"] })).toBe("Something new.");
});
