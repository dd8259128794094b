import { OrganisationChoice, SessionAnswer } from '@millrace/contract/session'
import { storedId } from '#base/ids.ts'
import { chooseOrganisation, findSession } from '#members/session.ts'
import { checkedBody } from '../edge/checked-body.ts'
import { Refusal } from '../refusal.ts'
import { route } from '../route.ts'
import { describeSession } from './edge/answer-session.ts'
import { sessionCookie } from './edge/session-cookie.ts'

export default route({
  method: 'PATCH',
  url: '/dashboard/api/session',
  access: 'session',
  schema: {
    operationId: 'chooseOrganisation',
    tags: ['Dashboard'],
    summary: 'Choose one of your organisations',
    body: OrganisationChoice,
    response: { 200: SessionAnswer },
  },
  options: { attachValidation: true },
  handler: ({ config, database }) => {
    const cookie = sessionCookie(config)
    return async request => {
      const { body } = checkedBody(request, OrganisationChoice)
      const id = storedId(body.organisation_id) as string
      const chosen = await chooseOrganisation(database.engineSql, request.session, id)
      if (!chosen) throw new Refusal('organisation_not_found')
      const session = await findSession(database.engineSql, cookie.read(request) as string)
      if (session === undefined) throw new Refusal('sign_in_needed')
      return { message: 'Organisation chosen.', session: await describeSession(database, session) }
    }
  },
})
