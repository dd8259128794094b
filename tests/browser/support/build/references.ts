/** Where conditions, values and texts name a step. */
const NAMED = /\b(answers|awarded|tasks|webhooks)\.([A-Za-z0-9_-]+)/g

/** The parts of a step that are the id of one. */
const IDS = new Set(['id', 'next', 'else', 'if_passed', 'on_failure', 'email', 'tasks'])

/** Any part of a document with its steps called otherwise, wherever they are named. One without a name keeps its id. */
export function withStepsIn<Part>(part: Part, names: ReadonlyMap<string, string>): Part {
  return renamed(part, names, '') as Part
}

function renamed(part: unknown, names: ReadonlyMap<string, string>, key: string): unknown {
  if (typeof part === 'string') return IDS.has(key) ? (names.get(part) ?? part) : inText(part, names)
  if (Array.isArray(part)) return part.map(one => renamed(one, names, key))
  if (part === null || typeof part !== 'object') return part
  return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, renamed(one, names, name)]))
}

const inText = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replace(NAMED, (found, root, id) => (names.has(id) ? `${root}.${names.get(id)}` : found))

/** What a text reads from steps, such as `answers.ask` or `tasks.call.done_by`. */
export const readFromSteps = (text: string): string[] =>
  [...text.matchAll(/\b(?:answers|awarded|tasks|webhooks)\.[\w-]+(?:\.\w+)*/g)].map(([found]) => found)
