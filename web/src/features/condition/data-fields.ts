import { fields as rows } from '@millrace/contract/condition/fields'

/** What a condition can look at. One that ends with a dot continues with a key of the organisation's choice. */
export interface DataField {
  readonly field: string
  readonly label: string
}

/** Each once. */
const offered = (some: typeof rows): readonly DataField[] => [
  ...new Map(some.map(({ path, label }) => [stemOf(path), { field: stemOf(path), label }])).values(),
]

export const fields = offered(rows)
export const workflowFields = offered(rows.filter(({ inSegmentsOnly }) => !inSegmentsOnly))
/** The guest alone, over all venues. Moments cannot be compared there; the days since the last visit can. */
const ofGuest = /^guest\.(?!facts_here\.|facts\.(first|last)_visit$)/
export const segmentFields = offered(rows.filter(({ path }) => ofGuest.test(path)))

export const eventFields = offered(rows.filter(({ path }) => /^event\.(parameters|serials)/.test(path)))

/** Up to where the author fills something in. */
function stemOf(path: string): string {
  return path.split('<', 1)[0] as string
}

/** Which of the above a path is, and the key that it continues with. */
export function partsOf(path: string): { field: string; key: string } {
  const found = fields.find(({ field }) => (field.endsWith('.') ? path.startsWith(field) : path === field))
  return found ? { field: found.field, key: path.slice(found.field.length) } : { field: '', key: path }
}

/** How a field that asks for a node or a workflow continues after it, with words for each way. */
export const continuationsOf = (stem: string): { rest: string; words: string }[] =>
  rows.flatMap(({ path, suggestion }) =>
    stemOf(path) === stem && suggestion !== undefined
      ? [{ rest: stemOf(path.slice(path.indexOf('>.') + 2)), words: suggestion }]
      : [],
  )
