/** Notification messages use the same placeholders in every language, so that no name is lost in translation. */
import { expect, test } from "vitest";
import * as ar from "./ar/notification.ts";
import * as de from "./de/notification.ts";
import * as en from "./en/notification.ts";

const placesIn = (words: Readonly<Record<string, string>>): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(words).map(([name, text]) => [
      name,
      [...text.matchAll(/\{\w+\}/g)].map(([each]) => each).toSorted(),
    ]),
  );

test("uses the same placeholders in every language", () => {
  expect(Object.values(placesIn(en)).flat().length).toBeGreaterThan(15);
  expect(placesIn(de)).toEqual(placesIn(en));
  expect(placesIn(ar)).toEqual(placesIn(en));
});
