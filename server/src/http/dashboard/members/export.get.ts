import type { Member } from '@millrace/contract/member'
import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { listMembers } from '#members/members.ts'
import { recordAudit } from '#organisations/audit.ts'
import { bind } from '../../bind.ts'
import { sendCsv } from '../edge/send-csv.ts'

/** Who works here, with their addresses, all at once: for the owners, and the audit knows of it. */
export default bind(dashboard.exportMembers, ({ database }) => async (request, reply) => {
  const { organisationId, email: actor } = request.member
  const members = await inTenant(database, organisationId, async tx => {
    await recordAudit(tx, organisationId, { actor, action: 'members.exported', subject: 'all' })
    return listMembers(tx)
  })
  return sendCsv<Member>(reply, {
    name: 'members.csv',
    heading: columns,
    cells: member =>
      columns.map(column => (column === 'serials' ? member.serials?.join(', ') : member[column])),
    next: async last => (last === undefined ? members : []),
  })
})

const columns = ['id', 'name', 'email', 'role', 'serials', 'created_at'] as const
