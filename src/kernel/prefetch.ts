/** Whether a browser is prefetching or prerendering: Sec-Purpose (W3C Nav Speculation) and its predecessors. */
export function isPrefetch(headers: Headers): boolean {
  const purpose = `${headers.get("Sec-Purpose") ?? ""} ${headers.get("Purpose") ?? ""} ${headers.get("X-Moz") ?? ""}`;
  return /prefetch|prerender|preview/i.test(purpose);
}
