import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant, tenantSql } from '#db/database.ts'
import { createPiece } from '#workflows/pieces/pieces.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { changedPiece, checkedContent } from '../edge/piece.ts'

export default bind(dashboard.createPiece, ({ database, checks }) => async (request, reply) => {
  const { organisationId, email } = request.member
  const { body } = checkedBody(request, dashboard.createPiece)
  const sql = tenantSql(database, organisationId)
  const content = await checkedContent(sql, checks, organisationId, { kind: body.kind }, body.content)
  const piece = await inTenant(database, organisationId, tx =>
    changedPiece(createPiece(tx, organisationId, { ...body, content }, email)),
  )
  reply.code(201)
  return { message: `"${piece.name}" is saved.`, piece }
})
