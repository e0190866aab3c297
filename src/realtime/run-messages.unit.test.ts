/** Clients that follow only agents' answers read their messages among all others of the protocol. */
import { expect, test } from "vitest";
import {
  encodeFrame,
  writeAwareness,
  writeDocument,
  writeMark,
  writePeople,
  writeRefused,
  writeRights,
  writeRun,
  writeSaved,
  writeSync,
  writeSyncRequest,
  writeUpdate,
} from "./protocol.ts";
import { readRunMessages } from "./run-messages.ts";

const bytes = new Uint8Array([1, 2, 3]);

test("reads answers and marks, and skips every other message", () => {
  const frame = encodeFrame((encoder) => {
    writeDocument(encoder, 300);
    writeSyncRequest(encoder, bytes);
    writeRun(encoder, `{"text":"über 😀"}`);
    writeSync(encoder, bytes);
    writeUpdate(encoder, bytes);
    writeAwareness(encoder, bytes);
    writeSaved(encoder, 1, 2 ** 40);
    writeMark(encoder, 70_000);
    writeRights(encoder, { canEdit: true, canComment: true });
    writePeople(encoder, []);
    writeRefused(encoder, 7, "read_only");
    writeRun(encoder, "second");
  });
  const read = readRunMessages(frame);
  expect(read?.frames).toEqual([`{"text":"über 😀"}`, "second"]);
  expect(read?.marks).toEqual([encodeFrame((encoder) => writeMark(encoder, 70_000))]);
});

test("rejects frames that are cut off or of an unknown kind", () => {
  const whole = encodeFrame((encoder) => writeRun(encoder, "text"));
  for (let length = 1; length < whole.length; length += 1) expect(readRunMessages(whole.slice(0, length))).toBeNull();
  expect(readRunMessages(new Uint8Array([99]))).toBeNull();
  expect(readRunMessages(new Uint8Array(12).fill(255))).toBeNull();
});
