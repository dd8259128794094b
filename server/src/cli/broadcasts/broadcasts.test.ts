import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#db/database.ts'
import { openRuns } from '#runs/runs.fixture.ts'
import { createWorkflow } from '#workflows/create-workflow.ts'
import { publishWorkflow } from '#workflows/publish-workflow.ts'
import { keepSegments } from '#workflows/segments/keep-segments.ts'
import { createSegment } from '#workflows/segments/segments.ts'
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/postgres.ts'
import { atTerminal } from '../at-terminal.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'millrace-broadcasts-'))
let prepared: TestDatabase
let ground: Awaited<ReturnType<typeof openRuns>>
beforeAll(async () => {
  prepared = await createTestDatabase()
  ground = await openRuns(prepared)
  const { organisationId, query, database } = ground
  await query(
    `INSERT INTO guests (organisation_id, id, tags, email, email_consent)
     SELECT $1, gen_random_uuid(), '{regular}', n || '@example.com', n > 1 FROM generate_series(1, 3) AS n`,
    [organisationId],
  )
  const condition = { field: 'guest.tags', operator: 'contains', value: 'regular' } as const
  await inTransaction(database.engine, async tx => {
    const { id: segment } = await createSegment(tx, organisationId, { name: 'Regulars', condition }, 'test')
    const { id: workflowId } = await createWorkflow(tx, { organisationId, name: 'News', actor: 'test' })
    await publishWorkflow(tx, {
      organisationId,
      workflowId,
      actor: 'test',
      document: {
        trigger: { broadcast: { segment } },
        start: 'mail',
        nodes: [
          { id: 'mail', type: 'send_email', subject: 'News', html: '<p>News</p>', next: 'end' },
          { id: 'end', type: 'end', outcome: 'success' },
        ],
      },
    })
  })
  while (await keepSegments(database.engine, { error: () => {} }));
})
afterAll(async () => {
  await ground.close()
  rmSync(folder, { recursive: true, force: true })
})

const broadcasts = (...words: string[]) =>
  atTerminal(['broadcasts', ...words], { DATABASE_URL: prepared.url, MILLRACE_DATA_DIR: folder })

test('a broadcast is estimated, sent, paused, resumed and stopped at the terminal', async () => {
  const estimate = 'Starts for 2 of 3 guests.\nLeft out: 1: the guest has not agreed to its messages.\n'
  expect(await broadcasts('send', 'News')).toMatchObject({
    exitCode: 0,
    out: estimate,
    said: 'Nothing was sent. Pass --yes to send it.\n',
  })
  expect(await broadcasts('list', 'News')).toMatchObject({ said: 'Nothing was sent yet.\n' })
  expect(await broadcasts('pause', 'News')).toMatchObject({
    exitCode: 1,
    said: 'No broadcast of this workflow is being sent.\n',
  })
  expect(await broadcasts('send', 'News', '--yes')).toMatchObject({ exitCode: 0, out: estimate })
  expect(await broadcasts('send', 'News', '--yes')).toMatchObject({
    exitCode: 1,
    said: expect.stringContaining('is under way'),
  })
  expect(await broadcasts('pause', 'News')).toMatchObject({ out: 'Broadcast paused.\n' })
  expect(await broadcasts('resume', 'News')).toMatchObject({ out: 'The broadcast is being sent.\n' })
  expect(await broadcasts('stop', 'News')).toMatchObject({ out: 'Broadcast stopped.\n' })
  expect(await broadcasts('list', 'News')).toMatchObject({
    out: expect.stringMatching(/^DUE +STATE +CONSIDERED +STARTED +LEFT OUT\n\S+ +stopped +0 +0 +-\n$/),
  })
})

test('a test goes to a member only, and by the mail server of the settings', async () => {
  const test = () => broadcasts('test', 'News', '--to', 'Ada@example.com')
  expect(await test()).toMatchObject({
    exitCode: 1,
    said: 'Ada@example.com is not a member of this organisation.\n',
  })
  await ground.query(
    `WITH member AS (INSERT INTO members (id, email, name, password) VALUES (gen_random_uuid(), 'ada@example.com', 'Ada', 'x') RETURNING id)
     INSERT INTO memberships (organisation_id, member_id, role) SELECT $1, id, 'owner' FROM member`,
    [ground.organisationId],
  )
  expect(await test()).toMatchObject({ exitCode: 1, said: 'There is no mail server in the settings.\n' })
})
