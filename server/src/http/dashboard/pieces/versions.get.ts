import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { listPieceVersions } from '#workflows/pieces/pieces.ts'
import { bind } from '../../bind.ts'
import { changedPiece } from '../../edge/piece.ts'

export default bind(
  dashboard.listPieceVersions,
  ({ database }) =>
    async ({ member: { organisationId }, params }) => ({
      data: await inTenant(database, organisationId, tx =>
        changedPiece(listPieceVersions(tx, organisationId, params.key)),
      ),
    }),
)
