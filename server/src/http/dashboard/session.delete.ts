import { Message } from '@millrace/contract/member'
import { endSession } from '#members/session.ts'
import { route } from '../route.ts'
import { sessionCookie } from './edge/session-cookie.ts'

export default route({
  method: 'DELETE',
  url: '/dashboard/api/session',
  access: 'session',
  schema: {
    operationId: 'signOut',
    tags: ['Dashboard'],
    summary: 'Sign out',
    response: { 200: Message },
  },
  handler:
    ({ config, database }) =>
    async ({ session }, reply) => {
      await endSession(database.engineSql, session.hash)
      sessionCookie(config).clear(reply)
      return { message: 'You are signed out.' }
    },
})
