import { env } from "cloudflare:workers";
import { crc32, inflateRawSync, deflateRawSync } from "node:zlib";
import { test } from "vitest";
test("probe", async () => {
  console.log(await env.DB.prepare("select octet_length('é') n, sum(value) over (order by key rows unbounded preceding) s from json_each('[1,2,3]')").all().then(r=>r.results));
  console.log(crc32(new Uint8Array([1,2,3])));
  const packed = deflateRawSync(Buffer.alloc(10_000_000));
  try { console.log(inflateRawSync(packed, { maxOutputLength: 1000 }).length); } catch (e) { console.log("E", (e as any).code, String(e)); }
  try { console.log(inflateRawSync(packed.subarray(0, 100), { maxOutputLength: 100000000 }).length); } catch (e) { console.log("E", (e as any).code, String(e)); }
  const ok = inflateRawSync(deflateRawSync(Buffer.from("hi")), { maxOutputLength: 2 }); console.log(ok.length, ok.byteLength, ok.buffer.byteLength);
  console.log(new Date(1980,0,1).getHours(), typeof (ReadableStream as any).from);
});
