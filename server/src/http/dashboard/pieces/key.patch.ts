import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant, tenantSql } from '#db/database.ts'
import { changePiece } from '#workflows/pieces/pieces.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { changedPiece, checkedContent, requirePiece } from '../../edge/piece.ts'
import { requireEveryVenue } from '../edge/every-venue.ts'

export default bind(dashboard.changePiece, ({ database, checks }) => async request => {
  const { member } = request
  requireEveryVenue(member)
  const { organisationId, email } = member
  const { key } = request.params
  const { body } = checkedBody(request, dashboard.changePiece)
  const sql = tenantSql(database, organisationId)
  const before = await requirePiece(sql, organisationId, key)
  const content =
    body.content == null ? undefined : await checkedContent(sql, checks, organisationId, before, body.content)
  const { name, version, confirm_transactional } = body
  const change = {
    name: name ?? undefined,
    content,
    version: version ?? before.version,
    confirm_transactional,
  }
  const piece = await inTenant(database, organisationId, tx =>
    changedPiece(changePiece(tx, organisationId, key, change, email)),
  )
  return { message: `"${piece.name}" is saved.`, piece }
})
