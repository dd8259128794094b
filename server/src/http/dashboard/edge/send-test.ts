import type { TestAnswer } from '@millrace/contract/dashboard/settings'
import { keepLimits, takeLimits } from '#access/limits.ts'
import { createChannels } from '#channels/channels.ts'
import type { Outcome } from '#channels/outcome.ts'
import { type Database, inTenant, inTransaction } from '#db/database.ts'
import type { ActingMember } from '#members/session.ts'
import { recordAudit } from '#organisations/audit.ts'
import type { TestParts } from '#organisations/settings/send-test.ts'
import type { HttpParts } from '../../parts.ts'
import { tooManyAttempts } from './refusals.ts'

/** With its own connections, closed again afterwards: tests are rare, so nothing is kept open for them. */
export async function sendTest(
  parts: HttpParts,
  { organisationId, email: actor }: Pick<ActingMember, 'organisationId' | 'email'>,
  channel: 'email' | 'sms' | 'webhook',
  send: (parts: TestParts) => Promise<Outcome>,
  tested = { action: 'settings.tested', subject: channel as string },
): Promise<TestAnswer> {
  await countTest(parts.database, organisationId)
  const { policy, sealer } = parts
  const channels = createChannels(policy)
  try {
    const answer = answerOf(await send({ sql: parts.database.engineSql, channels, sealer }))
    // Not to whom: the audit is for ever.
    const detail = { outcome: answer.outcome, code: answer.code }
    await inTenant(parts.database, organisationId, tx =>
      recordAudit(tx, organisationId, { ...tested, actor, detail }),
    )
    return answer
  } finally {
    channels.close()
  }
}

/** Twenty a minute for an organisation: enough to get settings right, and no way to write to many or to load a system. */
export async function countTest(database: Pick<Database, 'engine'>, organisationId: string): Promise<void> {
  const key = `test messages of:${organisationId}`
  await inTransaction(database.engine, async tx => {
    const limits = await takeLimits(tx, [key])
    const { wait } = limits.look(key)
    if (wait > 0) throw tooManyAttempts(Math.max(1, Math.ceil(wait / 1_000_000)))
    limits.enter(key)
    tx.later(keepLimits(tx, limits))
  })
}

function answerOf(outcome: Outcome): TestAnswer {
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
