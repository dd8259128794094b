import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { bind } from '../../bind.ts'
import { requirePiece } from '../../edge/piece.ts'

export default bind(
  dashboard.readPiece,
  ({ database }) =>
    async ({ member: { organisationId }, params }) => ({
      message: 'The saved piece as it is now.',
      piece: await inTenant(database, organisationId, tx => requirePiece(tx, organisationId, params.key)),
    }),
)
