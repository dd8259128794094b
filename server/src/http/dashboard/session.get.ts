import { SessionAnswer } from '@millrace/contract/session'
import { route } from '../route.ts'
import { describeSession } from './edge/answer-session.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/session',
  access: 'session',
  schema: {
    operationId: 'readSession',
    tags: ['Dashboard'],
    summary: 'Who is signed in',
    response: { 200: SessionAnswer },
  },
  handler:
    ({ database }) =>
    async ({ session }) => ({
      message: 'You are signed in.',
      session: await describeSession(database, session),
    }),
})
