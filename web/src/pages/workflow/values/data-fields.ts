import { fields as rows } from '@millrace/contract/condition/fields'

/** What a condition can look at. One that ends with a dot goes on with a key of the organisation's choice. */
export const fields: readonly { field: string; label: string }[] = [
  ...new Map(rows.map(({ path, label }) => [stemOf(path), { field: stemOf(path), label }])).values(),
]

/** Up to where the author fills something in. */
function stemOf(path: string): string {
  return path.split('<', 1)[0] as string
}

/** Which of the above a path is, and the key that it goes on with. */
export function partsOf(path: string): { field: string; key: string } {
  const found = fields.find(({ field }) => (field.endsWith('.') ? path.startsWith(field) : path === field))
  return found ? { field: found.field, key: path.slice(found.field.length) } : { field: '', key: path }
}

/** How a field that asks for a node or a workflow goes on after it, with words for each way. */
export const continuationsOf = (stem: string): { rest: string; words: string }[] =>
  rows.flatMap(({ path, suggestion }) =>
    stemOf(path) === stem && suggestion !== undefined
      ? [{ rest: stemOf(path.slice(path.indexOf('>.') + 2)), words: suggestion }]
      : [],
  )
