import { expect, test } from "vitest";
import { v7 } from "uuid";
import { idForKey } from "./keyed-id.ts";

const KEY = "01928f3e-0000-7000-8000-0123456789ab";

test("derives one id from a key, with the key's timestamp", async () => {
  const id = await idForKey("ann", KEY);
  expect(await idForKey("ann", KEY.toUpperCase())).toBe(id);
  expect(id).toMatch(/^01928f3e-0000-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(id).not.toBe(KEY);
});

test("derives different ids for other users and keys", async () => {
  const ids = [await idForKey("ann", KEY), await idForKey("bob", KEY), await idForKey("ann", v7())];
  expect(new Set(ids).size).toBe(3);
});
