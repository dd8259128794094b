import { dashboard } from '@millrace/contract/operations/dashboard'
import { countRows } from '#dashboard/lists/count-rows.ts'
import { listsOn } from '#db/replica/lists.ts'
import { venuesStatement } from '#venues/list-managed-venues.ts'
import { bind } from '../../bind.ts'

export default bind(dashboard.countVenues, ({ database }) => async ({ member, query }) => {
  const { organisationId, serials } = member
  return countRows(listsOn(database), organisationId, limit =>
    venuesStatement(organisationId, {
      text: query.text,
      serials: serials ?? undefined,
      after: undefined,
      limit,
    }),
  )
})
