import type { SavedView } from '@millrace/contract/dashboard/views'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedIn } from '../support/dashboard.ts'
import { type Ground, openGround } from './management-ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround()
})
afterAll(() => ground.millrace.stop())

interface Answer {
  view: SavedView
  code: string
}
const toSave = (given: object = {}) => ({
  list: 'guests',
  name: 'Regulars',
  filters: { tag: 'regular', columns: 'Points' },
  shared: false,
  ...given,
})
type Asking = Pick<Ground['owner'], 'get' | 'post' | 'ask'>
const save = async (visitor: Asking, given?: object) =>
  (await visitor.post<Answer>('/views', toSave(given))).body.view
const names = async (visitor: Asking, list = 'guests') =>
  (await visitor.get<{ data: SavedView[] }>(`/views?list=${list}`)).body.data.map(({ name }) => name)
const change = (visitor: Asking, { id }: SavedView, json: object) =>
  visitor.ask<Answer>('PATCH', `/views/${id}`, { json })

test('a view is seen by the member who saved it, and by everyone once it is shared', async () => {
  const view = await save(ground.editor, { name: ' Regulars ' })
  expect(view).toMatchObject({ name: 'Regulars', filters: { tag: 'regular', columns: 'Points' }, own: true })
  expect(await names(ground.editor)).toEqual(['Regulars'])
  expect(await names(ground.editor, 'runs')).toEqual([])
  expect(await names(ground.viewer)).toEqual([])
  expect((await change(ground.viewer, view, { name: 'Taken' })).body.code).toBe('view_not_found')

  await change(ground.editor, view, { shared: true, name: 'Our regulars' })
  const { body } = await ground.viewer.get<{ data: SavedView[] }>('/views')
  expect(body.data).toMatchObject([{ name: 'Our regulars', own: false, shared: true }])
  expect((await change(ground.viewer, view, { name: 'Taken' })).body.code).toBe('role_needed')
  expect((await change(ground.owner, view, { filters: { tag: 'vip' } })).body.view.filters).toEqual({
    tag: 'vip',
  })
  expect((await ground.owner.ask('DELETE', `/views/${view.id}`)).status).toBe(200)
  expect(await names(ground.editor)).toEqual([])
  const audit = await ground.owner.get<{ data: object[] }>('/audit?action=view')
  expect(audit.body.data).toMatchObject([
    { action: 'view.deleted', actor: ground.owner.member.email },
    { action: 'view.changed', actor: ground.owner.member.email },
    { action: 'view.shared', actor: ground.editor.member.email, subject: 'Our regulars' },
  ])
})

test('a viewer saves views, and shares none', async () => {
  const view = await save(ground.viewer)
  expect((await ground.viewer.post<Answer>('/views', toSave({ shared: true }))).body.code).toBe('role_needed')
  expect((await change(ground.viewer, view, { shared: true })).body.code).toBe('role_needed')
  expect((await ground.viewer.ask('DELETE', `/views/${view.id}`)).status).toBe(200)
})

test('a view is about no single guest, and a member has a hundred at most', async () => {
  const refused = await ground.editor.post<Answer>('/views', toSave({ filters: { guest_id: 'x' } }))
  expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  for (let made = 0; made < 100; made++) await save(ground.editor, { list: 'runs' })
  expect((await ground.editor.post<Answer>('/views', toSave())).body.code).toBe('too_many_views')
})

test('what a member shared stays when they leave, and the rest goes with them', async () => {
  const leaving = await signedIn(ground.millrace, ground.organisation.id, { role: 'editor' })
  await save(leaving, { list: 'events', name: 'Private' })
  await save(leaving, { list: 'events', name: 'Shared', shared: true })
  const { body } = await ground.owner.get<{ data: { id: string; email: string }[] }>('/members')
  const { id } = body.data.find(({ email }) => email === leaving.member.email) as { id: string }
  expect((await ground.owner.ask('DELETE', `/members/${id}`)).status).toBe(200)
  const stays = await ground.owner.get<{ data: SavedView[] }>('/views?list=events')
  expect(stays.body.data).toMatchObject([{ name: 'Shared', saved_by: null, own: false }])
  const { rows } = await ground.millrace.database.engine.query(
    `SELECT name FROM saved_views WHERE list = 'events'`,
  )
  expect(rows).toEqual([{ name: 'Shared' }])
  const [view] = stays.body.data as [SavedView]
  expect((await change(ground.owner, view, { shared: false })).body.view).toMatchObject({ own: true })
})
