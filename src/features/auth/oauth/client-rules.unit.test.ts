/** Which URLs may describe an app, and which fields of its metadata are used. */
import { expect, test } from "vitest";
import { ClientDocument, faultOf, isDocumentAddress, Registration } from "./client-rules.ts";

const OWN = "https://octavo.example";

test.each(["https://app.example.com/oauth/client.json", "https://a.io/c", "https://xn--mnchen-3ya.de/client"])(
  "accepts %s as the address of a client document",
  (id) => {
    expect(isDocumentAddress(id, OWN)).toBe(true);
  },
);

test.each([
  "",
  "app.example.com",
  "https://",
  "http://app.example.com/client",
  "https://app.example.com",
  "https://app.example.com/",
  "https://app.example.com/client?x=1",
  "https://app.example.com/client?",
  "https://app.example.com/client#",
  "https://app.example.com/client#x",
  "https://@app.example.com/client",
  "https://ann@app.example.com/client",
  "https://ann:secret@app.example.com/client",
  "https://app.example.com:8443/client",
  "https://app.example.com:443/client",
  "https://APP.example.com/client",
  "https://app.example.com/a/../client",
  "https://app.example.com\\client",
  "https://octavo.example/client",
  "https://localhost/client",
  "https://app.localhost/client",
  "https://printer.local/client",
  "https://db.internal/client",
  "https://wiki.corp/client",
  "https://wiki.intranet/client",
  "https://router.lan/client",
  "https://router.home/client",
  "https://a.private/client",
  "https://a.test/client",
  "https://a.invalid/client",
  "https://a.onion/client",
  "https://1.0.0.127.in-addr.arpa/client",
  "https://a.alt/client",
  "https://127.0.0.1/client",
  "https://0x7f.1/client",
  "https://[::1]/client",
  "https://intra/client",
  "https://a.b/client",
  "https://-app.example.com/client",
  "https://app-.example.com/client",
  "https://a_b.example.com/client",
  "https://app.example.c0-/client",
  "https://app.example.com./client",
  "https://app..example.com/client",
])("rejects %s as the address of a client document", (id) => {
  expect(isDocumentAddress(id, OWN)).toBe(false);
});

test("accepts public names that only resemble internal ones", () => {
  expect(isDocumentAddress("https://app.mylocal/client", OWN)).toBe(true);
  expect(isDocumentAddress("https://local.example.com/client", OWN)).toBe(true);
});

test("limits the length of a client id address", () => {
  const id = `https://app.example.com/${"x".repeat(488)}`;
  expect([isDocumentAddress(id, OWN), isDocumentAddress(`${id}x`, OWN)]).toEqual([true, false]);
});

test("shortens a client name to one line of 60 characters without hidden or direction characters", () => {
  const nameOf = (client_name: unknown): string => Registration.parse({ client_name }).client_name;
  expect(nameOf("  Notes\n\u202eApp\u200b 2\u2028 ")).toBe("Notes App 2");
  expect(nameOf("Ame\u0301lie")).toBe("Am\u00e9lie");
  expect(nameOf("😀".repeat(61))).toBe("😀".repeat(60));
  expect(nameOf(`${"x".repeat(59)} y`)).toBe("x".repeat(59));
  for (const none of [undefined, "", " \u200b"]) expect(nameOf(none)).toBe("An app without a name");
});

test("requires redirect addresses in a client document and rejects client secrets", () => {
  const document = { client_id: "https://a.io/c", redirect_uris: ["https://a.io/cb"] };
  expect(ClientDocument.parse(document)).toEqual({
    ...document,
    client_name: "An app without a name",
    token_endpoint_auth_method: "none",
  });
  for (const changes of [
    { redirect_uris: [] },
    { redirect_uris: ["http://a.io/cb"] },
    { redirect_uris: Array.from({ length: 21 }, (_, i) => `https://a.io/${i}`) },
    { token_endpoint_auth_method: "client_secret_basic" },
    { client_id: undefined },
  ])
    expect(ClientDocument.safeParse({ ...document, ...changes }).success, JSON.stringify(changes)).toBe(false);
});

test("fills in defaults of a registration, and reports the OAuth error of an invalid one", () => {
  expect(Registration.parse({})).toEqual({
    client_name: "An app without a name",
    redirect_uris: [],
    grant_types: ["authorization_code", "refresh_token"],
  });
  const fault = (registration: object): string => {
    const { error } = Registration.safeParse(registration);
    return error ? faultOf(error) : "none";
  };
  expect(fault({ redirect_uris: ["ftp://a.io/"], client_name: 1 })).toBe("invalid_redirect_uri");
  expect(fault({ client_name: 1 })).toBe("invalid_client_metadata");
  expect(fault({ grant_types: Array.from({ length: 11 }, () => "x") })).toBe("invalid_client_metadata");
});
