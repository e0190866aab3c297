/** Missing and forbidden pages get the same error, shown inside the user's workspace. */
import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { makePage, type Person, type World, world } from "../support/world.ts";

const ask = async (w: World, person: Person, path: string): Promise<{ status: number; html: string }> => {
  const answer = await exports.default.fetch(
    new Request(`http://localhost:8787${path}`, {
      headers: { Cookie: `session=${w.session(person)}` },
      redirect: "manual",
    }),
  );
  return { status: answer.status, html: await answer.text() };
};

/** Removes nonces and the requested id. */
const plain = (html: string, id: string): string => html.replaceAll(id, "ID").replaceAll(/nonce(-|=")[\w-]+/g, "nonce");

test("shows the same error for a hidden and a missing page, within the user's workspace", async () => {
  const w = await world();
  const hidden = await makePage(w.as("oscar"), { driveId: w.otherDrive, title: "H" });
  const own = await makePage(w, { title: "Harbour", type: "FOLDER" });
  const missing = `${hidden.slice(0, -4)}0000`;
  const [one, other] = [await ask(w, "olivia", `/pages/${hidden}`), await ask(w, "olivia", `/pages/${missing}`)];
  expect([one.status, other.status]).toEqual([404, 404]);
  expect(plain(one.html, hidden)).toBe(plain(other.html, missing));
  expect(one.html).toMatch(/<aside id="side".*Harbour/s);
  expect(one.html).toContain('data-here="problem"');
  expect(one.html).toContain(`<form class="stack" data-page="${hidden}">`);
  expect(one.html).toContain(own);
});

test("shows the error for another user's drive within the workspace, and a frame's error without it", async () => {
  const w = await world();
  const drive = await ask(w, "olivia", `/drives/${w.otherDrive}`);
  expect([drive.status, drive.html.includes('id="side"')]).toEqual([404, true]);
  const page = await makePage(w, { title: "D" });
  const canvas = await ask(w, "olivia", `/pages/${page}/canvas`);
  expect([canvas.status, canvas.html.includes('id="side"')]).toEqual([404, false]);
});

test("shows the administration error within the workspace to other users", async () => {
  const w = await world();
  for (const path of ["/admin", "/admin/users", "/admin/audit"]) {
    const { status, html } = await ask(w, "olivia", path);
    expect([status, html.includes('id="side"'), html.includes('data-here="problem"')]).toEqual([403, true, true]);
    expect(html).not.toContain('"isAdmin":true');
    expect(html).not.toContain('href="/admin"');
  }
});
