/** Routes for avatars. */
import * as z from "zod";
import { refuseActiveUse, sendFile } from "../../http/files.ts";
import { routes } from "../../http/route-list.ts";
import { MULTIPART_OVERHEAD, readFileIntoMemory } from "../../http/upload.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { AVATAR_BYTES, getAvatar, removeAvatar, setAvatar } from "./avatar.ts";
import { Avatar } from "./contract.ts";

const TYPES: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
};

/** A value too long for one of our names matches nothing. */
const AvatarParams = z.object({ userId: z.string().max(64), filename: z.string().max(64) });

export const avatarRoutes = routes()
  .add(
    {
      method: "post",
      path: "/api/account/avatar",
      operation: "setAvatar",
      tag: "Account",
      summary: "Upload a profile picture: PNG, JPEG, GIF or WebP, at most 5 MB and 4096 pixels per side",
      principals: ["session"],
      csrf: "token",
      limits: [LIMIT_RULES.uploadByUser],
      bodyCap: AVATAR_BYTES + MULTIPART_OVERHEAD,
      multipart: z.object({ file: z.file() }),
      answer: { status: 200, schema: Avatar },
      errors: ["invalid_multipart", "unsupported_image", "conflict"],
    },
    async ({ deps, caller, http }) => {
      const read = () => readFileIntoMemory(http.req.raw, AVATAR_BYTES + MULTIPART_OVERHEAD);
      return { image: await setAvatar(deps, caller, async () => (await read()).file) };
    },
  )
  .add(
    {
      method: "delete",
      path: "/api/account/avatar",
      operation: "removeAvatar",
      tag: "Account",
      summary: "Remove the profile picture",
      principals: ["session"],
      csrf: "token",
      limits: [],
      bodyCap: 0,
      errors: ["conflict"],
    },
    ({ deps, caller }) => removeAvatar(deps, caller),
  )
  .add(
    {
      method: "get",
      path: "/api/avatar/:userId/:filename",
      operation: "getAvatar",
      tag: "Account",
      summary: "Get a user's profile picture",
      principals: ["session", "mcp"],
      params: AvatarParams,
      answer: { status: 200, schema: "file" },
      errors: ["forbidden"],
    },
    async ({ deps, caller, params, http }) => {
      refuseActiveUse(http.req.raw.headers);
      const avatar = await getAvatar(deps, caller, params.userId, params.filename);
      return sendFile(http.req.raw, {
        type: TYPES[avatar.extension] ?? "application/octet-stream",
        version: avatar.version,
        disposition: "inline",
        // Any signed-in user may see it, and a new avatar has a new URL.
        cache: "private, max-age=300",
        size: null,
        open: avatar.open,
      });
    },
  );
