import { dashboard } from '@millrace/contract/operations/dashboard'
import { countRows } from '#dashboard/lists/count-rows.ts'
import { foundGuests } from '#guests/search-guests.ts'
import { bind } from '../../bind.ts'

/** Guests of some venues are found one by one, so a member who is held to venues gets no number. */
export default bind(dashboard.countGuests, () => async ({ member, query, lists }) => {
  const { organisationId, serials } = member
  if (serials !== null) return { count: null, more: false }
  return countRows(lists, organisationId, limit => foundGuests(organisationId, { ...query, limit }))
})
