/** Starts a worker for parsing PDFs. */
import { GlobalWorkerOptions, PDFWorker } from "pdfjs-dist";

/**
 * Starts it from its address; if the browser does not allow that in a document with an opaque origin, PDFs are parsed
 * in the frame itself.
 */
export async function startWorker(address: string): Promise<PDFWorker> {
  const port = await load(address).catch(() => null);
  if (port) return PDFWorker.create({ port, verbosity: 0 });
  GlobalWorkerOptions.workerSrc = address;
  return PDFWorker.create({ verbosity: 0 });
}

/**
 * A document with an opaque origin cannot start a worker from another origin, but it can start its own that imports the
 * script.
 */
function load(address: string): Promise<Worker> {
  const script = `import(${JSON.stringify(address)}).then(() => postMessage("loaded"), () => postMessage("failed"))`;
  const own = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(own);
  return new Promise<Worker>((resolve, reject) => {
    worker.addEventListener("error", () => reject(new Error(address)), { once: true });
    worker.addEventListener("message", function heard({ data }: MessageEvent<unknown>) {
      if (data !== "loaded" && data !== "failed") return;
      worker.removeEventListener("message", heard);
      if (data === "loaded") resolve(worker);
      else reject(new Error(address));
    });
  }).finally(() => URL.revokeObjectURL(own));
}
