import type { Comment } from '@millrace/contract/dashboard/comments'
import type { NodeCounts } from '@millrace/contract/dashboard/workflows'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ground, openGround, sendEvent, settled } from './management-ground.ts'

let ground: Ground
let workflow: string
beforeAll(async () => {
  ground = await openGround()
  workflow = await ground.organisation.workflow({
    trigger: { source: 'talked-about' },
    start: 'size',
    nodes: [
      {
        id: 'size',
        type: 'branch',
        cases: [{ when: { field: 'event.parameters.spend', operator: 'at_least', value: 50 }, next: 'end' }],
        else: 'lost',
      },
      { id: 'end', type: 'end', outcome: 'success' },
      { id: 'lost', type: 'end', outcome: 'failure' },
    ],
  })
})
afterAll(() => ground.millrace.stop())

interface Answer {
  comment: Comment
  code: string
}
type Asking = Pick<Ground['owner'], 'get' | 'post' | 'ask'>
const add = (visitor: Asking, json: object, id = workflow) =>
  visitor.post<Answer>(`/workflows/${id}/comments`, json)
const list = async (visitor: Asking) =>
  (await visitor.get<{ data: Comment[] }>(`/workflows/${workflow}/comments`)).body.data
const resolve = (visitor: Asking, { id }: Comment, resolved: boolean) =>
  visitor.ask<Answer>('PATCH', `/workflows/${workflow}/comments/${id}`, { json: { resolved } })
const remove = (visitor: Asking, { id }: Comment) =>
  visitor.ask<Answer>('DELETE', `/workflows/${workflow}/comments/${id}`)

test('members talk about a step, resolve it and open it again, and the draft stays as it is', async () => {
  const revision = async () =>
    (await ground.viewer.get<{ draft: { revision: number } }>(`/workflows/${workflow}`)).body.draft.revision
  const before = await revision()
  const { status, body } = await add(ground.editor, { node_id: 'size', text: '  Why fifty?\n' })
  expect(status).toBe(201)
  expect(body.comment).toMatchObject({ node_id: 'size', text: 'Why fifty?', own: true, resolved_at: null })
  await add(ground.owner, { text: 'Looks good.' })
  expect(await list(ground.viewer)).toMatchObject([
    { text: 'Why fifty?', own: false },
    { text: 'Looks good.', node_id: null },
  ])

  expect((await resolve(ground.owner, body.comment, true)).body.comment.resolved_at).not.toBeNull()
  const again = await resolve(ground.owner, body.comment, true)
  expect((await resolve(ground.editor, body.comment, false)).body.comment.resolved_at).toBeNull()
  expect(again.status).toBe(200)
  expect(await revision()).toBe(before)
  const audit = await ground.owner.get<{ data: { action: string }[] }>('/audit?action=comment')
  expect(audit.body.data.map(({ action }) => action)).toEqual([
    'comment.reopened',
    'comment.resolved',
    'comment.added',
    'comment.added',
  ])
})

test('everyone deletes what they wrote, and an owner anything', async () => {
  const [theirs, owners] = [
    (await add(ground.editor, { text: 'Mine' })).body.comment,
    (await add(ground.owner, { text: 'The owner’s' })).body.comment,
  ]
  expect((await remove(ground.editor, owners)).body.code).toBe('role_needed')
  expect((await add(ground.viewer, { text: 'x' })).body.code).toBe('role_needed')
  expect((await resolve(ground.viewer, theirs, true)).body.code).toBe('role_needed')
  expect((await remove(ground.owner, theirs)).status).toBe(200)
  expect((await remove(ground.owner, owners)).status).toBe(200)
  expect((await remove(ground.owner, owners)).body.code).toBe('comment_not_found')
})

test('a comment has words in it, and belongs to one workflow', async () => {
  for (const json of [{}, { text: ' \n ' }, { text: 'x'.repeat(2_001) }, { text: 'x', node_id: 'no step!' }])
    expect((await add(ground.editor, json)).status).toBe(400)
  const other = await ground.organisation.workflow({
    trigger: { source: 'another' },
    start: 'end',
    nodes: [{ id: 'end', type: 'end', outcome: 'success' }],
  })
  const { comment } = (await add(ground.editor, { text: 'Here' }, other)).body
  expect((await resolve(ground.editor, comment, true)).body.code).toBe('comment_not_found')
  expect((await remove(ground.owner, comment)).body.code).toBe('comment_not_found')
})

test('a workflow keeps five hundred of them', async () => {
  await ground.millrace.database.engine.query(
    `INSERT INTO workflow_comments (organisation_id, id, workflow_id, text)
     SELECT $1, gen_random_uuid(), $2, 'filled' FROM generate_series(1, 500)`,
    [ground.organisation.id, workflow],
  )
  expect((await add(ground.editor, { text: 'One more' })).body.code).toBe('too_many_comments')
})

test('the canvas knows which way runs left a step, and how many of those ended in success', async () => {
  const guest = await ground.organisation.guest()
  for (const spend of [60, 70, 10])
    await settled(
      ground.viewer,
      (await sendEvent(ground.editor, guest, 'talked-about', { parameters: { spend } })).runId,
    )
  const { body } = await ground.viewer.get<NodeCounts>(`/workflows/${workflow}/nodes`)
  expect(body.ways).toEqual([
    { node_id: 'size', handle: 'cases.0', taken: 2, success: 2 },
    { node_id: 'size', handle: 'else', taken: 1, success: 0 },
  ])
})
