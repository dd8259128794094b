import { v1 } from '@millrace/contract/operations/v1'
import { inTenant } from '#db/database.ts'
import { addPart } from '#jobs/import/imports.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { Refusal } from '../../refusal.ts'
import { changed, importAnswer, placeOf } from './shared.ts'

export default bind(v1.addGuestImportPart, ({ database }) => async request => {
  const { offset, content } = checkedBody(request, v1.addGuestImportPart).body
  if (content.length % 4 !== 0)
    throw new Refusal('validation_failed', { errors: { content: ['must be base64, with its padding'] } })
  const place = placeOf(request)
  const row = await inTenant(database, place.organisationId, tx =>
    changed(addPart(tx, place, offset, Buffer.from(content, 'base64'))),
  )
  return importAnswer(`${row.received} bytes have arrived.`, row)
})
