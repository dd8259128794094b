import type { TestAnswer } from '@millrace/contract/dashboard/settings'
import { createChannels } from '#channels/channels.ts'
import type { Outcome } from '#channels/outcome.ts'
import type { TestParts } from '#organisations/settings/send-test.ts'
import type { HttpParts } from '../../parts.ts'
import { toolsOf } from './tools.ts'

/** With ways out of its own, which are closed again: tests are rare, and nothing of theirs is to be kept open. */
export async function sendTest(
  parts: HttpParts,
  send: (parts: TestParts) => Promise<Outcome>,
): Promise<TestAnswer> {
  const { policy, sealer } = toolsOf(parts)
  const channels = createChannels(policy)
  try {
    return toldOutcome(await send({ sql: parts.database.engineSql, channels, sealer }))
  } finally {
    channels.close()
  }
}

function toldOutcome(outcome: Outcome): TestAnswer {
  const { detail } = outcome
  return {
    message: outcome.kind === 'delivered' ? 'It arrived.' : outcome.message,
    outcome: outcome.kind,
    code: outcome.kind === 'delivered' ? null : outcome.code,
    status: detail.status ?? null,
    response: detail.response ?? null,
    duration_ms: Math.round(detail.durationMs),
  }
}
