import { Message } from '@millrace/contract/member'
import { Type } from 'typebox'
import { inTransaction } from '#db/database.ts'
import { endOpenSession } from '#members/open-sessions.ts'
import { Refusal } from '../../refusal.ts'
import { route } from '../../route.ts'
import { sessionCookie } from '../edge/session-cookie.ts'

export default route({
  method: 'DELETE',
  url: '/dashboard/api/sessions/:id',
  access: 'session',
  confirmed: true,
  schema: {
    operationId: 'endSession',
    tags: ['Dashboard'],
    summary: 'Sign out on one of your devices',
    params: Type.Object({ id: Type.String() }),
    response: { 200: Message },
  },
  handler:
    ({ config, database }) =>
    async ({ session, params }, reply) => {
      const ended = await inTransaction(database.engine, tx => endOpenSession(tx, session, params.id))
      if (ended === undefined) throw new Refusal('session_not_found')
      if (ended.current) sessionCookie(config).clear(reply)
      return { message: 'That session is ended.' }
    },
})
