/** The browser's sockets and clock for a live connection. */
import type { Environment, OpenSocket } from "../../../live-client/environment.ts";

export const browserEnvironment: Environment = {
  hasNetwork: () => navigator.onLine,
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
};

export const openSocket: OpenSocket = ({ url, protocols }) => {
  const socket = new WebSocket(url, protocols);
  return {
    get binaryType() {
      return socket.binaryType;
    },
    set binaryType(type) {
      socket.binaryType = type === "arraybuffer" ? type : "blob";
    },
    get readyState() {
      return socket.readyState;
    },
    send: (data) => socket.send(data),
    close(code, reason) {
      // Closing a socket that is still connecting makes the browser log a spurious error.
      if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener("open", () => socket.close(code, reason));
      else socket.close(code, reason);
    },
    addEventListener: (type: string, listener: (event: never) => void) =>
      socket.addEventListener(type, listener as (event: Event) => void),
  };
};
