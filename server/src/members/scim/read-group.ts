import { readFilter } from './read-filter.ts'
import { readOperations } from './read-operations.ts'
import { isPlain, readId, requireObject } from './read-user.ts'
import { invalidValue, ScimRefusal } from './scim-refusal.ts'

export interface GroupFields {
  readonly name: string
  readonly externalId: string | null
}

/** In this order. `set`: they and nobody else. */
export interface MembersChange {
  readonly kind: 'add' | 'remove' | 'set'
  readonly ids: readonly string[]
}

export interface GroupChange {
  readonly fields: GroupFields
  readonly members: readonly MembersChange[]
}

const LONGEST_NAME = 200
const MOST_MEMBERS = 1_000

/** A group as created or replaced. */
export function readGroup(body: unknown, before?: GroupFields): GroupChange {
  const given = requireObject(body)
  const externalId = given.externalId === undefined ? (before?.externalId ?? null) : readId(given.externalId)
  return {
    fields: { name: readName(given.displayName), externalId },
    members: given.members === undefined ? [] : [{ kind: 'set', ids: idsIn(given.members) }],
  }
}

/** What a PATCH changes. Attributes that are not kept are passed over. */
export function patchGroup(body: unknown, before: GroupFields): GroupChange {
  return readOperations(body).reduce<GroupChange>(
    (group, { op, path, value }) => {
      if (path !== undefined) return change(group, op, path, value)
      return Object.entries(requireObject(value)).reduce(
        (to, [key, part]) => change(to, op, key, part),
        group,
      )
    },
    { fields: before, members: [] },
  )
}

function change(group: GroupChange, op: string, path: string, value: unknown): GroupChange {
  const withMembers = (kind: MembersChange['kind'], ids: readonly string[]): GroupChange => ({
    ...group,
    members: [...group.members, { kind, ids }],
  })
  // Okta names whom it removes in the path, Microsoft Entra ID in the value.
  const named = /^members\[(.*)\]$/i.exec(path)?.[1]
  if (named !== undefined) {
    if (op !== 'remove') {
      throw new ScimRefusal(400, 'invalidPath', 'Members are added with the path members.')
    }
    return withMembers('remove', [readFilter(named, ['value'])?.value as string])
  }
  switch (path.toLowerCase()) {
    case 'members':
      if (op === 'add') return withMembers('add', idsIn(value))
      if (op === 'replace') return withMembers('set', idsIn(value))
      return value === undefined ? withMembers('set', []) : withMembers('remove', idsIn(value))
    case 'displayname':
      return { ...group, fields: { ...group.fields, name: readName(value) } }
    case 'externalid':
      return { ...group, fields: { ...group.fields, externalId: op === 'remove' ? null : readId(value) } }
    default:
      return group
  }
}

function readName(value: unknown): string {
  if (typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME && isPlain(value))
    return value
  throw invalidValue(`displayName must be a text of at most ${LONGEST_NAME} characters.`)
}

function idsIn(value: unknown): string[] {
  const members: unknown[] = Array.isArray(value) ? value : [value]
  if (members.length > MOST_MEMBERS) throw invalidValue(`Send at most ${MOST_MEMBERS} members at once.`)
  return members.map(member => {
    const { value: id } = (typeof member === 'object' && member !== null ? member : {}) as { value?: unknown }
    if (typeof id === 'string' && isPlain(id)) return id
    throw invalidValue('Each member needs the id of a user as its value.')
  })
}
