/** Whether a browser asks for an address before anybody went there: Sec-Purpose (W3C Nav Speculation) and its forerunners. */
export function isPrefetch(headers: Headers): boolean {
  const purpose = `${headers.get("Sec-Purpose") ?? ""} ${headers.get("Purpose") ?? ""} ${headers.get("X-Moz") ?? ""}`;
  return /prefetch|prerender|preview/i.test(purpose);
}
