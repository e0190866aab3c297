/** Route of the contact form. */
import { routes } from "../../http/route-list.ts";
import { LIMIT_RULES } from "../../rate-limits/rules.ts";
import { ContactMessage, ContactReceived } from "./contract.ts";
import { receiveMessage } from "./service.ts";

export const contactRoutes = routes().add(
  {
    method: "post",
    path: "/api/contact",
    operation: "contact",
    tag: "Service",
    summary: "Send a message to the administrators",
    principals: ["session"],
    csrf: "token",
    limits: [LIMIT_RULES.contactByIp, LIMIT_RULES.contactByUser],
    bodyCap: 65_536,
    json: ContactMessage,
    answer: { status: 201, schema: ContactReceived },
    errors: ["conflict", "mail_not_configured"],
  },
  async ({ deps, caller, json }) => ({ success: true as const, id: await receiveMessage(deps, caller, json) }),
);
