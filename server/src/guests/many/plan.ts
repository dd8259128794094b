import type { Guest } from '@millrace/contract/guest'
import type { ReadIdentifier } from '../identifiers/identifier.ts'
import type { ManyRow } from './row.ts'

/** What is to be changed about one guest. */
export interface Planned {
  readonly row: ManyRow
  readonly created: boolean
  readonly before: Guest
  readonly added: readonly ReadIdentifier[]
  readonly change: BulkChange
}

/** null: stays as it is. */
export interface BulkChange {
  readonly id: string
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly external_id: string | null
  readonly tags: readonly string[] | null
  readonly attributes: Readonly<Record<string, unknown>> | null
  readonly email_consent: boolean | null
  /** A consent that waits until the guest confirms it. */
  readonly email_asked: boolean | null
  readonly sms_consent: boolean | null
  readonly do_not_contact: boolean | null
}

/** A guest who was there may have refused, and may have messages on the way. */
export const isPlain = ({ created, row }: Planned): boolean =>
  created || (!row.consent.email && !row.consent.sms && row.doNotContact === null)

export function changeOf(
  row: ManyRow,
  before: Guest,
  all: readonly ReadIdentifier[],
  created: boolean,
  confirms: boolean,
): BulkChange {
  const tags = [...new Set([...before.tags, ...row.tags])]
  // As in PUT /v1/guests: an address that messages go to is never replaced, an empty field is filled.
  const contact = (type: ReadIdentifier['type']) =>
    before[type] === null ? (all.find(one => one.type === type && one.system === '')?.value ?? null) : null
  const isGiven = created && row.consent.email?.given
  const attributes = Object.entries(row.attributes).filter(([key, value]) => before.attributes[key] !== value)
  return {
    id: before.id,
    name: row.name !== before.name ? row.name : null,
    email: contact('email'),
    phone: contact('phone'),
    external_id: contact('external_id'),
    tags: tags.length > before.tags.length ? tags : null,
    attributes: attributes.length > 0 ? Object.fromEntries(attributes) : null,
    email_consent: isGiven && !confirms ? true : null,
    email_asked: isGiven && confirms ? true : null,
    sms_consent: created && row.consent.sms?.given ? true : null,
    do_not_contact: created && row.doNotContact ? true : null,
  }
}

export const isEmpty = ({ id: _id, ...change }: BulkChange) =>
  Object.values(change).every(value => value === null)
