import { v1 } from '@millrace/contract/operations/v1'
import { inTenant } from '#db/database.ts'
import { listSegments } from '#workflows/segments/segments.ts'
import { bind } from '../bind.ts'

export default bind(v1.listSegments, ({ database }) => async ({ identity: { organisationId } }) => ({
  data: await inTenant(database, organisationId, tx => listSegments(tx, organisationId)),
}))
