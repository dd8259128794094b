import { v1 } from '@millrace/contract/operations/v1'
import { startImport } from '#jobs/import/imports.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { changeOnce } from './shared.ts'

export default bind(v1.startGuestImport, parts => async (request, reply) => {
  const trial = checkedBody(request, v1.startGuestImport).body.trial ?? false
  const message = trial ? 'The trial has started.' : 'The import has started.'
  return changeOnce(parts, request, reply, message, (tx, place, actor) =>
    startImport(tx, place, trial, actor),
  )
})
