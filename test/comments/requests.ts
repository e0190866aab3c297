/** Requests about comment threads. */
import { expect } from "vitest";
import type { Client } from "../support/world.ts";

export const threadsOf = (pageId: string): string => `/api/pages/${pageId}/threads`;

/** Opens a thread about the whole page, and returns it. */
export async function comment(client: Client, pageId: string, content: string, target: object = { kind: "page" }) {
  const { status, body } = await client.post(threadsOf(pageId), { target, content });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** Replies in a thread, and returns the comment. */
export async function reply(client: Client, pageId: string, threadId: string, content: string) {
  const { status, body } = await client.post(`${threadsOf(pageId)}/${threadId}/comments`, { content });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

/** The list of a page's threads. */
export async function list(client: Client, pageId: string, query = "") {
  const { status, body } = await client.get(`${threadsOf(pageId)}${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** The first comments of the listed threads. */
export const texts = (found: { threads: { comments: { content: string }[] }[] }): (string | undefined)[] =>
  found.threads.map(({ comments }) => comments[0]?.content);
