import { v1 } from '@millrace/contract/operations/v1'
import { inTenant } from '#db/database.ts'
import { readImport } from '#jobs/import/imports.ts'
import { listRefusals } from '#jobs/import/refusals.ts'
import { bind } from '../../bind.ts'
import { changed } from '../../edge/guest-import.ts'
import { pageAnswer, pageRequest } from '../../edge/page.ts'
import { placeOf } from './shared.ts'

export default bind(v1.listRefusedRows, parts => async request => {
  const place = placeOf(request)
  const name = `refused-rows ${place.importId}`
  const page = pageRequest(parts, name, request.query)
  const rows = await inTenant(parts.database, place.organisationId, async tx => {
    await changed(readImport(tx, place))
    return listRefusals(tx, place, { after: Number(page.after ?? 0), limit: page.limit + 1 })
  })
  const path = v1.listRefusedRows.path.replace(':id', place.importId)
  return pageAnswer(parts, { list: name, page, path, query: request.query }, rows, ({ row }) => String(row))
})
