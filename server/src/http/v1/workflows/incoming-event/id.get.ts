import { v1 } from '@millrace/contract/operations/v1'
import { storedId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { findEvent } from '#events/find-event.ts'
import { receiptMessage } from '#events/receipt.ts'
import { bind } from '../../../bind.ts'
import { seesEvent } from '../../../edge/key-reach.ts'
import { Refusal } from '../../../refusal.ts'

export default bind(v1.getIncomingEvent, ({ database }) => async request => {
  const { organisationId } = request.identity
  const id = storedId(request.params.id)
  const receipt = id && (await inTenant(database, organisationId, tx => findEvent(tx, organisationId, id)))
  if (!receipt || !seesEvent(request.identity, receipt)) throw new Refusal('event_not_found')
  return { message: receiptMessage(receipt), event: receipt }
})
