import { dashboard } from '@millrace/contract/operations/dashboard'
import { endSession } from '#members/session.ts'
import { bind } from '../bind.ts'
import { sessionCookie } from './edge/session-cookie.ts'

export default bind(dashboard.signOut, ({ config, database }) => async ({ session }, reply) => {
  await endSession(database.engineSql, session.hash)
  sessionCookie(config).clear(reply)
  return { message: 'You are signed out.' }
})
