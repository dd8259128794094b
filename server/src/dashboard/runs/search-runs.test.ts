import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#base/ids.ts'
import { openWorkflows } from '#workflows/workflows.fixture.ts'
import { createTestDatabase } from '../../../../tests/support/postgres.ts'
import type { RunsAsked } from './list-runs.ts'
import { countRuns, nextRuns, searchRuns } from './search-runs.ts'

let workflows: Awaited<ReturnType<typeof openWorkflows>>
let organisationId: string
const everything: RunsAsked = { sight: null }
/** Oldest first. */
const runs: { id: string; workflow: string; status: string }[] = []

beforeAll(async () => {
  workflows = await openWorkflows(await createTestDatabase())
  organisationId = workflows.organisationId
  const ids = [await workflows.create('One'), await workflows.create('Two'), await workflows.create('Held')]
  await workflows.query(`UPDATE workflows SET status = 'paused', version = 1 WHERE id = $1`, [ids[2]])
  const statuses = ['completed', 'waiting', 'failed', 'waiting', 'cancelled']
  for (let place = 0; place < 30; place += 1) {
    const workflow = ids[place % 3] as string
    const status = statuses[place % 5] as string
    runs.push({ id: await workflows.run(workflow, { status }), workflow, status })
  }
  // It waits for the result of its message, and for no time. The notification about a task no longer delays it.
  const id = await workflows.run(ids[0] as string)
  const awaited = newId()
  await workflows.query(
    `UPDATE runs SET resumes_at = NULL, waiting_for = jsonb_build_object('message_id', $2::text) WHERE id = $1`,
    [id, awaited],
  )
  await workflows.query(
    `INSERT INTO messages (organisation_id, id, run_id, node_id, channel, recipient, content, status, created_at)
     VALUES ($1, $2, $4, 'hook', 'webhook', 'https://example.com', '{}', 'pending', now()),
            ($1, $3, $4, 'task', 'email', 'jo@example.com', '{}', 'pending', now())`,
    [organisationId, awaited, newId(), id],
  )
  runs.push({ id, workflow: ids[0] as string, status: 'waiting' })
})
afterAll(() => workflows.close())

const isPaused = ({ workflow }: { workflow: string }) => workflow === runs[2]?.workflow
const waiting = () => runs.filter(run => run.status === 'waiting' && !isPaused(run))
const newestFirst = (some: readonly { id: string }[]) => some.map(({ id }) => id).toReversed()

/** All pages, with the place where each of them continued. */
async function pages(asked: RunsAsked, limit: number, lookedThrough: number): Promise<string[][]> {
  const found: string[][] = []
  let after: string | undefined
  do {
    const page = { ...asked, after, limit }
    const next = await searchRuns(workflows.database.engine, organisationId, page, lookedThrough)
    found.push(next.runs.map(({ id }) => id))
    after = next.further
  } while (after !== undefined)
  return found
}

describe('waiting runs', () => {
  test('come newest first over all workflows, whatever they wait for, a page at a time', async () => {
    // An index finds them, however few runs are examined.
    const found = await pages({ ...everything, status: 'waiting' }, 4, 1)
    expect(found.flat()).toEqual(newestFirst(waiting()))
    expect(found.every(page => page.length > 0)).toBe(true)
  })

  test('of one workflow are those of that one', async () => {
    const workflowId = runs[0]?.workflow as string
    const found = await pages({ ...everything, status: 'waiting', workflowId }, 100, 1)
    expect(found).toEqual([newestFirst(waiting().filter(({ workflow }) => workflow === workflowId))])
  })

  test('are counted, up to what is worth counting', async () => {
    const asked = { ...everything, status: 'waiting' } as const
    const tx = workflows.database.engine
    const all = waiting().length
    expect(await countRuns(tx, organisationId, asked, 100)).toEqual({ runs: all, guests: all, more: false })
    expect(await countRuns(tx, organisationId, asked, 3)).toEqual({ runs: 3, guests: 3, more: true })
  })
})

describe('runs that no index finds', () => {
  test.each(['completed', 'cancelled', 'paused'] as const)(
    'are looked for a part at a time, and every one that is %s is found once',
    async status => {
      const expected = runs.filter(run =>
        status === 'paused' ? isPaused(run) && run.status === 'waiting' : run.status === status,
      )
      const found = await pages({ ...everything, status }, 3, 4)
      expect(found.flat()).toEqual(newestFirst(expected))
      expect(found.length).toBeGreaterThanOrEqual(Math.ceil(runs.length / 4))
    },
  )

  test('are counted as far as was searched, which the answer says', async () => {
    const tx = workflows.database.engine
    const asked = { ...everything, status: 'completed' } as const
    const all = runs.filter(({ status }) => status === 'completed').length
    expect(await countRuns(tx, organisationId, asked, 100)).toEqual({ runs: all, guests: all, more: false })
    expect(await countRuns(tx, organisationId, asked, 100, 4)).toMatchObject({ more: true })
  })
})

test('a file continues to runs that are far back', async () => {
  const tx = workflows.database.engine
  const oldest = runs.find(({ status }) => status === 'completed')
  const page = { ...everything, status: 'completed', after: runs[5]?.id, limit: 10 } as const
  expect((await nextRuns(tx, organisationId, page)).map(({ id }) => id)).toEqual([oldest?.id])
  expect(await nextRuns(tx, organisationId, { ...page, after: oldest?.id })).toEqual([])
})
