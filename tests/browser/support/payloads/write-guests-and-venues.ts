import { guestWithPlaces, venueWithPlaces } from './bodies.ts'
import { place as X } from './payloads.ts'
import type { Writer } from './writer.ts'

/** Returns the serial of the first, which is a payload as well. */
export async function writeVenues({ kept, store }: Writer): Promise<string> {
  const route = 'POST /dashboard/api/venues'
  await store(route, {}, { ...venueWithPlaces(), serial: X })
  await store(route, {}, { serial: 'QUAY', name: X, time_zone: 'UTC' }, { probe: false })
  await store('PATCH /dashboard/api/venues/:serial', { serial: 'QUAY' }, venueWithPlaces())
  return kept.textOf(`${route} serial`)
}

export interface Guests {
  /** By the dashboard, by an integration, and one who was changed. */
  readonly guests: readonly [string, string, string]
  readonly erased: string
}

export async function writeGuests({ store }: Writer): Promise<Guests> {
  const make = async (route: string, body: object) =>
    (await store<{ guest: { id: string } }>(route, {}, body)).guest.id
  const first = await make('POST /dashboard/api/guests', guestWithPlaces('+442079460001'))
  const second = await make('POST /v1/guests', guestWithPlaces('+442079460002'))
  const id = await make('POST /v1/guests', { name: X })
  const change = { ...guestWithPlaces('+442079460003'), reason: X }
  await store('PATCH /dashboard/api/guests/:id', { id }, change)
  await store('POST /dashboard/api/guests/:id/points', { id }, { points: 5, reason: X })
  const erased = await make('POST /v1/guests', { name: X })
  await store('POST /dashboard/api/guests/:id/erase', { id: erased }, { guest_id: erased })
  return { guests: [first, second, id], erased }
}
