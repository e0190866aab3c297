/** A minimal HTTP/1.1 client on one kept-alive socket, so that the measurement reflects the server. */
import { connect, type Socket } from "node:net";

type Answer = { readonly status: number; readonly bytes: number };

export class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #pending: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null;

  constructor(port: number) {
    this.#socket = connect({ port, host: "127.0.0.1", noDelay: true });
    this.#socket.on("data", (chunk: Buffer) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
      this.#deliver();
    });
    this.#socket.on("error", (error) => this.#pending?.reject(error));
    this.#socket.on("close", () => this.#pending?.reject(new Error("The server closed the connection.")));
  }

  /** Sends a request as text and resolves once its whole response has arrived. One at a time. */
  send(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#pending = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#pending = null;
    this.#socket.destroy();
  }

  #deliver(): void {
    const headEnd = this.#received.indexOf("\r\n\r\n");
    if (headEnd === -1) return;
    const head = this.#received.toString("latin1", 0, headEnd);
    const status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    const end = length === undefined ? this.#endOfChunks(headEnd + 4) : headEnd + 4 + Number(length);
    if (end === null || this.#received.length < end) return;
    this.#received = this.#received.subarray(end);
    const pending = this.#pending;
    this.#pending = null;
    pending?.resolve({ status, bytes: end - headEnd - 4 });
  }

  /** Where the last chunk of a chunked body ends (RFC 9112 §7.1); null if it has not arrived yet. */
  #endOfChunks(from: number): number | null {
    for (let at = from; ;) {
      const lineEnd = this.#received.indexOf("\r\n", at);
      if (lineEnd === -1) return null;
      const size = Number.parseInt(this.#received.toString("latin1", at, lineEnd), 16);
      at = lineEnd + 2 + size + 2;
      if (size === 0 || at > this.#received.length) return size === 0 && at <= this.#received.length ? at : null;
    }
  }
}
