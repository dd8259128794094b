import type { Segment } from '@millrace/contract/segment'
import type { WorkflowDefinition } from '@millrace/contract/workflow'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goldEnds, gold as goldTemplate } from '../../server/src/dashboard/templates/gold.ts'
import { goldGuests } from '../../server/src/dashboard/templates/segments.ts'
import { TEMPLATE_SEGMENT } from '../../server/src/dashboard/templates/template.ts'
import { eventually } from '../support/millrace.ts'
import { openStaples, type Staples } from './staples.ts'

/** The templates: ten visits or 1,000 pounds within twelve months: gold, with an e-mail and its perk; back when neither holds any longer. */
let staples: Staples
beforeAll(async () => {
  staples = await openStaples()
  const declared = await staples.editor.ask('PUT', '/sources/meaning', {
    json: { source: 'visits', meaning: { kind: 'visit', amount: 'spend' } },
  })
  expect(declared.status, declared.text).toBe(200)
})
afterAll(() => staples.stop())

const bill = (guest: string, spend: number) => staples.send(guest, 'visits', { spend })

const tagsOf = async (guest: string) =>
  (await staples.query<{ tags: string[] }>('SELECT tags FROM guests WHERE id = $1', [guest]))[0]?.tags

async function gold(): Promise<Segment> {
  const made = await staples.editor.post<{ segment: Segment }>('/segments', goldGuests)
  expect(made.status, made.text).toBe(201)
  const { id } = made.body.segment
  return eventually(
    async () => (await staples.editor.get<{ segment: Segment }>(`/segments/${id}`)).body.segment,
    segment => !segment.is_counting,
  )
}

/** The template, for the segment that was made for it. */
const madeFor = (id: string, { definition }: typeof goldTemplate): WorkflowDefinition =>
  JSON.parse(JSON.stringify(definition).replaceAll(TEMPLATE_SEGMENT, id))

const newGuest = (email: string) => staples.guest({ name: 'Ada', email, email_consent: true })

test('who reaches gold hears of it once, as do those who are gold already, and it is taken back a year later', async () => {
  const [before, often, rich, other] = [
    await newGuest('before@example.com'),
    await newGuest('often@example.com'),
    await newGuest('rich@example.com'),
    await newGuest('other@example.com'),
  ] as const
  await bill(before, 1_200)
  const { id, members } = await gold()
  expect(members).toBe(1)
  await staples.publish('Gold', madeFor(id, goldTemplate))
  await staples.publish('No longer gold', madeFor(id, goldEnds))

  for (let visits = 0; visits < 10; visits += 1) await bill(often, 1)
  for (let visits = 0; visits < 9; visits += 1) await bill(other, 1)
  await bill(rich, 999)
  await bill(rich, 1)
  for (const guest of [before, often, rich])
    await eventually(
      () => tagsOf(guest),
      tags => tags?.[0] === 'gold',
    )
  for (const guest of [before, often, rich])
    expect(
      await eventually(
        () => staples.texts(guest),
        texts => texts.length > 0,
      ),
    ).toEqual(['You are gold now, Ada'])
  const perks = await staples.query<{ has: boolean }>(
    `SELECT content->>'html' LIKE '%a glass of wine with every meal%' AS has FROM messages`,
    [],
  )
  expect(perks).toEqual([{ has: true }, { has: true }, { has: true }])

  // A year later the large bills no longer count.
  await staples.query(
    `UPDATE visits SET occurred_at = occurred_at - interval '366 days' WHERE guest_id = ANY($1)`,
    [[before, rich]],
  )
  await staples.query('UPDATE segments SET due_at = now(), counted_up_to = NULL WHERE id = $1', [id])
  for (const guest of [before, rich])
    await eventually(
      () => tagsOf(guest),
      tags => tags?.length === 0,
    )
  expect(await tagsOf(often)).toEqual(['gold'])
  expect([await staples.texts(other), await tagsOf(other)]).toEqual([[], []])
  const runs = await staples.query<{ guest_id: string; runs: number }>(
    `SELECT guest_id, count(*)::int AS runs FROM runs WHERE trigger = 'segment' GROUP BY 1`,
    [],
  )
  expect(new Map(runs.map(({ guest_id, runs: many }) => [guest_id, many]))).toEqual(
    new Map([
      [before, 2],
      [often, 1],
      [rich, 2],
    ]),
  )
})
