import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant, tenantSql } from '#db/database.ts'
import { changePiece, listPieceVersions } from '#workflows/pieces/pieces.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { changedPiece, checkedContent, requirePiece } from '../../edge/piece.ts'
import { Refusal } from '../../refusal.ts'
import { requireEveryVenue } from '../edge/every-venue.ts'

export default bind(dashboard.restorePiece, ({ database, checks }) => async request => {
  const { member } = request
  requireEveryVenue(member)
  const { organisationId, email } = member
  const { key } = request.params
  const { version: restored_from, confirm_transactional } = checkedBody(request, dashboard.restorePiece).body
  const sql = tenantSql(database, organisationId)
  const before = await requirePiece(sql, organisationId, key)
  const versions = await changedPiece(listPieceVersions(sql, organisationId, key))
  const wanted = versions.find(({ version }) => version === restored_from)
  if (wanted === undefined) throw new Refusal('piece_version_not_found')
  const content = await checkedContent(sql, checks, organisationId, before, { ...wanted.content })
  const change = { content, version: before.version, restored_from, confirm_transactional }
  const piece = await inTenant(database, organisationId, tx =>
    changedPiece(changePiece(tx, organisationId, key, change, email)),
  )
  return { message: `Version ${restored_from} of "${piece.name}" is version ${piece.version} now.`, piece }
})
