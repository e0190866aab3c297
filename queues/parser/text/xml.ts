/** Reads untrusted XML (W3C XML 1.0) as events, without a tree and without a DTD. */
import { SaxesParser } from "saxes";
import { Unreadable, damaged } from "./unreadable.ts";

export type Attributes = Readonly<Record<string, string>>;

/** Elements are identified by local name, which is unambiguous within one kind of part. */
type XmlHandlers = {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
  /** Elements that are skipped with their content. */
  readonly skip?: ReadonlySet<string>;
  /** Called for the outermost element of each skipped part. */
  readonly skipped?: (name: string, attributes: Attributes) => void;
  /** Called periodically; reading ends when it returns true. */
  readonly isDone?: () => boolean;
};

const MAX_DEPTH = 1_000;
/** In UTF-16 code units: the maximum between two events, such as a text or a tag with all its attributes. */
const MAX_LENGTH = 4_000_000;
const STEP = 65_536;

/** Throws Unreadable for XML that is not well-formed, has a DTD, or is nested too deeply. */
export function readXml(pieces: Iterable<Uint8Array>, handlers: XmlHandlers): void {
  const reading = new XmlReader(handlers);
  for (const text of decoded(pieces)) {
    for (let at = 0; at < text.length; at += STEP) {
      if (handlers.isDone?.()) return;
      reading.write(text.slice(at, at + STEP));
    }
  }
  if (!handlers.isDone?.()) reading.close();
}

class XmlReader {
  readonly #parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  #depth = 0;
  /** The depth of the skipped element, or 0. */
  #skipping = 0;
  #since = 0;

  constructor(handlers: XmlHandlers) {
    const { open, close, text, skip, skipped } = handlers;
    const textRead = (characters: string) => {
      this.#since = 0;
      if (this.#skipping === 0) text?.(characters);
    };
    const passed = () => {
      this.#since = 0;
    };
    this.#parser.on("doctype", () => {
      throw new Unreadable("The document has a DTD, which documents of its kind must not have.");
    });
    this.#parser.on("opentag", (tag) => {
      this.#since = 0;
      if (++this.#depth > MAX_DEPTH) throw new Unreadable("The document is nested too deeply.");
      if (this.#skipping > 0) return;
      const name = local(tag.name);
      if (skip?.has(name)) {
        this.#skipping = this.#depth;
        skipped?.(name, tag.attributes);
      } else open?.(name, tag.attributes);
    });
    this.#parser.on("closetag", (tag) => {
      this.#since = 0;
      const depth = this.#depth--;
      if (this.#skipping === 0) close?.(local(tag.name));
      else if (this.#skipping === depth) this.#skipping = 0;
    });
    this.#parser.on("text", textRead);
    this.#parser.on("cdata", textRead);
    this.#parser.on("comment", passed);
    this.#parser.on("processinginstruction", passed);
  }

  write(text: string): void {
    this.#since += text.length;
    if (this.#since > MAX_LENGTH) throw new Unreadable("A single piece of the document is too long.");
    this.#try(() => this.#parser.write(text));
  }

  close(): void {
    this.#try(() => this.#parser.close());
  }

  #try(work: () => void): void {
    try {
      work();
    } catch (error) {
      throw error instanceof Unreadable ? error : damaged(error);
    }
  }
}

const local = (name: string): string => name.slice(name.indexOf(":") + 1);

/** An attribute by its local name; one with a prefix has precedence. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  for (const key in attributes) if (key.endsWith(name) && key.at(-name.length - 1) === ":") return attributes[key];
  return attributes[name];
}

/** UTF-8, or UTF-16 if the byte order mark says so (XML 1.0 appendix F); surrogate pairs are not split between texts. */
function* decoded(pieces: Iterable<Uint8Array>): Generator<string, void> {
  let decoder: TextDecoder | null = null;
  for (const piece of pieces) {
    decoder ??= new TextDecoder(encodingOf(piece));
    yield decoder.decode(piece, { stream: true });
  }
  if (decoder) yield decoder.decode();
}

function encodingOf([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
}

/** Value of an Office boolean property (ECMA-376 part 1 §22.9.2.7): true if present, unless it says otherwise. */
export const isOn = (attributes: Attributes): boolean => isOnValue(attribute(attributes, "val"));

export const isOnValue = (value: string | undefined): boolean =>
  value === undefined || !/^(?:0|off|false|none)$/.test(value);

export function countIn(attributes: Attributes, name: string, most: number): number {
  const count = Number.parseInt(attribute(attributes, name) ?? "1", 10);
  return Number.isNaN(count) ? 1 : Math.max(0, Math.min(most, count));
}
