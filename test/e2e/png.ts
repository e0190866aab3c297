/** Pictures for tests, built pixel by pixel (PNG, W3C). */
import { crc32, deflateSync } from "node:zlib";

/** A PNG with eight bits per channel, coloured by `colourAt`. */
export function makePng(
  width: number,
  height: number,
  colourAt: (x: number, y: number) => readonly [red: number, green: number, blue: number],
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const line = (y: number): number[] => [0, ...Array.from({ length: width }, (_, x) => colourAt(x, y)).flat()];
  const pixels = Buffer.from(Array.from({ length: height }, (_, y) => line(y)).flat());
  const parts = [chunk("IHDR", header), chunk("IDAT", deflateSync(pixels)), chunk("IEND", Buffer.alloc(0))];
  return Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), ...parts]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
