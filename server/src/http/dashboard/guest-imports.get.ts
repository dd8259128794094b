import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { toImport } from '#jobs/import/import-row.ts'
import { listImports } from '#jobs/import/imports.ts'
import { bind } from '../bind.ts'
import { pageRequest } from '../edge/page.ts'
import { requireEveryVenue } from './edge/every-venue.ts'
import { listPage } from './edge/list-page.ts'

export default bind(dashboard.listImports, parts => async ({ member, query }) => {
  requireEveryVenue(member)
  const { organisationId } = member
  const list = 'guest-imports'
  const page = pageRequest(parts, list, query)
  const rows = await inTenant(parts.database, organisationId, tx =>
    listImports(tx, organisationId, { after: page.after, limit: page.limit + 1 }),
  )
  const path = dashboard.listImports.path
  return listPage(parts, { list, page, path, query }, rows.map(toImport), ({ id }) => id)
})
