import { afterAll, beforeAll, expect, test } from 'vitest'
import { steps } from '../../server/src/steps/table.ts'
import { createTestDatabase } from '../support/postgres.ts'
import { end, mail, points, reachable, workflow } from './nodes.ts'
import { openStage, type Stage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage(await createTestDatabase())
  await stage.publish(workflow('sound', [points('gift'), end]))
})
afterAll(() => stage.close())

/** A run of the poisonous workflow between two valid ones of the same guest, all in one batch. */
async function together(source: string) {
  const guestId = await stage.guest(reachable)
  const batch = await stage.events([
    { guestId, source: 'sound' },
    { guestId, source, parameters: { text: 'x'.repeat(2_000) } },
    { guestId, source: 'sound' },
  ])
  const [before, poisonous, after] = batch.map(({ runs }) => runs[0] as string) as [string, string, string]
  return { guestId, poisonous, sound: [before, after] }
}

async function expectAlone(
  { guestId, poisonous, sound }: Awaited<ReturnType<typeof together>>,
  code: string,
) {
  expect(await stage.run(poisonous)).toMatchObject({ status: 'failed', error: { code } })
  expect(await stage.statuses(sound)).toEqual(['completed', 'completed'])
  expect(await stage.points(guestId)).toBe(2)
  // It is no longer a job: no worker fails on it again.
  expect(await stage.query('SELECT FROM jobs')).toEqual([])
}

const templates: [string, string][] = [
  [
    'never ends',
    '{% for a in (1..100000) %}{% for b in (1..100000) %}{% assign c = b %}{% endfor %}{% endfor %}',
  ],
  [
    'floods memory',
    `{% assign a = event.parameters.text %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}{{ a }}`,
  ],
]

test.each(templates)('a template that %s fails its run, and nobody else’s', async (source, html) => {
  await stage.publish(workflow(source, [{ ...mail('write'), html }, end]))
  const runs = await together(source)
  await stage.work()
  await expectAlone(runs, 'template_failed')
  const [step] = await stage.stepsOf(runs.poisonous)
  expect(step).toMatchObject({ node_id: 'write', status: 'failed', detail: { field: 'html' } })
})

test('a step that throws fails its run, and nobody else’s', async () => {
  await stage.publish(workflow('throws', [{ id: 'change', type: 'remove_tag', tag: 'x', next: 'end' }, end]))
  const runs = await together('throws')
  const table = {
    ...steps,
    remove_tag: () => {
      throw new TypeError('a mistake of ours')
    },
  }
  await stage.workOnce(100, { engine: { steps: table } })
  await expectAlone(runs, 'step_failed')
})

test('a run that holds what should not be there fails, and nobody else’s', async () => {
  await stage.publish(workflow('hollow', [points('gift'), end]))
  const runs = await together('hollow')
  await stage.query(`UPDATE runs SET input = '{}' WHERE id = $1`, [runs.poisonous])
  await stage.work()
  await expectAlone(runs, 'step_failed')
})

test('what PostgreSQL refuses fails its run, and nobody else’s', async () => {
  await stage.publish(
    workflow('refused', [
      {
        id: 'change',
        type: 'update_guest',
        changes: [{ field: 'attributes.poison', value: 'x' }],
        next: 'end',
      },
      end,
    ]),
  )
  await stage.query(`ALTER TABLE millrace.guests ADD CONSTRAINT poison CHECK (NOT attributes ? 'poison')`)
  const runs = await together('refused')
  await stage.work()
  await expectAlone(runs, 'not_storable')
})

test('half of a character at the end of a long text is no poison', async () => {
  await stage.publish(
    workflow('half', [
      {
        id: 'change',
        type: 'update_guest',
        changes: [{ field: 'name', value: '{{ event.parameters.name }}' }],
        next: 'end',
      },
      end,
    ]),
  )
  const guestId = await stage.guest()
  const [runId] = (await stage.event(guestId, {
    source: 'half',
    parameters: { name: `${'x'.repeat(253)}🎟` },
  })) as [string]
  await stage.work()
  expect((await stage.run(runId)).status).toBe('completed')
})
