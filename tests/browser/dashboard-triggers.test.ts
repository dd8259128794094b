import type { WorkflowDefinition } from '@millrace/contract/workflow'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../server/src/db/database.ts'
import { demo } from '../../server/src/demo/demo-data.ts'
import { createSegment } from '../../server/src/workflows/segments/segments.ts'
import { startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { allTrials } from '../support/trials.ts'
import { furtherViolations, violations } from './support/axe.ts'
import { connectBrowser, type TestBrowser } from './support/browser.ts'
import { addStep, makeWorkflow, panelOf, saved } from './support/canvas.ts'
import { newMember, openAs, refusals } from './support/member.ts'

let millrace: TestMillrace
let browser: TestBrowser

beforeAll(async () => {
  millrace = await startTestMillrace({ config: { demo: true } })
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser?.close()
  await millrace?.stop()
})

async function publish(page: Page): Promise<string> {
  await saved(page)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog', { name: 'Publish draft' }).getByRole('button', { name: 'Publish' }).click()
  await page.getByText('version 1 is live', { exact: true }).waitFor()
  return page.url().split('/').at(-1) as string
}

async function liveTrigger(workflowId: string): Promise<WorkflowDefinition['trigger']> {
  const { rows } = await millrace.database.engine.query<{ definition: WorkflowDefinition }>(
    'SELECT definition FROM workflow_versions WHERE workflow_id = $1',
    [workflowId],
  )
  if (rows[0] === undefined) throw new Error('nothing is published')
  return rows[0].definition.trigger
}

/** `npm test` has the broadcast, which is built, sent and stopped; `npm run prove -- by-hand` has the others as well. */
const also = test.runIf(allTrials)

also('a birthday and a win-back are built from an empty workflow by clicking', async () => {
  const owner = await newMember(millrace, demo.organisationId)
  const { page, faults } = await openAs(browser, millrace, owner, '/workflows', { expected: refusals })
  const panel = panelOf(page)
  await page.getByRole('table', { name: 'Workflows' }).waitFor()
  await makeWorkflow(page, 'Birthdays')
  await page.getByRole('button', { name: 'When an event arrives' }).click()
  await panel.getByLabel('Triggered by').selectOption('A guest’s date, such as a birthday')
  await panel.getByLabel('Date', { exact: true }).selectOption('The last visit')
  await panel.getByLabel('How often', { exact: true }).selectOption('Once, on the date itself')
  await panel.getByLabel('When', { exact: true }).selectOption('Hours after it')
  await panel.getByLabel('Hours', { exact: true }).fill('3')
  expect(await panel.getByLabel('Time of day').count()).toBe(0)
  await page.getByRole('button', { name: /^On a guest’s date 3 hours after last visit/ }).waitFor()
  await panel.getByLabel('How often', { exact: true }).selectOption('Every year, as a birthday')
  await panel.getByLabel('Date', { exact: true }).selectOption('An attribute of the guest')
  await panel.getByLabel('Attribute with the date').fill('born')
  await panel.getByLabel('When', { exact: true }).selectOption('Days before it')
  await panel.getByLabel('Days', { exact: true }).fill('14')
  await panel.getByLabel('Time of day').fill('09:30')
  await panel.getByLabel('Start late').check()
  await page.getByRole('button', { name: /^On a guest’s date/ }).waitFor()
  expect(await violations(page)).toEqual([])
  await addStep(page, 'after the trigger', 'Add a tag To the guest.')
  await panel.getByLabel('Tag').fill('birthday')
  const birthday = await publish(page)
  expect(await liveTrigger(birthday)).toEqual({
    date: { attribute: 'born', repeats: 'yearly', days_before: 14, time: '09:30', if_late: 'start' },
  })

  await page.goto(`${millrace.url}/workflows`)
  await page
    .getByRole('row', { name: /Birthdays/ })
    .getByText('14 days before born at 09:30')
    .waitFor()
  await makeWorkflow(page, 'Win back')
  await page.getByRole('button', { name: 'When an event arrives' }).click()
  await panel.getByLabel('Triggered by').selectOption('A guest’s absence')
  await panel.getByLabel('Days away').fill('45')
  await panel.getByLabel('Sources whose events count as coming back').fill('bookings')
  await panel.getByLabel('Time of day').fill('11:15')
  await page.getByRole('button', { name: /^When a guest stays away/ }).waitFor()
  await addStep(page, 'after the trigger', 'Add a tag To the guest.')
  await panel.getByLabel('Tag').fill('away')
  const winBack = await publish(page)
  expect(await liveTrigger(winBack)).toEqual({ absence: { days: 45, sources: ['bookings'], time: '11:15' } })

  // What was done on the last days.
  await millrace.database.engine.query(
    `INSERT INTO schedule_days (organisation_id, workflow_id, day, time_zone, due_at, considered, started, skipped,
                                missed, missed_because)
     VALUES ($1, $2, '2026-11-02', 'UTC', '2026-11-02T11:15:00Z', 5, 3, '{"condition_failed": 2}', 0, NULL),
            ($1, $2, '2026-11-03', 'UTC', '2026-11-03T11:15:00Z', 0, 0, '{}', 7, 'workflow_paused')`,
    [demo.organisationId, winBack],
  )
  await page.reload()
  await page.getByRole('button', { name: /^When a guest stays away/ }).click()
  const days = panel.getByRole('region', { name: 'Recent days' })
  await days.getByText('3 of 5 started').waitFor()
  await days.getByText('7 missed because the workflow was paused').waitFor()
  expect(await furtherViolations(page)).toEqual([])

  // Who was missed, and what becomes of them.
  const { rows: guests } = await millrace.database.engine.query<{ id: string; name: string }>(
    `INSERT INTO missed_occasions (organisation_id, workflow_id, guest_id, occasion, id, trigger, parameters, due_at, because)
     SELECT g.organisation_id, $2, g.id, 'absence ' || g.id, gen_random_uuid(), 'absence', '{"days": 45}', now(), 'workflow_paused'
     FROM (SELECT * FROM guests WHERE organisation_id = $1 AND name IS NOT NULL ORDER BY id LIMIT 3) AS g
     RETURNING guest_id AS id, (SELECT name FROM guests WHERE organisation_id = $1 AND guests.id = guest_id)`,
    [demo.organisationId, winBack],
  )
  await page.reload()
  await page.getByRole('button', { name: '3 missed…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Missed guests' })
  await dialog.getByLabel(`Select ${guests[0]?.name}`).check()
  expect(await furtherViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Start 1 selected' }).click()
  await dialog.getByRole('button', { name: 'Let all 2 go…' }).click()
  await page
    .getByRole('dialog', { name: 'Let all 2 go?' })
    .getByRole('button', { name: 'Let all 2 go' })
    .click()
  await dialog.getByText('Nobody left to decide about').waitFor()
  const runs = async () =>
    (await millrace.database.engine.query('SELECT guest_id FROM runs WHERE workflow_id = $1', [winBack])).rows
  await expect.poll(runs, { timeout: PATIENCE_MS }).toEqual([{ guest_id: guests[0]?.id }])
  expect(faults).toEqual([])
})

const tier =
  'a tier is built by clicking: who enters a segment starts, and who is in it already, by their number'
also(tier, async () => {
  const owner = await newMember(millrace, demo.organisationId)
  const { page, faults } = await openAs(browser, millrace, owner, '/workflows', { expected: refusals })
  const segment = await addSegment('Gold guests')
  const panel = panelOf(page)
  await page.getByRole('table', { name: 'Workflows' }).waitFor()
  await makeWorkflow(page, 'Gold')
  await page.getByRole('button', { name: 'When an event arrives' }).click()
  await panel.getByLabel('Triggered by').selectOption('A guest entering or leaving a segment')
  await panel.getByText('Choose a segment.').waitFor()
  await panel.getByLabel('Segment', { exact: true }).selectOption('Gold guests')
  await panel.getByText(`${segment.members} guests are in it now.`).waitFor()
  await panel.getByLabel('The guest').selectOption('Leaves the segment')
  expect(await panel.getByLabel('Also start for guests who are in it already').count()).toBe(0)
  await panel.getByLabel('The guest').selectOption('Enters the segment')
  await panel.getByLabel('Also start for guests who are in it already').check()
  await page.getByRole('button', { name: /^When a guest enters a segment Gold guests, also those/ }).waitFor()
  expect(await furtherViolations(page)).toEqual([])
  await addStep(page, 'after the trigger', 'Add a tag To the guest.')
  await panel.getByLabel('Tag').fill('gold')
  await saved(page)
  await page.getByRole('button', { name: 'Publish' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish draft' })
  await dialog.getByText(`It also starts for ${segment.members} guests who are in the segment now.`).waitFor()
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('version 1 is live', { exact: true }).waitFor()
  const id = page.url().split('/').at(-1) as string
  expect(await liveTrigger(id)).toEqual({
    segment: { id: segment.id, on: 'enters', already_in: 'start' },
  })

  // The worker starts them, and the panel says so.
  const { engine } = millrace.database
  const started = async () =>
    (await engine.query(`SELECT FROM runs WHERE workflow_id = $1 AND trigger = 'segment'`, [id])).rowCount
  await expect.poll(started, { timeout: PATIENCE_MS }).toBe(segment.members)
  await page.reload()
  await page.getByRole('button', { name: /^When a guest enters a segment/ }).click()
  await panel.getByText(`${segment.members} of ${segment.members} started`).waitFor()
  await page.goto(`${millrace.url}/runs?workflow_id=${id}`)
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByText('entering the segment Gold guests').waitFor()
  await page.goto(`${millrace.url}/segments/${segment.id}`)
  await page.getByRole('link', { name: 'Gold' }).waitFor()
  expect(faults).toEqual([])
})

test('a broadcast is built by clicking, estimated, sent, paused and stopped', async () => {
  const owner = await newMember(millrace, demo.organisationId)
  const { page, faults } = await openAs(browser, millrace, owner, '/workflows', { expected: refusals })
  const segment = await addSegment('Everyone')
  const panel = panelOf(page)
  await page.getByRole('table', { name: 'Workflows' }).waitFor()
  await makeWorkflow(page, 'News')
  await page.getByRole('button', { name: 'When an event arrives' }).click()
  await panel.getByLabel('Triggered by').selectOption('A broadcast to a segment')
  await panel.getByText('Choose a segment.').waitFor()
  await panel.getByLabel('Segment', { exact: true }).selectOption('Everyone')
  await panel.getByLabel('When', { exact: true }).selectOption('On a weekday of each month')
  await panel.getByLabel('By which clock').selectOption('Each guest’s venue’s')
  await page
    .getByRole('button', { name: /Everyone, every first Monday of the month at 10:00 by the venue's clock/ })
    .waitFor()
  expect(await furtherViolations(page)).toEqual([])
  await panel.getByLabel('When', { exact: true }).selectOption('When a member sends it')
  await panel.getByLabel('Pace').selectOption('Guests an hour')
  await panel.getByLabel('Guests at most').fill('60')
  await addStep(page, 'after the trigger', 'Add a tag To the guest.')
  await panel.getByLabel('Tag').fill('news')
  await saved(page)
  await page.getByRole('button', { name: /^Broadcast to a segment/ }).click()
  const all = `Starts for ${segment.members} of ${segment.members} guests.`
  await panel.getByText(all).waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog', { name: 'Publish draft' }).getByRole('button', { name: 'Publish' }).click()
  await page.getByText('version 1 is live', { exact: true }).waitFor()
  const id = page.url().split('/').at(-1) as string
  expect(await liveTrigger(id)).toEqual({
    broadcast: { segment: segment.id, pace: { guests: 60, per: 'hour' } },
  })

  await panel.getByRole('button', { name: 'Send broadcast…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send this broadcast?' })
  await dialog.getByText(all).waitFor()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Send broadcast' }).click()
  await panel.getByText(`Sending: 1 of ${segment.members} guests considered, 1 started`).waitFor()
  await panel.getByRole('button', { name: 'Pause broadcast' }).click()
  await panel.getByText('Paused: 1 of').waitFor()
  await panel.getByRole('button', { name: 'Resume broadcast' }).click()
  await panel.getByText('Sending: 1 of').waitFor()
  await panel.getByRole('button', { name: 'Stop broadcast…' }).click()
  await page
    .getByRole('dialog', { name: 'Stop this broadcast?' })
    .getByRole('button', { name: 'Stop broadcast' })
    .click()
  await panel.getByText('Stopped: 1 guest considered, 1 started').waitFor()
  await panel.getByRole('button', { name: 'Send broadcast…' }).waitFor()
  expect(await furtherViolations(page)).toEqual([])
  await page.goto(`${millrace.url}/runs?workflow_id=${id}`)
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.getByText('a broadcast to the segment Everyone').waitFor()
  expect(faults).toEqual([])
})

/** A segment with guests in it, as a person would have made it before. */
async function addSegment(name: string): Promise<{ id: string; members: number }> {
  const { engine } = millrace.database
  const condition = { field: 'guest.points', operator: 'at_least', value: 0 } as const
  const { id } = await inTransaction(engine, tx =>
    createSegment(tx, demo.organisationId, { name, condition }, 'test'),
  )
  const counted = async () =>
    (
      await engine.query<{ members: number }>(
        'SELECT members FROM segments WHERE id = $1 AND counted_revision = revision',
        [id],
      )
    ).rows[0]?.members ?? 0
  await expect.poll(counted, { timeout: PATIENCE_MS }).toBeGreaterThan(1)
  return { id, members: await counted() }
}
