import { dashboard } from '@millrace/contract/operations/dashboard'
import { createChannels } from '#channels/channels.ts'
import { fetchOne } from '#connections/pull/fetch-one.ts'
import { placesOf, readPull } from '#connections/pull/settings.ts'
import { createTokens } from '#connections/pull/tokens.ts'
import { factsOf } from '#connections/read-delivery.ts'
import { inTenant } from '#db/database.ts'
import { recordAudit } from '#organisations/audit.ts'
import { bind } from '../../../bind.ts'
import { checkedBody } from '../../../edge/checked-body.ts'
import { previewOf } from '../../edge/preview-of.ts'
import { connectionId, requireStoredMapping } from '../../edge/require-connection.ts'
import { requirePull } from '../../edge/require-pull.ts'
import { countTest } from '../../edge/send-test.ts'
import { withList } from '../../edge/with-list.ts'

const begin = { cursor_value: null, etag: null, last_modified: null }

/** The first page, whatever was fetched before: that is what someone who sets it up wants to see. */
export default bind(dashboard.tryPull, parts => async request => {
  const { organisationId, email: actor } = request.member
  const id = connectionId(request.params.id)
  const { connection, facts, stored } = await inTenant(parts.database, organisationId, async tx => {
    const connection = await requireStoredMapping(tx, organisationId, id)
    const facts = await factsOf(tx, parts.organisations, organisationId)
    return { connection, facts, stored: await readPull(tx, parts.sealer, organisationId, id) }
  })
  const { body } = checkedBody(request, dashboard.tryPull)
  const { secret, second_secret, ...pull } = requirePull(parts, body, stored)
  await countTest(parts.database, organisationId)
  const channels = createChannels(parts.policy)
  try {
    const tokens = createTokens(channels.postForm)
    const secrets = { secret, second_secret }
    const fetched = await fetchOne({ channels, tokens }, organisationId, { ...pull, ...begin }, secrets)
    const { read } = fetched
    // Also one that failed: a secret was sent to the address.
    await inTenant(parts.database, organisationId, tx =>
      recordAudit(tx, organisationId, {
        actor,
        action: 'connection.pull_tried',
        subject: id,
        detail: { ...placesOf(pull), outcome: read.kind },
      }),
    )
    const answer = { bytes: fetched.body.length, next_cursor: null, preview: null }
    if (read.kind === 'failed') return { ...answer, error: read.error }
    if (read.kind === 'unchanged') return { ...answer, error: 'The system answered without a page.' }
    const mapping = withList(connection.mapping, body.each)
    return {
      ...answer,
      error: null,
      next_cursor: read.more ? read.progress.cursor_value : null,
      preview: await previewOf({ ...connection, mapping }, fetched, facts),
    }
  } finally {
    channels.close()
  }
})
