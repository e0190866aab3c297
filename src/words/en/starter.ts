/** English: three pages to begin with. */
export const startTitle = "Start here";
export const tasksTitle = "First steps";
export const toolsTitle = "Write with an AI tool";

export const start = `This page is yours to change. Click anywhere and write; everything is saved as you type.

## Write

- Press \`/\` at the start of a line for headings, lists, tables, pictures and formulas.
- Select words to make them **bold**, *slanted* or a link.
- Drag a picture or a file onto the page, or paste one.
- Press \`@\` to mention a person or another page.

| You want to        | Press      |
| ------------------ | ---------- |
| find anything      | \`Ctrl K\`   |
| make a page        | \`Ctrl Alt N\` |
| see all keys       | \`?\`        |

On a Mac, ⌘ takes the place of Ctrl.

## Write together

Press **Share** above and name somebody. You see each other's carets while you write, and nobody's words are lost, not even when two of you change the same line.

> [!tip] Nothing is ever lost
> Every page keeps its history. **History** shows who wrote what, people and tools alike, and brings back any version.

## Keep order

Pages lie in pages, as deep as you like: drag them in the list on the left. What you no longer want goes to the trash, and comes back from there.

When you have read this, delete it, or write over it.
`;

export const tasks = `# Your first quarter of an hour

- [x] Sign in
- [ ] Write a line on the page *Start here*
- [ ] Paste a picture
- [ ] Make a page of your own with Ctrl Alt N
- [ ] Share a page with somebody !high
- [ ] Let a tool write with you

# How a task is written

- [ ] A task is a line that begins with \`- [ ]\`
  - [ ] Set in, it belongs to the task above
- [ ] It can have a day due:2030-01-31 and a weight !low
- [x] Done is an x between the brackets
`;

export const tools = (
  origin: string,
): string => `An AI tool can read and write the pages you allow, line by line, while you write in them too. You see its caret and its name, what it wrote glows for a moment, and one press takes it back.

## In three steps

1. Open [Settings → Connect an agent](${origin}/settings/connect).
2. Name the token after the tool, choose this drive, and press **Make token**.
3. Copy the line for your program. The address is \`${origin}/mcp\`.

Then ask the tool: *“Which pages are in my drive?”*

## What it may do

- It reaches only the drives you choose, and only what you may reach yourself.
- A token made for reading cannot write.
- You end it at any time, on the same page.

## Something to try

> Read the page “Start here”, and put a summary of three lines at the end of this one.
`;
