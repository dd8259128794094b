import type { FieldChange } from '@millrace/contract/workflow-management'
import { isRecord } from '../record.ts'

/** People read these as one thing, so they are compared as one: a condition is not changed but replaced. */
const wholes: ReadonlySet<string> = new Set([
  'when',
  'until',
  'after',
  'within',
  're_entry',
  'due',
  'once',
  'every',
  'pace',
])

/**
 * The differences between two JSON values, field by field. In a list, equal entries at the beginning and at the end are
 * skipped, so that an inserted or removed entry is described as such.
 */
export function fieldChanges(before: unknown, after: unknown, path = ''): FieldChange[] {
  if (isSame(before, after)) return []
  const key = path.slice(path.lastIndexOf('.') + 1)
  if (!wholes.has(key)) {
    if (isRecord(before) && isRecord(after)) return recordChanges(before, after, path)
    if (Array.isArray(before) && Array.isArray(after)) return listChanges(before, after, path)
  }
  return [change(path, before, after)]
}

function recordChanges(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
  path: string,
): FieldChange[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap(key => fieldChanges(own(before, key), own(after, key), below(path, key)))
}

function listChanges(before: readonly unknown[], after: readonly unknown[], path: string): FieldChange[] {
  const shorter = Math.min(before.length, after.length)
  let first = 0
  while (first < shorter && isSame(before[first], after[first])) first += 1
  let last = 0
  while (last < shorter - first && isSame(before.at(-1 - last), after.at(-1 - last))) last += 1
  const gone = before.slice(first, before.length - last)
  const come = after.slice(first, after.length - last)
  return Array.from({ length: Math.max(gone.length, come.length) }, (_, index) =>
    fieldChanges(gone[index], come[index], below(path, String(first + index))),
  ).flat()
}

/** Ignores the order of keys, which JSON does not keep. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((entry, index) => isSame(entry, other[index]))
  if (!isRecord(one) || !isRecord(other)) return false
  const keys = Object.keys(one)
  return (
    keys.length === Object.keys(other).length &&
    keys.every(key => Object.hasOwn(other, key) && isSame(one[key], other[key]))
  )
}

const own = (record: Record<string, unknown>, key: string) =>
  Object.hasOwn(record, key) ? record[key] : undefined

const below = (path: string, key: string) => (path === '' ? key : `${path}.${key}`)

function change(path: string, before: unknown, after: unknown): FieldChange {
  return {
    path,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  }
}
