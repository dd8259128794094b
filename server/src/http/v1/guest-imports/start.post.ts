import { v1 } from '@millrace/contract/operations/v1'
import type { Sql } from '#db/sql.ts'
import { confirmsConsent } from '#guests/confirms-consent.ts'
import { readImport, startImport } from '#jobs/import/imports.ts'
import type { FilePlace } from '#jobs/import/window.ts'
import { bind } from '../../bind.ts'
import { checkedBody } from '../../edge/checked-body.ts'
import { changed } from '../../edge/guest-import.ts'
import { Refusal } from '../../refusal.ts'
import { changeOnce } from './shared.ts'

export default bind(v1.startGuestImport, parts => async (request, reply) => {
  const trial = checkedBody(request, v1.startGuestImport).body.trial ?? false
  const message = trial ? 'The trial has started.' : 'The import has started.'
  return changeOnce(parts, request, reply, message, async (tx, place, actor) => {
    if (request.identity.test && !trial) await refuseToAsk(tx, place)
    return startImport(tx, place, trial, actor)
  })
})

/** What test keys send stays here, and those who agree by a file would be asked to confirm. */
async function refuseToAsk(tx: Sql, place: FilePlace): Promise<void> {
  const { kind } = (await changed(readImport(tx, place))).settings
  if (kind === 'visits' || !(await confirmsConsent(tx, place.organisationId))) return
  throw new Refusal('import_refused', {
    message:
      'A test key imports no guests into an organisation where they confirm consents, because they would be sent an ' +
      'e-mail. It can start a trial.',
  })
}
