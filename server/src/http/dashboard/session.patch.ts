import { dashboard } from '@millrace/contract/operations/dashboard'
import { storedId } from '#base/ids.ts'
import { chooseOrganisation, findSession } from '#members/session.ts'
import { bind } from '../bind.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { Refusal } from '../refusal.ts'
import { describeSession } from './edge/answer-session.ts'
import { sessionCookie } from './edge/session-cookie.ts'

export default bind(dashboard.chooseOrganisation, ({ config, database }) => {
  const cookie = sessionCookie(config)
  return async request => {
    const { body } = checkedBody(request, dashboard.chooseOrganisation)
    const id = storedId(body.organisation_id) as string
    const chosen = await chooseOrganisation(database.engineSql, request.session, id)
    if (!chosen) throw new Refusal('organisation_not_found')
    const session = await findSession(database.engineSql, cookie.read(request) as string)
    if (session === undefined) throw new Refusal('sign_in_needed')
    return { message: 'Organisation chosen.', session: await describeSession(database, session) }
  }
})
