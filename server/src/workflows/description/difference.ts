import type { FieldChange, WorkflowDifference } from '@millrace/contract/workflow-management'
import { isRecord } from '../record.ts'
import { fieldChanges } from './field-changes.ts'

type Entries = ReadonlyMap<string, Record<string, unknown>>
type Kind = 'added' | 'removed' | 'changed'

/**
 * The differences between two documents, for people to read before they publish. Nodes are compared by their ids and
 * variables by their keys, whatever their position. Either document may be a draft that is not valid: differences that
 * cannot be described node by node are in `other`. What does not exist yet is null.
 */
export function difference(before: unknown, after: unknown): WorkflowDifference {
  if (!isDocument(before) || !isDocument(after)) return { ...nothing, other: fieldChanges(before, after) }
  const [from, to] = [before ?? {}, after ?? {}]
  const nodes = compared(listOf(from.nodes), listOf(to.nodes), 'id')
  const variables = compared(listOf(from.variables), listOf(to.variables), 'key')
  const described = ['trigger', 'exits', ...(nodes ? ['nodes'] : []), ...(variables ? ['variables'] : [])]
  return {
    trigger: fieldChanges(from.trigger, to.trigger),
    variables: (variables ?? []).map(({ key, kind, changes }) => ({ key, kind, changes })),
    exits: fieldChanges(listOf(from.exits), listOf(to.exits)),
    nodes: (nodes ?? [])
      .map(({ key: id, kind, entry, changes }) => ({
        id,
        type: typeof entry.type === 'string' ? entry.type : 'unknown',
        label: typeof entry.label === 'string' ? entry.label : null,
        kind,
        changes: changes.filter(change => !isWay(change)),
      }))
      .filter(({ kind, changes }) => kind !== 'changed' || changes.length > 0),
    edges: (nodes ?? []).flatMap(({ key: node, changes }) =>
      changes.filter(isWay).map(change => ({ node, ...change })),
    ),
    other: fieldChanges(without(from, described), without(to, described)),
  }
}

const nothing: WorkflowDifference = {
  trigger: [],
  variables: [],
  exits: [],
  nodes: [],
  edges: [],
  other: [],
}

const isDocument = (value: unknown): value is Record<string, unknown> | null =>
  value === null || isRecord(value)

export const isEmpty = (found: WorkflowDifference): boolean =>
  Object.values(found).every(list => list.length === 0)

/** A missing list counts as empty. */
const listOf = (value: unknown) => (value === undefined ? [] : value)

interface Compared {
  readonly key: string
  readonly kind: Kind
  /** As it is now, or as it was before it was removed. */
  readonly entry: Record<string, unknown>
  readonly changes: FieldChange[]
}

function compared(before: unknown, after: unknown, name: string): Compared[] | undefined {
  const [from, to] = [entriesBy(before, name), entriesBy(after, name)]
  if (from === undefined || to === undefined) return undefined
  const found: Compared[] = []
  for (const [key, entry] of to) {
    const old = from.get(key)
    if (old === undefined) {
      found.push({ key, kind: 'added', entry, changes: [] })
      continue
    }
    const changes = fieldChanges(old, entry)
    if (changes.length > 0) found.push({ key, kind: 'changed', entry, changes })
  }
  for (const [key, entry] of from) {
    if (!to.has(key)) found.push({ key, kind: 'removed', entry, changes: [] })
  }
  return found
}

/** undefined when names do not distinguish the entries. */
function entriesBy(list: unknown, name: string): Entries | undefined {
  if (!Array.isArray(list)) return undefined
  const entries = new Map<string, Record<string, unknown>>()
  for (const entry of list) {
    const key = isRecord(entry) ? entry[name] : undefined
    if (typeof key !== 'string' || entries.has(key)) return undefined
    entries.set(key, entry)
  }
  return entries
}

const isWay = ({ path }: FieldChange) => /(^|\.)(next|else|on_failure)$/.test(path)

const without = (record: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !names.includes(key)))
