import { isDeepStrictEqual } from 'node:util'
import { topicOfField } from '@millrace/contract/topic'
import type { MergeUndo } from './merge-records.ts'
import type { MergedFields } from './merged-guest.ts'

const plain = ['name', 'email', 'phone', 'external_id'] as const
const consents = ['email_consent', 'sms_consent'] as const

/**
 * Two guests of one again. The guest who stayed gives back what the merge gave them, and keeps what was changed since. A
 * consent that was refused since is refused by both: no one knows who of the two it was. Pure.
 */
export function separatedGuests(
  current: MergedFields,
  { merged, before, after }: Pick<MergeUndo, 'merged' | 'before' | 'after'>,
  refusedSince: ReadonlySet<string>,
): { readonly stays: MergedFields; readonly again: MergedFields } {
  const unchanged = (field: keyof MergedFields) => isDeepStrictEqual(current[field], after[field])
  const own = Object.fromEntries(
    [...plain, ...consents].map(field => [field, unchanged(field) ? before[field] : current[field]]),
  ) as Pick<MergedFields, (typeof plain)[number] | (typeof consents)[number]>
  const givenTags = new Set(after.tags.filter(tag => !before.tags.includes(tag)))
  const turnedOff = [...refusedSince].flatMap(field => topicOfField(field) ?? [])
  const silent = refusedSince.has('do_not_contact')
  const refusals = Object.fromEntries(
    consents.filter(field => refusedSince.has(field)).map(field => [field, false]),
  )
  return {
    stays: {
      ...own,
      ...refusals,
      do_not_contact:
        silent || (unchanged('do_not_contact') ? before.do_not_contact : current.do_not_contact),
      topics_off: together(unchanged('topics_off') ? before.topics_off : current.topics_off, turnedOff),
      tags: current.tags.filter(tag => !givenTags.has(tag)),
      points: current.points - merged.points,
      attributes: ownAttributes(current.attributes, before.attributes, after.attributes),
    },
    again: {
      name: merged.name,
      email: merged.email,
      phone: merged.phone,
      external_id: merged.external_id,
      email_consent: merged.email_consent,
      sms_consent: merged.sms_consent,
      ...refusals,
      do_not_contact: merged.do_not_contact || silent,
      topics_off: together(merged.topics_off, turnedOff),
      tags: merged.tags,
      points: merged.points,
      attributes: merged.attributes,
    },
  }
}

const together = (one: readonly string[], other: readonly string[]) => [...new Set([...one, ...other])].sort()

function ownAttributes(
  current: MergedFields['attributes'],
  before: MergedFields['attributes'],
  after: MergedFields['attributes'],
): MergedFields['attributes'] {
  const isGiven = (key: string) => key in after && !(key in before)
  return Object.fromEntries(
    Object.entries(current).filter(([key, value]) => !(isGiven(key) && isDeepStrictEqual(value, after[key]))),
  )
}
