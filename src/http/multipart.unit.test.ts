import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "../kernel/errors.ts";
import { attachment } from "./disposition.ts";
import { readFileIntoMemory } from "./upload.ts";

const CAP = 100_000;

async function read(body: BodyInit, headers: Record<string, string> = {}, cap = CAP): Promise<string> {
  const request = new Request("http://localhost/", { method: "POST", body, headers });
  try {
    return Buffer.from((await readFileIntoMemory(request, cap)).file).toString("latin1");
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

const multipart = (body: string, boundary = "edge"): Promise<string> =>
  read(body, { "Content-Type": `multipart/form-data; boundary=${boundary}` });

const part = (head: string, content: string): string =>
  `--edge\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;

test("reads any file bytes unchanged, with fields before and after", async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
      const form = new FormData();
      form.append("before", "file");
      form.append("file", new File([new Uint8Array(bytes)], 'a "name"; name="x".zip'));
      form.append("after", "--");
      expect(await read(form)).toBe(Buffer.from(bytes).toString("latin1"));
    }),
  );
});

test.each([
  ["no part with the expected name", `${part('name="other"', "x")}--edge--\r\n`],
  ["two parts with the expected name", `${part('name="file"', "x").repeat(2)}--edge--\r\n`],
  ["no end", part('name="file"', "x")],
  ["no content", ""],
  ["no boundary", "x".repeat(1_000)],
  ["a part without a header", "--edge\r\nx\r\n--edge--"],
  ["a file name instead of a part name", `${part('filename="file"', "x")}--edge--\r\n`],
])("rejects a body with %s", async (_, body) => expect(await multipart(body)).toBe("invalid_multipart"));

test.each([
  ['name="file"; filename="a.txt"', "a.txt"],
  ["name=file; filename=a.txt", "a.txt"],
  ['filename="a.txt"; name="file"', "a.txt"],
  ['name="file"; filename=""', ""],
  ['name="file"', ""],
  ['name="file"; filename="C:\\photos\\a.txt"', "a.txt"],
  ['name="file"; filename="../../etc/passwd"', "passwd"],
  ['name="file"; filename=".."', ""],
  ['name="file"; filename="a \\"b\\" %22c%22; name=x.txt"', 'a "b" "c"; name=x.txt'],
  ['name="file"; filename="ü 漢.txt"', "ü 漢.txt"],
  ['name="file"; filename="u.txt"; filename*=UTF-8\'\'%C3%BC%20%E6%BC%A2.txt', "ü 漢.txt"],
  ['name="file"; filename="u.txt"; filename*=UTF-8\'\'%C3', "u.txt"],
])("reads from the part header %s the file name “%s”", async (head, filename) => {
  const request = new Request("http://localhost/", {
    method: "POST",
    body: `${part(head, "x")}--edge--\r\n`,
    headers: { "Content-Type": "multipart/form-data; boundary=edge" },
  });
  expect((await readFileIntoMemory(request, CAP)).filename).toBe(filename);
});

test("accepts folded headers and spaces after a boundary, and rejects a longer boundary", async () => {
  const folded = '--edge \t\r\nContent-Disposition: form-data;\r\n name="file"\r\n\r\nx\r\n--edge--';
  expect(await multipart(folded)).toBe("x");
  expect(await multipart(folded.replace("--edge \t", "--edges"))).toBe("invalid_multipart");
  expect(await multipart(folded.replace("x\r\n", `x\r\n--edg\r\n`))).toBe("x\r\n--edg");
});

test("rejects a part header without an end at the size limit", async () => {
  expect(await multipart(`--edge\r\nX: ${"x".repeat(17_000)}\r\n\r\n\r\n--edge--`)).toBe("invalid_multipart");
});

test("accepts an empty file and ignores preamble and epilogue", async () => {
  expect(await multipart(`${part('name="file"; filename="a"', "")}--edge--\r\n`)).toBe("");
  expect(await multipart(`preamble\r\n${part('name="file"', "x")}--edge--\r\nepilogue`)).toBe("x");
});

test("rejects a body that is too long, with or without a Content-Length", async () => {
  const body = `${part('name="file"', "x".repeat(CAP))}--edge--\r\n`;
  const type = { "Content-Type": 'multipart/form-data; boundary="edge"' };
  expect(await read(body, { ...type, "Content-Length": String(body.length) })).toBe("payload_too_large");
  expect(await read(body, type)).toBe("payload_too_large");
});

test.each([
  ["plain.md", 'attachment; filename="plain.md"'],
  ["Ü (1).md", "attachment; filename=\"_ (1).md\"; filename*=UTF-8''%C3%9C%20%281%29.md"],
  ['a"b%.md', "attachment; filename=\"a_b_.md\"; filename*=UTF-8''a%22b%25.md"],
])("encodes the file name %s as %s", (name, header) => expect(attachment(name)).toBe(header));
