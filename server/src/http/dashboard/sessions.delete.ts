import { dashboard } from '@millrace/contract/operations/dashboard'
import { endSessions } from '#members/session.ts'
import { bind } from '../bind.ts'
import { sessionCookie } from './edge/session-cookie.ts'

export default bind(dashboard.signOutEverywhere, ({ config, database }) => async ({ session }, reply) => {
  await endSessions(database.engineSql, session.member.id)
  sessionCookie(config).clear(reply)
  return { message: 'You are signed out everywhere.' }
})
