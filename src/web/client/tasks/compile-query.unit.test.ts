import { expect, test } from "vitest";
import { inLanguage } from "../../../words/language.ts";
import { compileQuery } from "./compile-query.ts";

test("reports the error of a condition in the user's language", () => {
  const faultIn = (source: string) => compileQuery(source, [], { userId: null, today: "2026-11-29" }).fault;
  expect(faultIn("Due <= today")).toBe(null);
  expect(faultIn("Stauts = Done")).toBe("Character 1: there is no property “Stauts”. Did you mean “Status”?");
  expect(inLanguage("de", () => faultIn("Stauts = Done"))).toBe(
    "Zeichen 1: Es gibt keine Eigenschaft „Stauts“. Meinst du „Status“?",
  );
});
