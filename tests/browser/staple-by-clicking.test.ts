import type { Condition } from '@millrace/contract/condition'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TEMPLATE_SEGMENT, type Template } from '../../server/src/dashboard/templates/template.ts'
import { templates } from '../../server/src/dashboard/templates/templates.ts'
import { signedIn } from '../support/dashboard.ts'
import { startTestMillrace, type TestMillrace, type TestOrganisation } from '../support/millrace.ts'
import { allTrials } from '../support/trials.ts'
import { connectBrowser, type TestBrowser } from './support/browser.ts'
import { buildWorkflow, publish } from './support/build/build-workflow.ts'
import { canonical } from './support/build/canonical.ts'
import { createHand, type Hand } from './support/build/hand.ts'
import { writeReport } from './support/build/report.ts'
import { buildSegment } from './support/build/segment.ts'
import { newMember, openAs } from './support/member.ts'

/**
 * The documents of the gallery are the staples, and tests/engine/staple-*.test.ts prove with turned clocks what comes of
 * them. Here a person builds them: what they published must be the same document.
 */
let millrace: TestMillrace
let browser: TestBrowser
let organisation: TestOrganisation

beforeAll(async () => {
  millrace = await startTestMillrace()
  browser = await connectBrowser()
  organisation = await millrace.organisation('Harbour')
  // As after the set-up: the till sends visits.
  const owner = await signedIn(millrace, organisation.id)
  const meaning = { source: 'visits', meaning: { kind: 'visit' } }
  expect((await owner.ask('PUT', '/sources/meaning', { json: meaning })).status).toBe(200)
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
})

const segments = async () =>
  (
    await millrace.database.engine.query<{ id: string; name: string; condition: Condition }>(
      'SELECT id, name, condition FROM segments WHERE organisation_id = $1',
      [organisation.id],
    )
  ).rows

/** Creates the segment that the staple is for, unless it is there, and opens the list of workflows. Returns its id. */
async function needSegment(hand: Hand, wanted: NonNullable<Template['segment']>): Promise<string> {
  const find = async () => (await segments()).find(({ name }) => name === wanted.name)
  if ((await find()) === undefined) await buildSegment(hand, wanted)
  const { id = '', condition } = (await find()) ?? {}
  expect(condition).toEqual(wanted.condition)
  await hand.click(hand.page.getByRole('link', { name: 'Workflows', exact: true }).first())
  return id
}

async function liveVersion(workflowId: string): Promise<WorkflowDefinition> {
  const { rows } = await millrace.database.engine.query<{ definition: WorkflowDefinition }>(
    'SELECT definition FROM workflow_versions WHERE workflow_id = $1',
    [workflowId],
  )
  if (rows.length !== 1) throw new Error(`${rows.length} versions are published`)
  return (rows[0] as { definition: WorkflowDefinition }).definition
}

/** `npm run prove` builds all of them. */
const built = templates.filter(({ key }) => allTrials || key === 'review')

test.each(built.map(template => [template.name, template] as const))(
  '%s: built from an empty canvas by clicking, it is the document of the gallery',
  async (_name, { key, name, definition, segment }) => {
    const member = await newMember(millrace, organisation.id, { role: 'editor' })
    const from = segment === undefined ? '/workflows' : '/segments'
    const { page, context, faults } = await openAs(browser, millrace, member, from)
    const hand = createHand(page)
    const began = performance.now()
    const segmentId = segment === undefined ? TEMPLATE_SEGMENT : await needSegment(hand, segment)
    const id = await buildWorkflow(hand, { name, definition, segment: segment?.name })
    await publish(hand)
    const seconds = Math.round((performance.now() - began) / 1000)
    writeReport({ key, actions: hand.actions, seconds })
    const wanted = JSON.parse(JSON.stringify(definition).replaceAll(TEMPLATE_SEGMENT, segmentId))
    expect(canonical(await liveVersion(id))).toEqual(canonical(wanted))
    expect(faults).toEqual([])
    await context.close()
  },
)
