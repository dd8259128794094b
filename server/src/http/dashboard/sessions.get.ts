import { OpenSessions } from '@millrace/contract/session'
import { listOpenSessions } from '#members/open-sessions.ts'
import { route } from '../route.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/sessions',
  access: 'session',
  schema: {
    operationId: 'listSessions',
    tags: ['Dashboard'],
    summary: 'Where you are signed in',
    response: { 200: OpenSessions },
  },
  handler:
    ({ database }) =>
    async ({ session }) => ({ data: await listOpenSessions(database.engineSql, session) }),
})
