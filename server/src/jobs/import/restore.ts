import { isDeepStrictEqual } from 'node:util'
import type { Guest, GuestChange } from '@millrace/contract/guest'
import type { Identifier } from '@millrace/contract/identifier'
import { attributeOf, fieldOf, type ImportChange } from './changes.ts'

export interface Restoration {
  readonly change: GuestChange
  readonly removed: readonly Identifier[]
  /** How many points they get, or lose. */
  readonly points: number
}

const consents: ReadonlySet<string> = new Set(['email_consent', 'sms_consent', 'do_not_contact'])

/**
 * What gives a guest back what an import took. What was changed again since stays, and so does a refusal: only the guest,
 * or a member, makes one a consent. Pure.
 */
export function restoration(guest: Guest, { before, after, identifiers, points }: ImportChange): Restoration {
  const fields: Record<string, unknown> = {}
  const attributes: Record<string, unknown> = {}
  for (const [field, left] of Object.entries(after)) {
    const was = before[field]
    if (field === 'tags') {
      const added = new Set((left as string[]).filter(tag => !(was as string[]).includes(tag)))
      if (guest.tags.some(tag => added.has(tag))) fields.tags = guest.tags.filter(tag => !added.has(tag))
      continue
    }
    if (!isDeepStrictEqual(fieldOf(guest, field), left) || isRefusal(field, left)) continue
    // A consent that still waits for the guest: it no longer does.
    if (field === 'email_asked_at') {
      fields.email_consent = false
      continue
    }
    const attribute = attributeOf(field)
    if (attribute === undefined) fields[field] = was
    else attributes[attribute] = was
  }
  if (Object.keys(attributes).length > 0) fields.attributes = attributes
  const change = fields as GuestChange
  const removed = identifiers.filter(({ type, system, value }) => {
    if (system !== null) return true
    // What is in a field of the guest stays theirs; a field that becomes empty takes its identifier with it.
    const current = change[type] === undefined ? guest[type] : null
    return current?.toLowerCase() !== value.toLowerCase()
  })
  // Points that were spent since cannot be taken back: no one owes any because of an undo.
  return {
    change,
    removed,
    points: points > 0 ? 0 - Math.max(0, Math.min(points, guest.points)) : 0 - points,
  }
}

const isRefusal = (field: string, left: unknown) =>
  consents.has(field) && left === (field === 'do_not_contact')
