/** Who is notified of more than twenty kinds of acts: no one learns of pages that they may not see. */
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { grant, freshId, world, type Person, type World } from "../support/world.ts";
import { act, openHub, type Listener } from "./sockets.ts";
import { d1 } from "../support/d1.ts";

vi.setConfig({ testTimeout: 60_000 });

/** `hidden`, with `child` and the channel in it, is withheld from Edna; all members see the others. */
type Scene = Record<"hidden" | "child" | "channel" | "open" | "other" | "trashed", string> & { readonly w: World };

async function sceneOf(w: World): Promise<Scene> {
  const ids = {
    hidden: freshId("page"),
    child: freshId("page"),
    channel: freshId("page"),
    open: freshId("page"),
    other: freshId("page"),
    trashed: freshId("page"),
  };
  const insert = (id: string, parentId: string | null, type = "DOCUMENT", trashedAt: number | null = null) =>
    d1`insert into pages (id, drive_id, parent_id, title, type, position, trashed_at, created_by, created_at, updated_at)
        values (${id}, ${w.drive}, ${parentId}, ${id}, ${type}, 1, ${trashedAt}, ${w.ids.olivia}, 1, 1)`;
  await env.DB.batch([
    insert(ids.hidden, null),
    insert(ids.child, ids.hidden),
    insert(ids.channel, ids.hidden, "CHANNEL"),
    insert(ids.open, null),
    insert(ids.other, null),
    insert(ids.trashed, ids.hidden, "DOCUMENT", 1),
    d1`insert into page_grants (page_id, user_id, rights, granted_by, created_at) values (${ids.hidden}, ${w.ids.edna}, 0, ${w.ids.olivia}, 1)`,
    d1`insert into messages (id, page_id, role, content, user_id, created_at) values (${`m-${ids.channel}`}, ${ids.channel}, 'user', 'said', ${w.ids.olivia}, 1)`,
  ]);
  return { ...ids, w };
}

const LISTENERS = ["olivia", "vera", "edna", "oscar"] as const;
type Received = Partial<Record<(typeof LISTENERS)[number], string[]>>;
type Act = (scene: Scene) => Promise<unknown>;

const by =
  (person: Person, method: string, path: (scene: Scene) => string, body?: (scene: Scene) => unknown): Act =>
  (scene) =>
    act(scene.w, person, method, path(scene), body?.(scene));

const letOscarSee = ({ w, open }: Scene) => grant(open, w.ids.oscar, 1);

/** The members who see the hidden page, and all members of the drive. */
const seeing = (...types: string[]): Received => ({ olivia: types, vera: types });
const members = (...types: string[]): Received => ({ ...seeing(...types), edna: types });

