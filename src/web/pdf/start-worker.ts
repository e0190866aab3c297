/** A thread for reading PDFs. */
import { GlobalWorkerOptions, PDFWorker } from "pdfjs-dist";

/** From its address; where the browser has none for a document without origin, PDFs are read in the frame itself. */
export async function startWorker(address: string): Promise<PDFWorker> {
  const port = await load(address).catch(() => null);
  if (port) return PDFWorker.create({ port, verbosity: 0 });
  GlobalWorkerOptions.workerSrc = address;
  return PDFWorker.create({ verbosity: 0 });
}

/** A document without origin may start no script of another as a worker, but one of its own that imports it. */
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
