import { defaultSettings } from '@millrace/contract/settings'
import { newId } from '../../server/src/base/ids.ts'
import { composeMessage } from '../../server/src/channels/email/message.ts'
import { inTransaction } from '../../server/src/db/database.ts'
import { sendEmail } from '../../server/src/steps/send-email.ts'
import { type EmailContent, type StepFacts, unlimited } from '../../server/src/steps/step.ts'
import { createWorkflow } from '../../server/src/workflows/create-workflow.ts'
import { publishWorkflow } from '../../server/src/workflows/publish-workflow.ts'
import { emailOf, layoutBrand, layoutsWith } from '../support/layouts.ts'
import { type Benchmark, inTurns } from './benchmark.ts'
import { ourRuns } from './p3-runs.ts'
import { type Bench, openBench } from './service.ts'

const LEAST = 1_000
const emails = layoutsWith(name => `https://example.com/${name}.png`).map(emailOf)

/** E-mails that one core writes a second, of ten layouts in turn, each for another guest: both parts, and the message. The first round also compiles them. */
export const p17: Benchmark = {
  id: 'P17',
  async run({ rounds, seconds }) {
    const ours = Array.from({ length: rounds }, () => written(seconds))
    return {
      id: 'P17',
      what: 'e-mails written/s on one core, ten layouts in turn, another guest each',
      against: `${LEAST.toLocaleString('en-GB')}/s`,
      unit: '/s',
      must: { atLeast: 1 },
      ours: ours.map(({ perSecond }) => perSecond),
      theirs: ours.map(() => LEAST),
      notes: [`n = ${ours.reduce((sum, { count }) => sum + count, 0).toLocaleString('en-GB')}`],
    }
  },
}

/** Of the processor's time, which is what one core has a second of, however busy the machine is. */
function written(seconds: number): { perSecond: number; count: number } {
  const began = performance.now()
  const before = process.cpuUsage()
  let count = 0
  // One at least: a machine that was busy with something else for that long has not written none.
  for (; count === 0 || performance.now() - began < seconds * 1_000; count++) {
    const email = emails[count % emails.length] as (typeof emails)[number]
    const decision = sendEmail(email, factsOf(count))
    const [effect] = 'effects' in decision ? decision.effects : []
    if (effect?.type !== 'message') throw new Error(`nothing was written: ${JSON.stringify(decision)}`)
    const { subject, html, text } = effect.message.content as EmailContent
    composeMessage({
      id: newId(),
      organisationId: 'bench',
      from: { name: 'Harbour', address: 'hello@example.com' },
      to: { address: effect.message.recipient },
      subject,
      html,
      at: new Date(),
      ...(text === undefined ? {} : { text }),
    })
  }
  const { user, system } = process.cpuUsage(before)
  return { perSecond: count / ((user + system) / 1_000_000), count }
}

const factsOf = (n: number): StepFacts => ({
  facts: {
    guest: {
      id: newId(),
      name: `Guest ${n}`,
      email: `guest${n}@example.com`,
      phone: null,
      email_consent: true,
      sms_consent: false,
      do_not_contact: false,
      tags: [],
      points: n,
      attributes: {},
    },
    event: {
      source: 'bench',
      serials: [],
      parameters: {
        booked_for: '2026-10-17T18:30:00Z',
        covers: 2,
        booking: `b/${n}`,
        items: 'Soup 7.50; Bread 3.00; Wine 9.00',
        spend: 19.5,
      },
    },
    venue: null,
    workflow: { name: 'Bench', variables: {} },
  } as unknown as StepFacts['facts'],
  now: new Date(),
  run: {
    id: newId(),
    workflowId: 'bench',
    chain: 0,
    unsubscribeUrl: () => `https://example.com/unsubscribe/${n}`,
  },
  settings: { ...defaultSettings, brand: layoutBrand },
  allowance: unlimited,
  came: [],
  workflows: new Map(),
  tasks: new Map(),
  resumed: undefined,
})

/** Runs of P3 that write an e-mail instead of giving points, against runs of P3, from the same backlog. */
export const p17Runs: Benchmark = {
  id: 'P17-runs',
  async run({ rounds, smoke }) {
    const bench = await openBench()
    const backlog = smoke ? 1_000 : 20_000
    try {
      const workflowId = await publishMail(bench)
      const figures = await inTurns(
        rounds,
        () => ourRuns({ ...bench, workflowId }, backlog),
        () => ourRuns(bench, backlog),
      )
      return {
        id: 'P17-runs',
        what: 'three-step runs/s from a backlog, each with an e-mail that is written and stored',
        against: 'three-step runs/s from a backlog (P3)',
        unit: '/s',
        must: { atLeast: 0.3 },
        ...figures,
        notes: [`n = ${(backlog * rounds).toLocaleString('en-GB')} a side`],
      }
    } finally {
      await bench.close()
    }
  },
}

/** A booking is confirmed: transactional, so that the guests need no consent. */
async function publishMail({ database, organisationId }: Bench): Promise<string> {
  const [confirmation] = emails
  return inTransaction(database.engine, async tx => {
    const { id } = await createWorkflow(tx, { organisationId, name: 'Bench mail', actor: 'bench' })
    await publishWorkflow(tx, {
      organisationId,
      workflowId: id,
      document: {
        trigger: { source: 'bench-mail' },
        start: 'size',
        nodes: [
          {
            id: 'size',
            type: 'branch',
            cases: [
              { when: { field: 'event.parameters.spend', operator: 'at_least', value: 100 }, next: 'mail' },
            ],
            else: 'mail',
          },
          { ...(confirmation as (typeof emails)[number]), id: 'mail', next: 'done' },
          { id: 'done', type: 'end', outcome: 'success' },
        ],
      },
      actor: 'bench',
    })
    return id
  })
}
