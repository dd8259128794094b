import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { listPieces } from '#workflows/pieces/pieces.ts'
import { bind } from '../bind.ts'

export default bind(dashboard.listPieces, ({ database }) => async ({ member: { organisationId } }) => ({
  data: await inTenant(database, organisationId, tx => listPieces(tx, organisationId)),
}))
