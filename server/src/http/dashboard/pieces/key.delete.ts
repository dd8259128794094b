import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { deletePiece } from '#workflows/pieces/pieces.ts'
import { bind } from '../../bind.ts'
import { changedPiece } from '../../edge/piece.ts'
import { requireEveryVenue } from '../edge/every-venue.ts'

export default bind(dashboard.deletePiece, ({ database }) => async ({ member, params }) => {
  requireEveryVenue(member)
  const { organisationId, email } = member
  const { name } = await inTenant(database, organisationId, tx =>
    changedPiece(deletePiece(tx, organisationId, params.key, email)),
  )
  return { message: `"${name}" is deleted.` }
})
