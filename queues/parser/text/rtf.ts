/** Text of Rich Text Format 1.9.1: paragraphs, with tabs between table cells; no formatting. */
import { type Changes } from "./changes.ts";
import { codePageOf, encodingOfCharset, encodingOfCodePage } from "./rtf-charsets.ts";
import { CHARACTERS, STYLES, REPORTED, SKIPPED, STARRED } from "./rtf-words.ts";
import { scriptText } from "./tex.ts";
import { type TextOutput } from "./text-out.ts";
import { Unreadable, damaged } from "./unreadable.ts";

const MAX_DEPTH = 1_000;
const MAX_FONTS = 10_000;
const MAX_WORD_LENGTH = 32;
/** Text is decoded after this many bytes at a character boundary or, at the latest, after MAX_PENDING bytes anywhere. */
const FULL = 4_096;
const MAX_PENDING = 65_536;

const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** `after` is the number of fallback characters after a \u, for readers that do not support it. */
type Group = {
  isSkipped: boolean;
  isFonts: boolean;
  font: string;
  after: number;
  script: "super" | "sub" | null;
  isHidden: boolean;
};

/** Throws Unreadable if the file is nested too deeply or its outermost group does not end. */
export function readRtf(bytes: Uint8Array, out: TextOutput, changes: Changes): void {
  new RtfReader(bytes, out, changes).read();
}

class RtfReader {
  readonly #bytes: Uint8Array;
  readonly #out: TextOutput;
  readonly #changes: Changes;
  readonly #fonts = new Map<string, string>();
  readonly #decoders = new Map<string, TextDecoder>();
  readonly #outer: Group[] = [];
  #group: Group = { isSkipped: false, isFonts: false, font: "", after: 1, script: null, isHidden: false };
  #at = 0;
  #encoding = "windows-1252";
  #fontOfDocument = "";
  #toSkip = 0;
  #pendingUnit = "";
  /** Multibyte characters are written as one \' per byte. */
  #pendingBytes: number[] = [];
  #ready = "";

  constructor(bytes: Uint8Array, out: TextOutput, changes: Changes) {
    this.#bytes = bytes;
    this.#changes = changes;
    this.#out = out;
  }

