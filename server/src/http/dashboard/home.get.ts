import { dashboard } from '@millrace/contract/operations/dashboard'
import { readHome } from '#dashboard/home/read-home.ts'
import { waitingJobs } from '#queue/waiting-jobs.ts'
import { bind } from '../bind.ts'

export default bind(
  dashboard.readHome,
  ({ database }) =>
    async ({ member: { organisationId, serials: sight, role }, query: { range = '24h' }, lists }) => {
      // Jobs are the engine's: no organisation sees their table.
      const queue = await waitingJobs(database.engineSql, organisationId)
      const asked = { range, sight, isOwner: role === 'owner', queue }
      return lists.read(organisationId, tx => readHome(tx, organisationId, asked))
    },
)
