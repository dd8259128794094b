import { dashboard } from '@millrace/contract/operations/dashboard'
import { latestRepair, sampleDifferences } from '#connections/repair/read-repair.ts'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { connectionId, requireStoredMapping } from '../edge/require-connection.ts'

const SHOWN_OF_EACH = 20

export default bind(dashboard.readRepair, ({ database }) => async ({ member, params }) => {
  const { organisationId } = member
  const id = connectionId(params.id)
  return inTenant(database, organisationId, async tx => {
    await requireStoredMapping(tx, organisationId, id)
    const latest = await latestRepair(tx, organisationId, id)
    if (latest === undefined) return { job: null, version: null, applies: false, differences: [] }
    const { job, version, comparison } = latest
    const differences = await sampleDifferences(tx, organisationId, comparison ?? job.id, SHOWN_OF_EACH)
    return {
      ...{ job, version, applies: comparison !== null },
      differences: differences.map(one => ({ ...one, fields: [...one.fields] })),
    }
  })
})
