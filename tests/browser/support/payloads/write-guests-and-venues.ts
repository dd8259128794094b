import { CLICK_COUNTING } from '@millrace/contract/topic'
import { guestWithPlaces, venueWithPlaces } from './bodies.ts'
import { place as X } from './payloads.ts'
import type { Writer } from './writer.ts'

/** Returns the serial of the first, which is a payload as well. */
export async function writeVenues({ kept, store, refuse }: Writer): Promise<string> {
  const route = 'POST /dashboard/api/venues'
  await store(route, {}, { ...venueWithPlaces(), serial: X })
  await store(route, {}, { serial: 'QUAY', name: X, time_zone: 'UTC' }, { probe: false })
  await store('PATCH /dashboard/api/venues/:serial', { serial: 'QUAY' }, venueWithPlaces())
  // A sender is a number or a short name.
  await refuse(route, {}, { serial: 'Q2', name: 'Q2', time_zone: 'UTC', sms_from: X })
  await refuse('PATCH /dashboard/api/venues/:serial', { serial: 'QUAY' }, { sms_from: X })
  return kept.textOf(`${route} serial`)
}

export interface Guests {
  /** By the dashboard, by an integration, one who was changed, and the same by the identifiers of other systems. */
  readonly guests: readonly [string, string, string, string, string]
  readonly erased: string
}

export async function writeGuests({ refuse, store }: Writer): Promise<Guests> {
  const make = async (route: string, body: object) =>
    (await store<{ guest: { id: string } }>(route, {}, body)).guest.id
  const first = await make('POST /dashboard/api/guests', guestWithPlaces('+442079460001'))
  const second = await make('POST /v1/guests', guestWithPlaces('+442079460002'))
  const id = await make('POST /v1/guests', { name: X })
  const change = { ...guestWithPlaces('+442079460003'), reason: X }
  await store('PATCH /dashboard/api/guests/:id', { id }, change)
  await refuse('PATCH /dashboard/api/guests/:id', { id }, { topics: { [X]: false } })
  await store('POST /dashboard/api/guests/:id/points', { id }, { points: 5, reason: X })
  const recorded = await make('PUT /v1/guests', { identifiers: [elsewhere('toast')], ...statedBySystem() })
  const patched = await make('POST /v1/guests', { name: X })
  await store(
    'PATCH /v1/guests/:id',
    { id: patched },
    {
      ...statedBySystem(),
      external_id: X,
      email: X,
      phone: '+442079460004',
      add_identifiers: [elsewhere('toast')],
      remove_identifiers: [elsewhere('opentable')],
    },
  )
  const topics = { [X]: { on: false, at: '2026-01-01T00:00:00Z' } }
  await refuse('PUT /v1/guests', {}, { identifiers: [elsewhere('toast')], topics })
  await refuse('PATCH /v1/guests/:id', { id }, { topics })
  for (const base of ['/v1', '/dashboard/api'])
    await refuse(`POST ${base}/guests/:id/merge`, { id }, { organisation_registration_id: X })
  const erased = await make('POST /v1/guests', { name: X })
  await store('POST /dashboard/api/guests/:id/erase', { id: erased }, { guest_id: erased })
  return { guests: [first, second, id, recorded, patched], erased }
}

const elsewhere = (system: string) => ({ type: 'external_id', system, value: X })

function statedBySystem(): object {
  const said = { at: '2026-01-01T00:00:00Z', where: X, words: X }
  const consent = { given: true, ...said }
  const about = { name: X, tags: [X], attributes: { [X]: X } }
  const topics = { [CLICK_COUNTING]: { on: false, ...said } }
  return { serial: X, ...about, consent: { email: consent, sms: consent }, topics }
}