const ACTS: readonly [string, Act, Received][] = [
  [
    "a page is created at the root",
    by(
      "olivia",
      "POST",
      () => "/api/pages",
      ({ w }) => ({ driveId: w.drive, title: "New", type: "DOCUMENT" }),
    ),
    members("tree:1"),
  ],
  [
    "a page is created where Edna has no access",
    by(
      "olivia",
      "POST",
      () => "/api/pages",
      ({ w, hidden }) => ({
        driveId: w.drive,
        parentId: hidden,
        title: "New",
        type: "DOCUMENT",
      }),
    ),
    seeing("tree:1"),
  ],
  [
    "a hidden page is renamed",
    by(
      "olivia",
      "PATCH",
      (s) => `/api/pages/${s.hidden}`,
      () => ({ title: "X" }),
    ),
    seeing("tree:hidden"),
  ],
  [
    "an open page is renamed",
    by(
      "edna",
      "PATCH",
      (s) => `/api/pages/${s.open}`,
      () => ({ title: "X" }),
    ),
    members("tree:open"),
  ],
  [
    "the icon of a hidden page is set",
    by(
      "olivia",
      "PATCH",
      (s) => `/api/pages/${s.hidden}`,
      () => ({ icon: "🎯" }),
    ),
    seeing("tree:hidden"),
  ],
  [
    "the icon and the text of an open page are changed",
    by(
      "edna",
      "PATCH",
      (s) => `/api/pages/${s.open}`,
      () => ({ icon: "🎯", content: "X" }),
    ),
    members("tree:open"),
  ],
  [
    "a page is moved among pages that all can view",
    by(
      "olivia",
      "POST",
      () => "/api/pages/reorder",
      (s) => ({ pageId: s.open, parentId: s.other, position: 1 }),
    ),
    members("tree:open"),
  ],
  [
    "a page is moved to where Edna has no access",
    by(
      "olivia",
      "POST",
      () => "/api/pages/reorder",
      (s) => ({ pageId: s.open, parentId: s.hidden, position: 1 }),
    ),
    { ...seeing("tree:open"), edna: ["access"] },
  ],
  [
    "a page is moved to where Edna gains access",
    by(
      "olivia",
      "POST",
      () => "/api/pages/reorder",
      (s) => ({ pageId: s.child, parentId: null, position: 1 }),
    ),
    members("tree:child"),
  ],
  ["a hidden page is trashed", by("olivia", "DELETE", (s) => `/api/pages/${s.child}`), seeing("tree:child")],
  ["a hidden page is restored", by("olivia", "POST", (s) => `/api/pages/${s.trashed}/restore`), seeing("tree:trashed")],
  [
    "several pages are trashed",
    by(
      "olivia",
      "POST",
      () => "/api/pages/bulk/delete",
      (s) => ({ pageIds: [s.child, s.other] }),
    ),
    { ...seeing("tree:child,other"), edna: ["tree:other"] },
  ],
  [
    "several pages are renamed",
    by(
      "olivia",
      "POST",
      () => "/api/pages/bulk/rename",
      (s) => ({
        pageIds: [s.child, s.other],
        pattern: { type: "prefix", text: "A " },
      }),
    ),
    { ...seeing("tree:child,other"), edna: ["tree:other"] },
  ],
  [
    "several pages are moved to where Edna has no access",
    by(
      "olivia",
      "POST",
      () => "/api/pages/bulk/move",
      (s) => ({
        pageIds: [s.open, s.other],
        targetDriveId: s.w.drive,
        targetParentId: s.hidden,
      }),
    ),
    { ...seeing("tree:open,other"), edna: ["access"] },
  ],
  [
    "a structure is created",
    by(
      "olivia",
      "POST",
      () => "/api/pages/bulk/create-structure",
      (s) => ({
        driveId: s.w.drive,
        structure: [{ title: "A", type: "FOLDER", children: [{ title: "B", type: "DOCUMENT" }] }],
      }),
    ),
    members("tree:"),
  ],
  [
    "a structure is created where Edna has no access",
    by(
      "olivia",
      "POST",
      () => "/api/pages/bulk/create-structure",
      (s) => ({
        driveId: s.w.drive,
        parentId: s.hidden,
        structure: [{ title: "A", type: "FOLDER" }],
      }),
    ),
    seeing("tree:"),
  ],
  [
    "a page is shared with Edna",
    by(
      "olivia",
      "POST",
      (s) => `/api/pages/${s.hidden}/permissions`,
      (s) => ({ userId: s.w.ids.edna, canView: true }),
    ),
    { ...seeing("sharing"), edna: ["access", "notification", "sharing"] },
  ],
  [
    "a page is shared with a user outside the drive",
    by(
      "olivia",
      "POST",
      (s) => `/api/pages/${s.open}/permissions`,
      (s) => ({ userId: s.w.ids.oscar, canView: true }),
    ),
    { ...members("sharing"), oscar: ["access", "notification", "sharing"] },
  ],
  [
    "a grant that hid a page is revoked",
    by(
      "olivia",
      "DELETE",
      (s) => `/api/pages/${s.hidden}/permissions`,
      (s) => ({ userId: s.w.ids.edna }),
    ),
    { ...seeing("sharing"), edna: ["access", "notification", "sharing"] },
  ],
  [
    "a user becomes a member",
    by(
      "olivia",
      "POST",
      (s) => `/api/drives/${s.w.drive}/members`,
      (s) => ({ userId: s.w.ids.oscar, canView: true }),
    ),
    { oscar: ["access", "notification"] },
  ],
  [
    "a member gets other rights",
    by(
      "olivia",
      "PATCH",
      (s) => `/api/drives/${s.w.drive}/members/${s.w.ids.vera}`,
      () => ({ canEdit: true }),
    ),
    { vera: ["access"] },
  ],
  [
    "a member is removed",
    by("olivia", "DELETE", (s) => `/api/drives/${s.w.drive}/members/${s.w.ids.vera}`),
    { vera: ["access"] },
  ],
  [
    "a member leaves",
    by("vera", "DELETE", (s) => `/api/drives/${s.w.drive}/members/${s.w.ids.vera}`),
    { vera: ["access"] },
  ],
  ["a drive is trashed", by("olivia", "DELETE", (s) => `/api/drives/${s.w.drive}`), members("access")],
  [
    "a drive is trashed in which Oscar can view a page",
    async (s) => {
      await letOscarSee(s);
      await act(s.w, "olivia", "DELETE", `/api/drives/${s.w.drive}`);
    },
    { ...members("access"), oscar: ["access"] },
  ],
  [
    "a trashed drive is purged in which Oscar could view a page",
    async (s) => {
      await letOscarSee(s);
      await d1`update drives set trashed_at = 1 where id = ${s.w.drive}`.run();
      await act(s.w, "olivia", "DELETE", `/api/trash/drives/${s.w.drive}`);
    },
    { ...members("access"), oscar: ["access"] },
  ],
  [
    "a page is purged where Edna has no access",
    by("olivia", "DELETE", (s) => `/api/trash/${s.trashed}`),
    seeing("tree:trashed"),
  ],
  [
    "a message is posted where Edna has no access",
    by(
      "olivia",
      "POST",
      (s) => `/api/pages/${s.channel}/messages`,
      () => ({ content: "hello" }),
    ),
    seeing("message:created"),
  ],
  [
    "a message is edited where Edna has no access",
    by(
      "olivia",
      "PATCH",
      (s) => `/api/pages/${s.channel}/messages/m-${s.channel}`,
      () => ({ content: "said otherwise" }),
    ),
    seeing("message:edited"),
  ],
  [
    "a message is deleted where Edna has no access",
    by("olivia", "DELETE", (s) => `/api/pages/${s.channel}/messages/m-${s.channel}`),
    seeing("message:deleted"),
  ],
  [
    "a user is mentioned",
    by(
      "olivia",
      "PATCH",
      (s) => `/api/pages/${s.hidden}`,
      (s) => ({ content: `@[Vera](user:${s.w.ids.vera}) and @[Edna](user:${s.w.ids.edna})` }),
    ),
    { vera: ["notification"] },
  ],
  [
    "a user requests access",
    by(
      "oscar",
      "POST",
      (s) => `/api/pages/${s.hidden}/access-requests`,
      () => ({}),
    ),
    { olivia: ["notification", "sharing"], vera: ["sharing"] },
  ],
  ["notifications are read", by("vera", "POST", () => "/api/notifications/read-all"), { vera: ["notification"] }],
  [
    "a user sends a connection request",
    by(
      "vera",
      "POST",
      () => "/api/connections",
      (s) => ({ userId: s.w.ids.oscar }),
    ),
    { oscar: ["notification"] },
  ],
  [
    "a text is changed",
    by(
      "olivia",
      "PATCH",
      (s) => `/api/pages/${s.open}`,
      () => ({ content: "new" }),
    ),
    {},
  ],
  [
    "a drive is created",
    by(
      "olivia",
      "POST",
      () => "/api/drives",
      () => ({ name: "Mine" }),
    ),
    {},
  ],
];

