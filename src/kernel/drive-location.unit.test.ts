import { expect, test } from "vitest";
import { nearestLocation } from "./drive-location.ts";

const at = (latitude: number | null, longitude: number | null) =>
  nearestLocation({ country: "", region: "", latitude, longitude });

test.each([
  ["Sydney", -33.9, 151.2, "oc"],
  ["Auckland, near the date line", -36.8, 174.8, "oc"],
  ["Honolulu", 21.3, -157.9, "wnam"],
  ["Toronto", 43.7, -79.4, "enam"],
  ["Buenos Aires", -34.6, -58.4, "sam"],
  ["London", 51.5, -0.1, "weur"],
  ["Warsaw", 52.2, 21, "eeur"],
  ["Singapore", 1.35, 103.8, "apac"],
  ["Tokyo", 35.7, 139.7, "apac"],
  ["Nairobi", -1.3, 36.8, "afr"],
  ["Dubai", 25.2, 55.3, "me"],
])("%s", (_, latitude, longitude, location) => {
  expect(at(latitude, longitude)).toBe(location);
});

test("is null where the place is unknown", () => {
  expect([at(null, null), at(1, null)]).toEqual([null, null]);
});
