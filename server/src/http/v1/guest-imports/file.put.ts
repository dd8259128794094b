import { v1 } from '@millrace/contract/operations/v1'
import { inTenant } from '#db/database.ts'
import { addPart } from '#jobs/import/imports.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { changed, contentOf } from '../../edge/guest-import.ts'
import { importAnswer, placeOf } from './shared.ts'

export default bind(v1.addGuestImportPart, ({ database }) => async request => {
  const { offset, content } = checkedBody(request, v1.addGuestImportPart).body
  const bytes = contentOf(content)
  const place = placeOf(request)
  const row = await inTenant(database, place.organisationId, tx => changed(addPart(tx, place, offset, bytes)))
  return importAnswer(`${row.received} bytes have arrived.`, row)
})
