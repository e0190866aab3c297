import { expect, test } from "vitest";
import { planDev, readFlag, readVariableNames } from "./flags.ts";

const none = new Set<string>();

test("reads a flag in every spelling that Wrangler accepts, and uses the last one", () => {
  expect(readFlag(["--persist-to", "a", "--persistTo=b"], "persist-to")).toBe("b");
  expect(readFlag(["-c", "other.toml"], "config", "c")).toBe("other.toml");
  expect(readFlag(["--portable", "1"], "port")).toBeUndefined();
});

test("uses the default port for the service and its origin when no flags are given", () => {
  const { dev } = planDev([], 8787, 8787, none);
  expect(dev).toEqual([
    "--config",
    "wrangler.toml",
    "--config",
    "queues/parser/wrangler.toml",
    "--port",
    "8787",
    "--var",
    "ENVIRONMENT:development",
    "--var",
    "APP_ORIGIN:http://localhost:8787",
    "--show-interactive-dev-session=false",
  ]);
});

test("puts the caller's flags first, and derives the origin from the public port and the protocol", () => {
  const given = ["--local-protocol", "https", "--var", "A:1", "B:2", "--inspector-port", "0"];
  const { dev } = planDev(["--port=9000", ...given], 9000, 4321, none);
  const workers = ["--config", "wrangler.toml", "--config", "queues/parser/wrangler.toml"];
  expect(dev.slice(0, workers.length + given.length)).toEqual([...workers, ...given]);
  expect(planDev(["--config", "other.toml"], 8787, 8787, none).dev).not.toContain("wrangler.toml");
  expect(dev).toContain("APP_ORIGIN:https://localhost:9000");
  expect(dev.filter((arg, at) => arg.startsWith("--port") || dev[at - 1] === "--port")).toEqual(["--port", "4321"]);
});

test("passes Wrangler its own port instead of the public one", () => {
  for (const given of [["--port", "0"], ["--port=0"]]) {
    const { dev } = planDev(given, 4321, 4321, none);
    expect(dev).toEqual(expect.arrayContaining(["--port", "4321", "APP_ORIGIN:http://localhost:4321"]));
    expect(dev).not.toContain("0");
    expect(dev).not.toContain("--port=0");
  }
});

test("keeps a variable that the caller set by flag or by file", () => {
  const variables = (args: string[], file: string) =>
    planDev(args, 8787, 8787, readVariableNames(file)).dev.filter((arg) => /APP_ORIGIN|ENVIRONMENT/.test(arg));
  const origin = "APP_ORIGIN:http://localhost:8787";
  expect(variables(["--var", "A:1", "APP_ORIGIN:http://octavo.test"], "ENVIRONMENT=x")).toEqual([
    "APP_ORIGIN:http://octavo.test",
  ]);
  expect(variables(["--var=ENVIRONMENT:production"], "")).toEqual(["--var=ENVIRONMENT:production", origin]);
  expect(variables([], "# APP_ORIGIN=a\nexport ENVIRONMENT = b\n")).toEqual([origin]);
});

test("runs migrations on the server's databases", () => {
  const { migrate } = planDev(["--persist-to=/tmp/x", "--env", "staging", "--port", "1"], 1, 1, none);
  const where = ["--local", "--persist-to", "/tmp/x", "--env", "staging"];
  expect(migrate).toEqual(["DB", "SEARCH"].map((name) => ["d1", "migrations", "apply", name, ...where]));
});
