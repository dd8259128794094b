import { dashboard } from '@millrace/contract/operations/dashboard'
import { inTransaction } from '#db/database.ts'
import { signOutEverywhere } from '#members/open-sessions.ts'
import { bind } from '../bind.ts'
import { sessionCookie } from './edge/session-cookie.ts'

export default bind(dashboard.signOutEverywhere, ({ config, database }) => async ({ session }, reply) => {
  await inTransaction(database.engine, tx => signOutEverywhere(tx, session))
  sessionCookie(config).clear(reply)
  return { message: 'You are signed out everywhere.' }
})
