import { dashboard } from '@millrace/contract/operations/dashboard'
import { listOpenSessions } from '#members/open-sessions.ts'
import { bind } from '../bind.ts'

export default bind(dashboard.listSessions, ({ database }) => async ({ session }) => ({
  data: await listOpenSessions(database.engineSql, session),
}))
