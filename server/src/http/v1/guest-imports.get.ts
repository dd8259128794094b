import { v1 } from '@millrace/contract/operations/v1'
import { inTenant } from '#db/database.ts'
import { toImport } from '#jobs/import/import-row.ts'
import { listImports } from '#jobs/import/imports.ts'
import { bind } from '../bind.ts'
import { pageAnswer, pageRequest } from '../edge/page.ts'

export default bind(v1.listGuestImports, parts => async request => {
  const { organisationId } = request.identity
  const page = pageRequest(parts, 'guest-imports', request.query)
  const rows = await inTenant(parts.database, organisationId, tx =>
    listImports(tx, organisationId, { after: page.after, limit: page.limit + 1 }),
  )
  const list = { list: 'guest-imports', page, path: v1.listGuestImports.path, query: request.query }
  return pageAnswer(parts, list, rows.map(toImport), one => one.id)
})
