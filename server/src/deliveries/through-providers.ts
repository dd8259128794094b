import { setTimeout as sleep } from 'node:timers/promises'
import type { ProviderChannel } from '@millrace/contract/provider'
import type { Outcome } from '#channels/outcome.ts'
import type { Sql } from '#db/sql.ts'
import type { DueMessage } from '#messages/claim-due.ts'
import { holdMessage } from '#messages/record-attempt.ts'
import {
  type Candidate,
  type Choice,
  chooseProvider,
  readCandidates,
} from '#organisations/providers/choose-provider.ts'
import { recordAnswer, recordFailure } from '#organisations/providers/record-health.ts'

/** How an attempt ended, and what follows from it for the next one. */
export interface Attempt {
  readonly outcome: Outcome
  /** The provider that may have taken the message: the next attempt is made there. */
  readonly heldBy?: string | undefined
  /** It failed for want of a provider that works, so it waits for one however long that takes. */
  readonly waits?: boolean
}

type Failed = Extract<Outcome, { kind: 'retry' | 'refused' }>

/**
 * One attempt to send a message through the first provider that takes it. A provider that cannot be reached, or is down,
 * gives way to the next within the attempt; one that may have taken the message keeps it. What one of them says about the
 * recipient or the message counts for all.
 */
export async function throughProviders(
  sql: Sql,
  message: DueMessage & { readonly channel: ProviderChannel },
  send: (provider: Candidate) => Promise<Outcome>,
): Promise<Attempt> {
  const { organisationId, channel } = message
  const all = await readCandidates(sql, organisationId, channel)
  if (all.length === 0) return { outcome: notConfigured(channel) }
  // One that was removed since cannot be asked again.
  const held = all.filter(({ id }) => id === message.heldBy)
  let left: readonly Candidate[] = held.length > 0 ? held : all
  const failed: { readonly provider: Candidate; readonly outcome: Failed; readonly waits: boolean }[] = []
  const end = (outcome: Outcome, more: Omit<Attempt, 'outcome'> = {}): Attempt => ({
    heldBy: held[0]?.id,
    ...more,
    outcome: withBefore(outcome, failed),
  })
  for (;;) {
    const choice = await chooseProvider(sql, organisationId, left)
    if (choice.kind !== 'taken') {
      const last = failed.at(-1)
      if (last === undefined)
        return end(heldBack(channel, choice.kind === 'wait' ? choice : { why: 'down', afterMs: 0 }))
      failed.pop()
      if (choice.kind === 'none' || last.waits)
        return end(last.outcome, { waits: last.waits && held.length === 0 })
      // One that is down for now may take what this one refuses.
      const { code, message: said, detail } = last.outcome
      const outcome: Outcome = { kind: 'retry', code, message: said, afterMs: choice.afterMs, detail }
      return end(outcome, { waits: true })
    }
    const { provider, afterMs } = choice
    if (all.length > 1 && !(await holdMessage(sql, message, provider.id)))
      return end(heldBack(channel, { why: 'pace', afterMs: 0 }))
    if (afterMs > 0) await sleep(afterMs)
    const outcome = named(await send(provider), provider)
    const judged = await judge(sql, organisationId, provider, outcome)
    if (judged === 'uncertain') return end(outcome, { heldBy: provider.id })
    if (judged === 'final') return end(outcome)
    failed.push({ provider, outcome: outcome as Failed, waits: judged === 'down' })
    left = left.filter(({ id }) => id !== provider.id)
  }
}

/** Failures before a provider is given anything: it is not about this message. */
const unreachable = new Set([
  'dns_failed',
  'connection_failed',
  'tls_failed',
  'auth_failed',
  'no_credit',
  'timeout',
  'smtp_421',
])
/** The next message would fail in the same way. */
const lasting = new Set(['auth_failed', 'no_credit'])
/** Refusals that another provider may not share: this one does not know the sender, or does not send there. */
const ownRefusals = new Set([
  'sender_refused',
  'invalid_sender',
  'region_not_allowed',
  'invalid_settings',
  'address_forbidden',
])

/**
 * final: the attempt ends with it. uncertain: so does it, and nobody else may be asked. next: another may be asked. down:
 * the same, because this one does not work.
 */
async function judge(
  sql: Sql,
  organisationId: string,
  { id, down, failures, limited }: Candidate,
  outcome: Outcome,
): Promise<'final' | 'uncertain' | 'next' | 'down'> {
  if (outcome.kind !== 'retry') {
    if (failures > 0 && outcome.detail.contacted) await recordAnswer(sql, organisationId, id)
    return outcome.kind === 'refused' && ownRefusals.has(outcome.code) ? 'next' : 'final'
  }
  const { code, message, afterMs, detail } = outcome
  // Held back here: one that hangs gives way, one that is busy has its turn in a moment.
  if (!detail.contacted) return code === 'host_resting' ? 'down' : 'final'
  const isUncertain = detail.uncertain === true
  const isDown = await recordFailure(
    sql,
    organisationId,
    id,
    { code, message, afterMs, isLasting: lasting.has(code), givesBack: !isUncertain && (limited || down) },
    down,
  )
  if (isUncertain) return 'uncertain'
  return isDown || unreachable.has(code) ? 'down' : 'final'
}

const named = (outcome: Outcome, { name }: Candidate): Outcome =>
  outcome.detail.contacted ? { ...outcome, detail: { ...outcome.detail, through: name } } : outcome

function withBefore(
  outcome: Outcome,
  failed: readonly { readonly provider: Candidate; readonly outcome: Failed }[],
): Outcome {
  if (failed.length === 0) return outcome
  const before = failed.map(({ provider, outcome: { code, message } }) => ({
    through: provider.name,
    code,
    message,
  }))
  return { ...outcome, detail: { ...outcome.detail, before } }
}

/** The settings were removed while messages were on their way: they may be restored. */
const notConfigured = (channel: ProviderChannel): Outcome => ({
  kind: 'retry',
  code: 'not_configured',
  message: `There is no ${channel === 'email' ? 'mail server' : 'SMS provider'} in the settings.`,
  detail: { contacted: true, durationMs: 0 },
})

/** A provider may be back, or have another limit, long before it was to be tried again; until then nothing is claimed. */
const LONGEST_WAIT_MS = 15_000

const heldBack = (
  channel: ProviderChannel,
  { why, afterMs }: Pick<Extract<Choice, { kind: 'wait' }>, 'why' | 'afterMs'>,
): Outcome => ({
  kind: 'retry',
  code: `provider_${why}`,
  message: `It waits for ${channel === 'email' ? 'an e-mail' : 'an SMS'} provider.`,
  afterMs: Math.min(afterMs, LONGEST_WAIT_MS),
  detail: { contacted: false, durationMs: 0 },
})
