import { dashboard } from '@millrace/contract/operations/dashboard'
import { bind } from '../bind.ts'
import { describeSession } from './edge/answer-session.ts'

export default bind(dashboard.readSession, ({ database }) => async ({ session }) => ({
  message: 'You are signed in.',
  session: await describeSession(database, session),
}))
