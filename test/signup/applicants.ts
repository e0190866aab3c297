/** People without an account, and the ways in which they may be entitled to one. */
import { callWith, cookiesOf, freshEmail, OWN_PAGE, requestTo } from "../flows/sign-in.ts";
import { makePage, type World } from "../support/world.ts";

export type Applicant = {
  readonly email: string;
  /** Cookie header with the sign-up link that the browser has opened, or empty. */
  readonly cookie: string;
};

export const INVITED = { SIGNUP: "invited" };

/** The token of a new sign-up link of this member. */
export async function linkToken(w: World, body: object = {}, who: "olivia" | "rupert" = "olivia"): Promise<string> {
  const request = requestTo("/api/sign-up-links", {
    method: "POST",
    headers: { Authorization: `Bearer ${w.session(who)}`, "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const { url } = await (await callWith(INVITED, request)).json<{ url: string }>();
  return new URL(url).searchParams.get("token") ?? "";
}

/** Opens a sign-up link in a browser and presses its button. */
export const join = (token: string, variables: object = INVITED): Promise<Response> =>
  callWith(
    variables,
    requestTo("/join", {
      method: "POST",
      headers: { ...OWN_PAGE, "Content-Type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ token }).toString(),
    }),
  );

export const APPLICANTS = {
  stranger: async (): Promise<Applicant> => ({ email: freshEmail(), cookie: "" }),
  "configured administrator": async (): Promise<Applicant> => ({ email: freshEmail("boss"), cookie: "" }),
  "invited to a page": async (w: World): Promise<Applicant> => {
    const email = freshEmail();
    const page = await makePage(w, { title: "Plan" });
    await w.as("olivia").post(`/api/pages/${page}/permissions`, { email, canView: true });
    return { email, cookie: "" };
  },
  "with a sign-up link": async (w: World): Promise<Applicant> => ({
    email: freshEmail(),
    cookie: cookiesOf(await join(await linkToken(w))),
  }),
} as const;
export type ApplicantKind = keyof typeof APPLICANTS;
