/** SIGNUP and the limits of the instance, as an operator writes them. */
import { expect, test } from "vitest";
import { parseConfig } from "./config.ts";

const read = (variables: object) => parseConfig({ ENVIRONMENT: "development", ...variables });

test("an installation without these variables is open and has no limits", () => {
  for (const variables of [{}, { SIGNUP: "", INSTANCE_TEXT_BYTES: " ", INSTANCE_USERS: "0" }])
    expect(read(variables)).toMatchObject({
      signUp: { kind: "open" },
      instanceLimits: { text: null, pages: null, files: null, users: null, mails: null },
    });
});

test("reads the policy and its domains in the form in which addresses are stored", () => {
  expect(read({ SIGNUP: " Invited " }).signUp).toEqual({ kind: "invited" });
  expect(read({ SIGNUP: "closed" }).signUp).toEqual({ kind: "closed" });
  expect(read({ SIGNUP: "domains: Example.com,bücher.example," }).signUp).toEqual({
    kind: "domains",
    domains: ["example.com", "xn--bcher-kva.example"],
  });
});

test("rejects other policies, and limits that are no whole numbers", () => {
  for (const SIGNUP of [
    "yes",
    "domains:",
    "domains",
    "domains:,",
    "domains:example",
    "domains:@example.com",
    "domains:a.b c.d",
  ])
    expect(() => read({ SIGNUP }), SIGNUP).toThrow("SIGNUP must be open, invited, closed, or domains:");
  for (const INSTANCE_PAGES of ["-1", "1.5", "many"]) expect(() => read({ INSTANCE_PAGES })).toThrow("INSTANCE_PAGES");
});
