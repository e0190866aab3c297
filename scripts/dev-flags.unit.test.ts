import { expect, test } from "vitest";
import { planDev, readFlag } from "./dev-flags.ts";

test("a flag is read in every spelling Wrangler takes, and the last one counts", () => {
  expect(readFlag(["--persist-to", "a", "--persistTo=b"], "persist-to")).toBe("b");
  expect(readFlag(["-c", "other.toml"], "config", "c")).toBe("other.toml");
  expect(readFlag(["--portable", "1"], "port")).toBeUndefined();
});

test("without flags the service listens on the default port and its origin names it", () => {
  const { dev } = planDev([], 8787, false);
  expect(dev).toEqual([
    "--port",
    "8787",
    "--var",
    "APP_ORIGIN:http://localhost:8787",
    "--show-interactive-dev-session=false",
  ]);
});

test("the caller's flags come first and unchanged, and the origin follows their port and protocol", () => {
  const given = ["--port=9000", "--local-protocol", "https", "--var", "A:1", "B:2", "--inspector-port", "0"];
  const { dev } = planDev(given, 8787, false);
  expect(dev.slice(0, given.length)).toEqual(given);
  expect(dev).toContain("APP_ORIGIN:https://localhost:9000");
  expect(dev.filter((arg) => arg.startsWith("--port"))).toEqual(["--port=9000"]);
});

test("port 0 becomes a port that is known beforehand, so that the origin can name it", () => {
  for (const given of [["--port", "0"], ["--port=0"]]) {
    const { dev } = planDev(given, 4321, false);
    expect(dev).toEqual(expect.arrayContaining(["--port", "4321", "APP_ORIGIN:http://localhost:4321"]));
    expect(dev).not.toContain("0");
    expect(dev).not.toContain("--port=0");
  }
});

test("an origin the caller chose, by flag or by file, is left alone", () => {
  const origins = (args: string[], inFile: boolean) =>
    planDev(args, 8787, inFile).dev.filter((arg) => arg.includes("APP_ORIGIN"));
  expect(origins(["--var", "A:1", "APP_ORIGIN:http://octavo.test"], false)).toEqual(["APP_ORIGIN:http://octavo.test"]);
  expect(origins(["--var=APP_ORIGIN:http://octavo.test"], false)).toEqual(["--var=APP_ORIGIN:http://octavo.test"]);
  expect(origins([], true)).toEqual([]);
});

test("migrations run where the server keeps its database", () => {
  const { migrate } = planDev(["--persist-to=/tmp/x", "--env", "staging", "--port", "1"], 8787, false);
  expect(migrate).toEqual(["d1", "migrations", "apply", "DB", "--local", "--persist-to", "/tmp/x", "--env", "staging"]);
});
