import { VersionDifference } from '@millrace/contract/dashboard/workflows'
import { Type } from 'typebox'
import { readNames } from '#dashboard/workflows/read-names.ts'
import { inTenant } from '#db/database.ts'
import { describeDifference } from '#workflows/description/describe-difference.ts'
import { difference } from '#workflows/description/difference.ts'
import { readDraft } from '#workflows/drafts/read-draft.ts'
import { route } from '../../../route.ts'
import { requireId } from '../../edge/require-id.ts'
import { requireVersion, versionNumber } from '../../edge/require-version.ts'
import { requireWorkflow } from '../../edge/require-workflow.ts'

export default route({
  method: 'GET',
  url: '/dashboard/api/workflows/:id/versions/:version/difference',
  access: 'member',
  role: 'viewer',
  schema: {
    operationId: 'readDifference',
    tags: ['Dashboard'],
    summary: 'What a version changed, or how another one or the draft differs from it',
    description: 'Without `to`: from the version before to this one. `to` is a version or `draft`.',
    params: Type.Object({ id: Type.String(), version: Type.String() }),
    querystring: Type.Object({
      to: Type.Optional(Type.String({ pattern: '^(draft|[1-9][0-9]{0,8})$' })),
    }),
    response: { 200: VersionDifference },
  },
  handler:
    ({ database }) =>
    async ({ member: { organisationId }, params, query: { to } }) => {
      const id = requireId(params.id, 'workflow_not_found')
      return inTenant(database, organisationId, async tx => {
        await requireWorkflow(tx, organisationId, id)
        const version = (number: number) => requireVersion(tx, organisationId, id, number)
        const named = await version(versionNumber(params.version))
        const other = to === undefined || to === 'draft' ? undefined : await version(versionNumber(to))
        const drafted = to === 'draft' ? (await readDraft(tx, organisationId, id))?.document : undefined
        if (to === undefined && named.version === 1) {
          return { from: null, to: 1, difference: null, sentences: [] }
        }
        const before = to === undefined ? await version(named.version - 1) : named
        const after = to === undefined ? named.definition : (other?.definition ?? drafted ?? {})
        const changes = difference(before.definition, after)
        return {
          from: before.version,
          to: to === undefined ? named.version : (other?.version ?? null),
          difference: changes,
          sentences: describeDifference(changes, await readNames(tx, organisationId)),
        }
      })
    },
})
