import { expect, test } from "vitest";
import { acceptedLanguage } from "./preferences.ts";

test("selects the supported language that the browser prefers most", () => {
  expect(acceptedLanguage("fr-FR,de-AT;q=0.7,en;q=0.8")).toBe("en");
  expect(acceptedLanguage("de-CH, de;q=0.9, en;q=0.8")).toBe("de");
  expect(acceptedLanguage("en;q=0, ar-EG;q=0.1")).toBe("ar");
  expect(acceptedLanguage("*")).toBe("en");
  expect(acceptedLanguage(undefined)).toBe("en");
});
