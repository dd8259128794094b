import { Message } from '@millrace/contract/member'
import { endSessions } from '#members/session.ts'
import { route } from '../route.ts'
import { sessionCookie } from './edge/session-cookie.ts'

export default route({
  method: 'DELETE',
  url: '/dashboard/api/sessions',
  access: 'session',
  schema: {
    operationId: 'signOutEverywhere',
    tags: ['Dashboard'],
    summary: 'Sign out on every device, this one too',
    response: { 200: Message },
  },
  handler:
    ({ config, database }) =>
    async ({ session }, reply) => {
      await endSessions(database.engineSql, session.member.id)
      sessionCookie(config).clear(reply)
      return { message: 'You are signed out everywhere.' }
    },
})
