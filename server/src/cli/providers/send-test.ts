import { createChannels } from '#channels/channels.ts'
import { sendProviderTest } from '#organisations/providers/send-provider-test.ts'
import { command } from '../command/command.ts'
import { databaseVariables, outgoingVariables } from '../command/environment.ts'
import { organisationOption } from '../command/shared-options.ts'
import { withDatabase } from '../database/with-database.ts'
import { printable } from '../terminal/align.ts'
import { exitCodes, Failure } from '../terminal/failure.ts'
import { onProvider, providerArgument, providerParts } from './on-provider.ts'

export default command({
  about:
    'Sends a test through one provider, whatever its state and its limits. If it goes out, the provider is used again at once.',
  examples: ['npx millrace providers test Postmark --to you@example.com'],
  argument: providerArgument,
  options: {
    to: { value: 'ADDRESS', required: true, about: 'an e-mail address, or a phone number in full for SMS' },
    ...organisationOption,
  },
  environment: [...databaseVariables, 'MILLRACE_SECRET', ...outgoingVariables],
  async run({ values, argument, json }, context) {
    const { terminal } = context
    const { sealer, policy } = await providerParts(context)
    const channels = createChannels(policy)
    try {
      const outcome = await withDatabase(context, async database => {
        const found = await onProvider(
          database,
          values.organisation,
          argument,
          async (_tx, { organisationId }, { id }) => ({ organisationId, id }),
        )
        const sql = database.engineSql
        return sendProviderTest({ sql, channels, sealer }, found.organisationId, found.id, values.to)
      })
      if (outcome === undefined) throw new Failure('The provider was removed meanwhile.')
      if (json)
        terminal.json({
          outcome: outcome.kind,
          ...(outcome.kind === 'delivered' ? {} : { code: outcome.code }),
        })
      if (outcome.kind !== 'delivered') throw new Failure(printable(outcome.message))
      if (!json) terminal.out('Sent.')
      return exitCodes.ok
    } finally {
      channels.close()
    }
  },
})
