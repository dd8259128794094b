import { dashboard } from '@millrace/contract/operations/dashboard'
import type { Sql } from '#db/sql.ts'
import { type FoundGuest, type GuestSearch, searchGuests } from '#guests/search-guests.ts'
import { type Reach, reachedGuests } from '#members/reach.ts'
import { bind } from '../bind.ts'
import { pageRequest } from '../edge/page.ts'
import { listPage } from './edge/list-page.ts'
import { noteBulkReading } from './edge/note-bulk-reading.ts'

export default bind(dashboard.searchGuests, parts => async request => {
  const { member, query } = request
  const { text, tag, sort } = query
  // A place in one search is none in another.
  const list = `guests ${JSON.stringify([text, tag, sort])}`
  const page = pageRequest(parts, list, query)
  const search = { text, tag, sort, after: page.after, limit: page.limit + 1 }
  const rows = await request.lists.read(member.organisationId, tx => searchWithin(tx, member, search))
  await noteBulkReading(parts, member, Math.min(rows.length, page.limit))
  const path = '/dashboard/api/guests'
  const found = listPage(parts, { list, page, path, query }, rows, row => row.place)
  return { ...found, data: found.data.map(({ guest }) => guest) }
})

/** Among very many guests of other venues, the search ends with what it has found by then. */
const MOST_LOOKED_THROUGH = 5_000

/** Guests that a member who is held to venues does not reach are left out, and others take their place. */
async function searchWithin(tx: Sql, member: Reach, search: GuestSearch): Promise<FoundGuest[]> {
  const { organisationId, serials } = member
  if (serials === null) return searchGuests(tx, organisationId, search)
  const found: FoundGuest[] = []
  let after = search.after
  for (let looked = 0; found.length < search.limit && looked < MOST_LOOKED_THROUGH; ) {
    const rows = await searchGuests(tx, organisationId, { ...search, after })
    const reached = await reachedGuests(
      tx,
      member,
      rows.map(({ guest }) => guest.id),
    )
    found.push(...rows.filter(({ guest }) => reached.has(guest.id)))
    looked += rows.length
    after = rows.at(-1)?.place
    if (rows.length < search.limit) break
  }
  return found.slice(0, search.limit)
}