  read(): void {
    while (this.#at < this.#bytes.length && !this.#out.truncated) {
      const byte = this.#bytes[this.#at++] ?? 0;
      if (byte === OPEN) this.#openGroup();
      else if (byte === CLOSE) {
        if (this.#closeGroup()) continue;
        this.#flush();
        this.#out.write(this.#ready);
        return;
      } else if (byte === BACKSLASH) this.#readControl();
      // Line endings in the file have no meaning.
      else if (byte !== 0x0d && byte !== 0x0a && byte !== 0) this.#readByte(byte);
    }
    if (!this.#out.truncated) throw damaged("The outermost group is not closed.");
  }

  #openGroup(): void {
    this.#toSkip = 0;
    if (this.#outer.length >= MAX_DEPTH) throw new Unreadable("The document is nested too deeply.");
    this.#outer.push(this.#group);
    this.#group = { ...this.#group };
  }

  /** Returns false at the end of the document; anything after it is ignored. */
  #closeGroup(): boolean {
    this.#toSkip = 0;
    const outer = this.#outer.pop();
    if (outer?.font !== this.#group.font || outer.script !== this.#group.script) this.#flush();
    if (outer) this.#group = outer;
    return this.#outer.length > 0;
  }

  #readControl(): void {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) return;
    if (!isLetter(byte)) {
      this.#at++;
      this.#readSymbol(byte);
      return;
    }
    const start = this.#at;
    while (isLetter(this.#bytes[this.#at] ?? 0) && this.#at - start < MAX_WORD_LENGTH) this.#at++;
    const word = String.fromCharCode(...this.#bytes.subarray(start, this.#at));
    const digits = this.#at;
    if (this.#bytes[this.#at] === 0x2d) this.#at++;
    while (isDigit(this.#bytes[this.#at] ?? 0) && this.#at - digits < 12) this.#at++;
    const number = digits === this.#at ? "" : String.fromCharCode(...this.#bytes.subarray(digits, this.#at));
    if (this.#bytes[this.#at] === 0x20) this.#at++;
    this.#readWord(word, number);
  }

  #readSymbol(byte: number): void {
    switch (String.fromCharCode(byte)) {
      case "'": {
        const value = Number.parseInt(String.fromCharCode(...this.#bytes.subarray(this.#at, this.#at + 2)), 16);
        this.#at += 2;
        if (!Number.isNaN(value)) this.#readByte(value);
        break;
      }
      case "*":
        this.#group.isSkipped = true;
        break;
      case "~":
        this.#writeText("\u00a0");
        break;
      case "_":
        this.#writeText("\u2011");
        break;
      case "\n":
      case "\r":
        this.#writeText("\n");
        break;
      case "\\":
      case "{":
      case "}":
        this.#readByte(byte);
        break;
    }
  }

  #readWord(word: string, digits: string): void {
    const number = Number.parseInt(digits || "0", 10);
    const reported = REPORTED[word];
    if (reported !== undefined && (!this.#group.isSkipped || STARRED.has(word))) this.#changes.note(reported);
    const character = CHARACTERS[word];
    if (character !== undefined) this.#writeText(character);
    else if (word === "u") this.#readUnit(number);
    else if (word === "uc") this.#group.after = Math.max(0, Math.min(100, number));
    else if (word === "bin") this.#at += Math.max(0, number);
    else if (word === "fonttbl") Object.assign(this.#group, { isSkipped: true, isFonts: true });
    else if (SKIPPED.has(word)) this.#group.isSkipped = true;
    // A shape's text is inside a destination that is skipped.
    else if (word === "shptxt") this.#group.isSkipped = false;
    else this.#readProperty(word, digits, number);
  }

  #readProperty(word: string, digits: string, number: number): void {
    if (STYLES.has(word) && digits !== "0" && !this.#group.isSkipped) this.#changes.note("styles");
    switch (word) {
      case "super":
      case "sub":
        this.#setScript(digits === "0" ? null : word);
        break;
      case "nosupersub":
        this.#setScript(null);
        break;
      case "v":
        this.#hide(digits !== "0");
        break;
      case "deleted":
        if (digits !== "0" && !this.#group.isSkipped) this.#changes.note("trackedChanges");
        if (digits !== "0") this.#group.isSkipped = true;
        break;
      case "ansicpg":
        this.#encoding = encodingOfCodePage(number);
        break;
      case "mac":
      case "pc":
      case "pca":
        this.#encoding = codePageOf(word);
        break;
      case "deff":
        this.#fontOfDocument = digits;
        this.#group.font = digits;
        break;
      case "f":
        this.#setFont(digits);
        break;
      case "plain":
        this.#setScript(null);
        this.#hide(false);
        this.#setFont(this.#fontOfDocument);
        break;
      case "fcharset":
        if (this.#group.isFonts && this.#fonts.size < MAX_FONTS) {
          const encoding = encodingOfCharset(number);
          if (encoding !== null) this.#fonts.set(this.#group.font, encoding);
        }
        break;
    }
  }

  #setScript(script: Group["script"]): void {
    if (script !== this.#group.script) this.#flush();
    this.#group.script = script;
  }

  #hide(isHidden: boolean): void {
    const group = this.#group;
    if (isHidden === group.isHidden || (isHidden && group.isSkipped)) return;
    this.#flush();
    if (isHidden) this.#changes.note("hiddenText");
    group.isHidden = isHidden;
    group.isSkipped = isHidden;
  }

  #setFont(font: string): void {
    if (font !== this.#group.font) this.#flush();
    this.#group.font = font;
  }

  /** One UTF-16 code unit, written as a signed 16-bit number. */
  #readUnit(number: number): void {
    if (!this.#group.isSkipped) {
      this.#flush();
      this.#unit(String.fromCharCode(number & 0xffff));
    }
    this.#toSkip = this.#group.after;
  }

  /** Surrogate pairs are written as two \u. */
  #unit(unit: string): void {
    const text = this.#pendingUnit + unit;
    const isHigh = (unit.charCodeAt(0) & 0xfc00) === 0xd800;
    this.#pendingUnit = isHigh ? unit : "";
    if (!isHigh) this.#emit(text);
    else if (text.length > 1) this.#emit("\ufffd");
  }

  #readByte(byte: number): void {
    if (this.#toSkip > 0) this.#toSkip--;
    else if (!this.#group.isSkipped) {
      this.#pendingBytes.push(byte);
      const isBetween = byte < 0x80 && this.#pendingBytes.length >= FULL;
      if (isBetween || this.#pendingBytes.length >= MAX_PENDING) this.#flush();
    }
  }

  #writeText(text: string): void {
    if (this.#toSkip > 0) {
      this.#toSkip--;
      return;
    }
    if (this.#group.isSkipped) return;
    this.#flush();
    this.#emit(text);
  }

  /** Buffers output, because many single characters would be expensive to write. */
  #emit(text: string): void {
    this.#ready += text;
    if (this.#ready.length < FULL) return;
    this.#out.write(this.#ready);
    this.#ready = "";
  }

  #scripted(text: string): string {
    const { script } = this.#group;
    if (script === null || text.trim() === "") return text;
    const written = scriptText(text, script);
    this.#changes.note(written === null ? "styles" : "scripts");
    return written ?? text;
  }

  #flush(): void {
    if (this.#pendingBytes.length === 0) return;
    const encoding = this.#fonts.get(this.#group.font) ?? this.#encoding;
    const decoder = this.#decoders.get(encoding) ?? new TextDecoder(encoding);
    this.#decoders.set(encoding, decoder);
    const text = decoder.decode(Uint8Array.from(this.#pendingBytes));
    this.#pendingBytes = [];
    this.#pendingUnit = "";
    this.#emit(this.#scripted(text));
  }
}

const isLetter = (byte: number): boolean => (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
