import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTransaction } from '#db/database.ts'
import { endOpenSession } from '#members/open-sessions.ts'
import { bind } from '../../bind.ts'
import { Refusal } from '../../refusal.ts'
import { sessionCookie } from '../edge/session-cookie.ts'

export default bind(dashboard.endSession, ({ config, database }) => async ({ session, params }, reply) => {
  const ended = await inTransaction(database.engine, tx => endOpenSession(tx, session, params.id))
  if (ended === undefined) throw new Refusal('session_not_found')
  if (ended.current) sessionCookie(config).clear(reply)
  return { message: 'The device is signed out.' }
})
