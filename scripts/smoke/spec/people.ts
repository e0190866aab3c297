/** The account's own settings, other people, and connections between users. */
import { deflateSync, crc32 } from "node:zlib";
import type { Setup } from "./people-setup.ts";
import { headerOf, multipart, requireStatus } from "./api-client.ts";
import { at, holds, itemWith, listAt, same, textAt } from "./values.ts";

export async function checkPeople(setup: Setup): Promise<void> {
  await checkAccount(setup);
  await checkDiscovery(setup);
  await checkConnections(setup);
}

async function checkAccount({ rows, owner, guest, admin, anonymous, mark }: Setup): Promise<void> {
  rows.section("Account");
  await rows.check("PATCH /api/account: the name changes; an invalid name or address is 400", async () => {
    same("name", at(await owner.api.patch("/api/account", { name: `Olivia ${mark}` }), "name"), `Olivia ${mark}`);
    for (const json of [{ name: "" }, { email: "no address" }])
      await owner.api.refused("PATCH", "/api/account", 400, "invalid_request", { json });
  });
  await rows.check("PATCH /api/account: 200 for a new address, which takes effect once verified", async () => {
    const email = `new-${mark}@example.com`;
    await guest.api.patch("/api/account", { email });
    same("accounts of it", await admin.api.get(`/api/users/find?email=${email}`), { users: [] });
  });
  await rows.check(
    "PATCH /api/account/password: both texts are asked for, and the current one is never right: 403",
    async () => {
      const path = "/api/account/password";
      await owner.api.refused("PATCH", path, 400, "invalid_request", { json: { newPassword: "x" } });
      const json = { currentPassword: "open sesame", newPassword: "anything else" };
      await owner.api.refused("PATCH", path, 403, "current_password_invalid", { json });
    },
  );
  const png = makePng(32, 32);
  const image = await rows.check("POST /api/account/avatar: 200, and the profile shows it", async () => {
    const body = multipart({ name: "me.png", type: "image/png", bytes: png });
    const set = textAt(await owner.api.ask("POST", "/api/account/avatar", 200, { body }), "image");
    same("image", at(await owner.api.get("/api/account"), "image"), set);
    return set;
  });
  await rows.check("GET /api/avatar/{userId}/{filename}: the picture, for those who are signed in", async () => {
    const path = new URL(String(image), "http://localhost").pathname;
    holds("the address to be under /api/avatar", path.startsWith(`/api/avatar/${owner.id}/`), path);
    const answer = await guest.api.send("GET", path);
    requireStatus(answer, 200);
    same("type", headerOf(answer, "content-type"), "image/png");
    await anonymous.refused("GET", path, 401, "unauthenticated");
  });
  await rows.check("a text file is not a picture: 400", async () => {
    const body = multipart({ name: "me.png", type: "image/png", bytes: Buffer.from("no picture") });
    await owner.api.refused("POST", "/api/account/avatar", 400, "unsupported_image", { body });
  });
}

async function checkDiscovery({ rows, owner, guest, admin, mark }: Setup): Promise<void> {
  rows.section("Finding people");
  const search = async (q: string) =>
    listAt(await owner.api.get(`/api/users/search?q=${encodeURIComponent(q)}`), "users");
  const username = `guest_${mark}`;
  await rows.check("GET /api/users/search: no users who are not discoverable", async () => {
    await guest.api.patch("/api/account/profile", { username, displayName: `Gustav ${mark}`, discoverable: false });
    for (const q of [username, `Gustav ${mark}`, guest.email]) same(`found by ${q}`, await search(q), []);
  });
  await rows.check("GET /api/users/search: discoverable users by username, display name and address", async () => {
    await guest.api.patch("/api/account/profile", { discoverable: true });
    for (const q of [username, `Gustav ${mark}`, guest.email]) itemWith(await search(q), "id", guest.id);
  });
  await rows.check("GET /api/users/find: for administrators", async () => {
    const path = `/api/users/find?email=${encodeURIComponent(guest.email)}`;
    await owner.api.refused("GET", path, 403, "forbidden");
    same(
      "who is found",
      listAt(await admin.api.get(path), "users").map((each) => at(each, "id")),
      [guest.id],
    );
    itemWith(listAt(await admin.api.get(`/api/users/find?username=${username}`), "users"), "id", guest.id);
  });
}

async function checkConnections({ rows, owner, guest, mark }: Setup): Promise<void> {
  rows.section("Connections");
  await rows.check("GET /api/connections/search: people to connect with", async () => {
    const users = listAt(await owner.api.get(`/api/connections/search?q=guest_${mark}`), "users");
    itemWith(users, "id", guest.id);
  });
  const made = await rows.check(
    "POST /api/connections: 201, a link between two users that waits for the other",
    async () => {
      const connection = await owner.api.post("/api/connections", { userId: guest.id }, 201);
      same("status and user", [at(connection, "status"), at(connection, "user.id")], ["pending", guest.id]);
      await owner.api.refused("POST", "/api/connections", 409, "connection_exists", { json: { userId: guest.id } });
      await owner.api.refused("POST", "/api/connections", 400, "invalid_request", { json: { userId: owner.id } });
      return textAt(connection, "id");
    },
  );
  await rows.check("GET /api/connections: listed for both, once it is accepted", async () => {
    await guest.api.patch(`/api/connections/${made}`, { action: "accept" });
    for (const [who, other] of [
      [owner, guest],
      [guest, owner],
    ] as const) {
      const list = listAt(await who.api.get("/api/connections"), "connections");
      same("the other", at(itemWith(list, "id", made), "user.id"), other.id);
    }
  });
  await rows.check("DELETE /api/connections/{connectionId}: 200, and it is gone for both", async () => {
    await guest.api.delete(`/api/connections/${made}`);
    for (const who of [owner, guest])
      same("the list", listAt(await who.api.get("/api/connections"), "connections"), []);
    await owner.api.refused("DELETE", `/api/connections/${made}`, 404, "not_found");
  });
}

/** A single-colour picture in eight-bit RGB (PNG, third edition, §5 and §11). */
export function makePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const typed = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(typed));
    return Buffer.concat([length, typed, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, 120)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
}
