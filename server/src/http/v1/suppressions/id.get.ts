import { v1 } from '@millrace/contract/operations/v1'
import { storedId } from '#base/ids.ts'
import { inTenant } from '#db/database.ts'
import { findSuppression } from '#suppressions/list-suppressions.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'

export default bind(v1.getSuppression, ({ database }) => async request => {
  const { organisationId } = request.identity
  const id = storedId(request.params.id)
  const suppression =
    id && (await inTenant(database, organisationId, tx => findSuppression(tx, organisationId, id)))
  if (!suppression) throw new Refusal('suppression_not_found')
  const now = suppression.lifted_at === null ? 'Nothing is' : 'Messages are again'
  return { message: `${now} sent to ${suppression.address}.`, suppression }
})
