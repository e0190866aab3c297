/** English: the three sample pages. */
export const startTitle = "Start here";
export const tasksTitle = "First steps";
export const toolsTitle = "Write with an AI tool";

export const start = `This page is yours to edit. Click anywhere and start typing. Changes are saved as you type.

## Write

- Press \`/\` at the start of a line to insert headings, lists, tables, images and formulas.
- Select text to make it **bold**, *italic* or a link.
- Drag an image or a file onto the page, or paste it.
- Press \`@\` to mention a person or another page.

| You want to        | Press      |
| ------------------ | ---------- |
| find anything      | \`Ctrl K\`   |
| create a page      | \`Ctrl Alt N\` |
| see all shortcuts  | \`?\`        |

On a Mac, press ⌘ instead of Ctrl.

## Write together

Click **Share** at the top and add someone. You see each other's cursors while you type, and nobody's text is lost, even when two people change the same line.

> [!tip] Nothing is ever lost
> Every page has a history. **History** shows who wrote what, including AI tools, and can restore any version.

## Stay organized

Pages can contain other pages: drag them in the list on the left to move them. Move pages you no longer need to the trash; you can restore them from there.

When you have read this page, delete it or write over it.
`;

export const tasks = `# Your first 15 minutes

- [x] Sign in
- [ ] Write a line on the page *Start here*
- [ ] Paste an image
- [ ] Create a page with Ctrl Alt N
- [ ] Share a page with someone !high
- [ ] Let an AI tool write with you

# How tasks work

- [ ] A task is a line that begins with \`- [ ]\`
  - [ ] Indent a task to make it a subtask
- [ ] A task can have a due date due:2030-01-31 and a priority !low
- [x] An x between the brackets marks a task as done
`;

export const tools = (
  origin: string,
): string => `An AI tool can read and edit the pages you allow, line by line, while you edit them too. You see its cursor and name, its changes are highlighted briefly, and you can undo them with one click.

## Three steps

1. Open [Settings → Connect an agent](${origin}/settings/connect).
2. Name the token after the tool, choose this drive, and click **Create token**.
3. Copy the command for your tool. The server URL is \`${origin}/mcp\`.

Then ask the tool: *“Which pages are in my drive?”*

## What it can do

- It can access only the drives you choose, and only what you can access yourself.
- A read-only token cannot write.
- You can revoke the token at any time on the same page.

## Try it

> Read the page “Start here”, and add a three-line summary at the end of this page.
`;
