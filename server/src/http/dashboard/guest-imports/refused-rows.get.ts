import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { readImport } from '#jobs/import/imports.ts'
import { listRefusals } from '#jobs/import/refusals.ts'
import { bind } from '../../bind.ts'
import { changed } from '../../edge/guest-import.ts'
import { pageRequest } from '../../edge/page.ts'
import { listPage } from '../edge/list-page.ts'
import { placeOf } from './shared.ts'

export default bind(dashboard.listRefusedRows, parts => async ({ member, params, query }) => {
  const place = placeOf(member, params.id)
  const list = `refused-rows ${place.importId}`
  const page = pageRequest(parts, list, query)
  const rows = await inTenant(parts.database, place.organisationId, async tx => {
    await changed(readImport(tx, place))
    return listRefusals(tx, place, { after: Number(page.after ?? 0), limit: page.limit + 1 })
  })
  const path = `/dashboard/api/guest-imports/${place.importId}/refused-rows`
  return listPage(parts, { list, page, path, query }, rows, ({ row }) => String(row))
})
