import { v1 } from '@millrace/contract/operations/v1'
import { inTenant } from '#db/database.ts'
import { readImport } from '#jobs/import/imports.ts'
import { bind } from '../../bind.ts'
import { changed } from '../../edge/guest-import.ts'
import { importAnswer, placeOf } from './shared.ts'

export default bind(v1.getGuestImport, ({ database }) => async request => {
  const place = placeOf(request)
  const row = await inTenant(database, place.organisationId, tx => changed(readImport(tx, place)))
  return importAnswer('The import as it is now.', row)
})
