import { LinkHeaders, SetupLook } from '@millrace/contract/session'
import { findSetupLink } from '#members/setup-link.ts'
import { Refusal } from '../refusal.ts'
import { route } from '../route.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/setup',
  access: 'public',
  schema: {
    operationId: 'readSetupLink',
    tags: ['Dashboard'],
    summary: 'What a setup link is for',
    headers: LinkHeaders,
    response: { 200: SetupLook },
  },
  handler:
    ({ database }) =>
    async ({ headers }) => {
      const link = await findSetupLink(database.engineSql, headers['x-link-token'])
      if (link === undefined) throw new Refusal('link_not_valid')
      return { message: 'The link is good.', organisation_name: link.organisationName }
    },
})
