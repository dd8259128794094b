import type { Guest, GuestChange } from '@millrace/contract/guest'
import { rowsOf, type Scalar, type ScalarRow, valuesOf } from '../../components/form/scalar-row.ts'

/** The form of a guest. */
export interface GuestForm {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly externalId: string
  /** With commas in between. */
  readonly tags: string
  readonly attributes: readonly ScalarRow[]
}

type EditedFields = Pick<Guest, 'name' | 'email' | 'phone' | 'external_id' | 'tags' | 'attributes'>

export const newGuest: EditedFields = {
  name: null,
  email: null,
  phone: null,
  external_id: null,
  tags: [],
  attributes: {},
}

export const formOf = (guest: EditedFields): GuestForm => ({
  name: guest.name ?? '',
  email: guest.email ?? '',
  phone: guest.phone ?? '',
  externalId: guest.external_id ?? '',
  tags: guest.tags.join(', '),
  attributes: rowsOf(guest.attributes),
})

/** Only what differs, so that two members who edit different fields do not revert each other. */
export function changeOf(guest: EditedFields, form: GuestForm): GuestChange {
  const texts = {
    name: form.name.trim() || null,
    email: form.email.trim() || null,
    phone: form.phone.replaceAll(/[\s()-]/g, '') || null,
    external_id: form.externalId.trim() || null,
  }
  const changed = Object.entries(texts).filter(
    ([field, value]) => guest[field as keyof typeof texts] !== value,
  )
  const attributes = attributesChanged(guest.attributes, form.attributes)
  return {
    ...(Object.fromEntries(changed) as Pick<GuestChange, keyof typeof texts>),
    ...tagsChanged(guest.tags, form.tags),
    ...(Object.keys(attributes).length === 0 ? {} : { attributes }),
  }
}

/** Compared as they are written, because a tag of an integration may have a comma in it. */
function tagsChanged(before: readonly string[], typed: string): Pick<GuestChange, 'tags'> {
  if (typed === before.join(', ')) return {}
  return { tags: [...new Set(typed.split(',').map(tag => tag.trim()))].filter(Boolean) }
}

/** A removed attribute is null on the wire. */
function attributesChanged(before: Guest['attributes'], rows: readonly ScalarRow[]) {
  const after = valuesOf(rows)
  const gone = Object.keys(before).filter(key => before[key] !== null && !after.has(key))
  return Object.fromEntries<Scalar | null>([
    ...gone.map((key): [string, null] => [key, null]),
    ...[...after].filter(([key, value]) => before[key] !== value),
  ])
}
