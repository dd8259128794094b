import type { RefusedRow } from '@millrace/contract/guest-import'
import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTenant } from '#db/database.ts'
import { toImport } from '#jobs/import/import-row.ts'
import { readImport } from '#jobs/import/imports.ts'
import { listRefusals } from '#jobs/import/refusals.ts'
import { refusedCells, refusedColumns, refusedHeading } from '#jobs/import/refused-csv.ts'
import { recordAudit } from '#organisations/audit.ts'
import { bind } from '../../../bind.ts'
import { changed } from '../../../edge/guest-import.ts'
import { sendCsv } from '../../edge/send-csv.ts'
import { placeOf } from '../shared.ts'

const AT_ONCE = 500

export default bind(dashboard.exportRefusedRows, ({ database }) => async ({ member, params }, reply) => {
  const place = placeOf(member, params.id)
  const { organisationId } = place
  const stored = await inTenant(database, organisationId, async tx => {
    const found = await changed(readImport(tx, place))
    const audited = { actor: member.email, action: 'refused_rows.exported', subject: place.importId }
    await recordAudit(tx, organisationId, audited)
    return found
  })
  const columns = refusedColumns(toImport(stored))
  return sendCsv<RefusedRow>(reply, {
    name: 'refused-rows.csv',
    heading: refusedHeading(columns),
    cells: row => refusedCells(columns, row),
    next: last =>
      inTenant(database, organisationId, tx =>
        listRefusals(tx, place, { after: last?.row ?? 0, limit: AT_ONCE }),
      ),
  })
})
