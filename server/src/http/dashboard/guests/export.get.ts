import type { Guest } from '@millrace/contract/guest'
import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { type FoundGuest, searchGuests } from '#guests/search-guests.ts'
import { recordAudit } from '#organisations/audit.ts'
import { bind } from '../../bind.ts'
import { sendCsv } from '../edge/send-csv.ts'

const AT_ONCE = 1_000

/** All guests at once leave the building this way, so it is the owners', and the audit knows of it. */
export default bind(dashboard.exportGuests, ({ database }) => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const { tag } = request.query
  await inTenant(database, organisationId, tx =>
    recordAudit(tx, organisationId, { actor, action: 'guests.exported', subject: tag ?? 'all' }),
  )
  return sendCsv<FoundGuest>(reply, {
    name: 'guests.csv',
    heading: columns,
    cells: ({ guest }) => columns.map(column => cell(guest, column)),
    next: last =>
      request.lists.read(organisationId, tx =>
        searchGuests(tx, organisationId, { tag, after: last?.place, limit: AT_ONCE }),
      ),
  })
})

const columns = [
  'id',
  'external_id',
  'name',
  'email',
  'phone',
  'email_consent',
  'sms_consent',
  'do_not_contact',
  'topics_off',
  'tags',
  'points',
  'attributes',
  'created_at',
] as const

const cell = (guest: Guest, column: (typeof columns)[number]) =>
  column === 'tags' || column === 'topics_off' ? guest[column].join(', ') : guest[column]