/** Abbreviates a message, for example to `tree:hidden,open`, `message:created` or `access`. */
const short = (scene: Scene, message: Awaited<ReturnType<Listener["news"]>>[number]): string => {
  const names = new Map(Object.entries(scene).map(([name, id]) => [id, name]));
  if (message.type === "message") return `message:${message.change}`;
  if (message.type !== "tree") return message.type;
  const known = message.pages.map((id) => names.get(id) ?? "").filter((name) => name !== "");
  return `tree:${known.length === 0 && message.pages.length > 0 ? message.pages.length : known.toSorted().join(",")}`;
};

test.each(ACTS)("sends each user exactly the expected messages when %s", async (_, perform, told) => {
  const w = await world();
  const scene = await sceneOf(w);
  const hubs = await Promise.all(LISTENERS.map(async (person) => [person, await openHub(w, person)] as const));
  for (const [, hub] of hubs) {
    hub.ws.send(JSON.stringify({ type: "watch", pages: [scene.channel, scene.open] }));
    await hub.news();
  }
  await perform(scene);
  const heard: Record<string, string[]> = {};
  const listen = async () => {
    for (const [person, hub] of hubs) {
      const fresh = (await hub.news()).map((each) => short(scene, each));
      if (fresh.length > 0) heard[person] = [...(heard[person] ?? []), ...fresh].toSorted();
    }
    return heard;
  };
  // Notifications by a page's room arrive after the response.
  await expect.poll(listen).toEqual(told);
  const ednas = JSON.stringify(hubs.find(([person]) => person === "edna")?.[1].messages);
  const isHidden = !/child|sharing/.test(JSON.stringify(told.edna ?? ""));
  expect(
    [scene.hidden, scene.child, scene.channel, scene.trashed].filter((id) => isHidden && ednas.includes(id)),
  ).toEqual([]);
});
