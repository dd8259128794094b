import type { Receipt, Skipped } from '@millrace/contract/event'
import {
  reasonInShort,
  reasonInWords,
  replayReasons,
  type SkipReasonName,
  skipReasonNames,
} from '@millrace/contract/skip-reason'
import type { Trigger, WorkflowStatus } from '@millrace/contract/workflow'
import { describe, expect, test } from 'vitest'
import { eventSentences } from '#dashboard/events/event-sentences.ts'
import { eventSentence } from '#guests/timeline/event-sentence.ts'
import { verdictOn } from '#simulation/verdict.ts'
import { compileVersion } from '#workflows/compile.ts'
import { someFacts } from '#workflows/facts.fixture.ts'
import { noPastRuns } from '#workflows/facts.ts'
import { receiptSentences } from './events/receipt-sentences.ts'

/** What the engine stores with each reason. */
const details: Readonly<Record<SkipReasonName, Skipped['detail']>> = {
  condition_failed: {
    conditions: [
      { field: 'event.parameters.spend', operator: 'at_least', expected: 50, found: 20, holds: false },
    ],
  },
  wait_condition_failed: {
    run_id: 'r',
    node_id: 'back',
    conditions: [
      { field: 'event.parameters.spend', operator: 'at_least', expected: 50, found: 20, holds: false },
    ],
  },
  venue_not_targeted: { targeted: ['SOHO', 'CAMDEN'], serials: ['KEW'] },
  re_entry_limited: { until: '2026-01-08T00:00:00.000Z', per: 'guest' },
  workflow_paused: {},
  venue_paused: { serial: 'KEW' },
  loop_suspected: { hops: 5 },
}

const receiptWith = (skipped: Skipped): Receipt => ({
  id: 'event-1',
  organisation_id: 'o',
  organisation_registration_id: 'g',
  serials: ['KEW'],
  source: null,
  parameters: {},
  status: 'unrouted',
  workflow_runs: [],
  woke: [],
  moved: [],
  ended: [],
  skipped: [skipped],
  warnings: [],
  created_at: '2026-01-01T00:00:00.000Z',
})

describe.each(skipReasonNames)('%s', reason => {
  const skipped: Skipped = { workflow_id: 'w', reason, detail: details[reason] }
  const words = reasonInWords(skipped)

  test('has words, and no machine name among them', () => {
    for (const text of [words, reasonInShort(reason)]) {
      expect(text).toMatch(/^(it|its|the) /)
      expect(text).not.toMatch(/_|undefined|null|object/)
    }
  })

  test('still has words where the detail is missing', () => {
    expect(reasonInWords({ reason, detail: {} })).toMatch(/^(it|its|the) /)
    expect(reasonInWords({ reason, detail: {} })).not.toMatch(/undefined|null/)
  })

  test('reads the same on the command line, on the page of the event and on the timeline of the guest', () => {
    const receipt = receiptWith(skipped)
    const names = {
      venues: new Map(),
      workflows: new Map([['w', 'W']]),
      segments: new Map(),
      topics: new Map(),
    }
    const onPage = eventSentences(receipt, [], names)
    expect(onPage).toEqual([`"W" did not match: ${words}.`])
    const data = { source: null, serials: [], receipt }
    const onTimeline = eventSentence({ data }, { moment: iso => iso, workflow: () => 'W', topic: id => id })
    expect(onTimeline).toBe(`An event without a source arrived. “W” did not match: ${words}.`)
    const circumstances = { dryRun: false, replayed: false, workflowNames: new Map() }
    const [, onTerminal, ...conditions] = receiptSentences(receipt, circumstances)
    // Conditions stand beneath one another there.
    expect(onTerminal).toBe(`  – w did not match: ${conditions.length > 0 ? reasonInShort(reason) : words}`)
    for (const condition of conditions) expect(words).toContain(condition.trim())
  })
})

describe('the simulator gives the same reasons', () => {
  const facts = someFacts({ parameters: { spend: 20 }, serials: ['KEW'] })
  const venue = {
    serial: 'KEW',
    name: 'Kew',
    time_zone: 'UTC',
    locale: null,
    country: null,
    sms_from: null,
    opening_hours: null,
    brand: null,
    variables: {},
    paused: false,
  }
  const now = new Date('2026-01-07T00:00:00Z')
  const says = (
    trigger: Partial<Trigger>,
    { status = 'active' as WorkflowStatus, paused = false, enteredAt = null as Date | null } = {},
  ) =>
    verdictOn({
      workflow: {
        ...compileVersion('w', 'W', 1, {
          trigger: { source: facts.event.source, ...trigger },
          start: 'end',
          nodes: [{ id: 'end', type: 'end', outcome: 'success' }],
        }),
        status,
      },
      event: facts.event,
      guest: facts.guest,
      triggerFacts: {
        venues: new Map([['KEW', { ...venue, paused }]]),
        pastRuns: noPastRuns,
        timeZone: 'Europe/London',
        now,
      },
      now,
      enteredAt,
    })
  const sentence = (reason: SkipReasonName) =>
    `The workflow does not take the event: ${reasonInWords({ reason, detail: details[reason] }, { venues: new Map([['KEW', venue.name]]) })}.`

  test.each<[SkipReasonName, ReturnType<typeof says>]>([
    ['venue_not_targeted', says({ venues: ['SOHO', 'CAMDEN'] })],
    [
      're_entry_limited',
      says(
        { re_entry: { within: { amount: 1, unit: 'weeks' }, per: 'guest' } },
        { enteredAt: new Date('2026-01-01T00:00:00Z') },
      ),
    ],
    ['workflow_paused', says({}, { status: 'paused' })],
    ['venue_paused', says({}, { paused: true })],
  ])('%s', (reason, verdict) => {
    expect(verdict).toMatchObject({ entered: false, reason, sentence: sentence(reason) })
  })

  test('condition_failed, with the conditions beneath the sentence', () => {
    const when = { field: 'event.parameters.spend', operator: 'at_least', value: 50 } as const
    expect(says({ when })).toEqual({
      entered: false,
      reason: 'condition_failed',
      sentence: `The workflow does not take the event: ${reasonInShort('condition_failed')}.`,
      conditions: details.condition_failed.conditions,
    })
  })

  test('other_source, which only a simulation can give', () => {
    expect(says({ source: 'another' })).toMatchObject({
      reason: 'other_source',
      sentence: expect.stringMatching(/: it listens to events from "another", and this is one of events /),
    })
  })
})

test('reasons that only a replay has are counted in words', () => {
  for (const reason of Object.keys(replayReasons))
    expect(reasonInShort(reason)).toMatch(/^(they|the) [a-z ]+$/)
})
