import { get, type IncomingHttpHeaders } from 'node:http'
import type { ListedImage, StoredImage } from '@millrace/contract/dashboard/images'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Visitor } from '../support/dashboard.ts'
import { type Ground, openGround } from './management-ground.ts'

let ground: Ground
beforeAll(async () => {
  ground = await openGround({ roles: ['api'] })
})
afterAll(() => ground.millrace.stop())

interface Answer {
  image: StoredImage
  code: string
  message: string
}
const picture = (background: string) =>
  sharp({ create: { width: 30, height: 20, channels: 3, background } })
    .png()
    .toBuffer()
const send = (visitor: Visitor, file: Buffer, file_name = 'terrace.png') =>
  visitor.post<Answer>('/images', { file_name, content: file.toString('base64') })
const upload = async (background: string, visitor: Visitor = ground.editor) =>
  (await send(visitor, await picture(background))).body.image
const list = async (visitor: Visitor = ground.editor) =>
  (await visitor.get<{ data: ListedImage[] }>('/images')).body.data
/** As a mail program does. It is no answer of the API, which `fetch` is watched for here. */
const open = (url: string) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    get(url, response => {
      const parts: Buffer[] = []
      response.on('data', part => parts.push(part))
      response.on('end', () =>
        resolve({
          status: response.statusCode as number,
          headers: response.headers,
          bytes: Buffer.concat(parts),
        }),
      )
    }).on('error', reject)
  })
const remove = (visitor: Visitor, { name }: StoredImage) => visitor.ask<Answer>('DELETE', `/images/${name}`)

test('an uploaded image is shown to everyone who has its address, for ever and as nothing but an image', async () => {
  const image = await upload('#102030')
  expect(image).toMatchObject({ file_name: 'terrace.png', width: 30, height: 20 })
  expect(image.url).toBe(`${ground.millrace.url}/images/${image.name}`)
  const shown = await open(image.url)
  expect(shown.status).toBe(200)
  expect(shown.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'cross-origin',
    'content-length': String(image.bytes),
  })
  expect(shown.headers['set-cookie']).toBeUndefined()
  expect(await sharp(shown.bytes).metadata()).toMatchObject({ width: 30 })
  for (const other of [image.url.replace('.png', '.jpg'), `${image.url}x`, image.url.slice(0, -10)])
    expect((await open(other)).status).toBe(404)
})

test('the preview of an e-mail weighs its uploaded images once each, and sees its link to unsubscribe', async () => {
  const image = await upload('#305060')
  const blocks = [
    { type: 'image', url: image.url, alt: 'One' },
    { type: 'image', url: image.url, alt: 'The same' },
    { type: 'image', url: 'https://example.com/images/elsewhere.png', alt: 'Of another site' },
  ]
  const preview = async (more: object[] = []) =>
    (
      await ground.viewer.post<{ email: { image_bytes: number; has_unsubscribe: boolean } }>(
        '/template-preview',
        { channel: 'html', blocks: [...blocks, ...more] },
      )
    ).body.email
  expect(await preview()).toMatchObject({ image_bytes: image.bytes, has_unsubscribe: false })
  const link = { type: 'text', text: '[No more of it]({{ links.unsubscribe }})' }
  expect(await preview([link])).toMatchObject({ has_unsubscribe: true })
})

test('the preview of an e-mail says what of its HTML mail programs drop, and nothing about its blocks', async () => {
  const preview = async (html: string) =>
    (
      await ground.viewer.post<{ email: { not_understood: object[] } }>('/template-preview', {
        channel: 'html',
        blocks: [
          { type: 'heading', text: 'Hello' },
          { type: 'html', html },
        ],
      })
    ).body.email.not_understood
  expect(await preview('<p>Hello</p>')).toEqual([])
  expect(await preview('<div style="display: flex"><form></form></div>')).toEqual([
    { feature: 'display: flex', by: 'outlook' },
    { feature: '<form>', by: 'both' },
  ])
})

test('the same image again is the one that is there', async () => {
  const first = await upload('#aabbcc')
  expect((await upload('#aabbcc')).created_at).toBe(first.created_at)
  expect((await list()).filter(({ name }) => name === first.name)).toHaveLength(1)
})

test.each([
  ['no image', Buffer.from('Hello'), /is not a PNG/],
  ['an SVG', Buffer.from('<svg onload="alert(1)"/>'), /do not show SVG/],
  ['too large', Buffer.alloc(3 * 1024 * 1024 + 1), /larger than 3 MB/],
])('what is %s is refused with the reason', async (_what, file, sentence) => {
  const { status, body } = await send(ground.editor, file)
  expect([status, body.code]).toEqual([400, 'image_refused'])
  expect(body.message).toMatch(sentence)
})

test('what is much too large is refused before it is read, and so is what is not base64', async () => {
  expect((await send(ground.editor, Buffer.alloc(4 * 1024 * 1024))).status).toBe(413)
  const odd = await ground.editor.post<Answer>('/images', { file_name: 'x', content: 'a' })
  expect(odd.body.code).toBe('validation_failed')
})

test('an image that is used is not deleted, and the answer says where it is used', async () => {
  const image = await upload('#334455')
  const logo = { url: image.url, alt: 'Harbour' }
  await ground.organisation.venue('A')
  const workflow = await ground.owner.post<{ workflow: { id: string } }>('/workflows', { name: 'Thanks' })
  const { id } = workflow.body.workflow
  const saved = await ground.owner.ask('PUT', `/workflows/${id}/draft`, {
    json: { revision: 0, document: { nodes: [{ blocks: [{ type: 'image', url: image.url, alt: '' }] }] } },
  })
  expect(saved.status).toBe(200)
  await ground.owner.ask('PATCH', '/venues/A', { json: { brand: { logo } } })
  const { settings, revision } = (await ground.owner.get<{ settings: object; revision: string }>('/settings'))
    .body
  await ground.owner.ask('PUT', '/settings', {
    json: { revision, settings: { ...settings, brand: { logo } } },
  })
  const uses = (await list()).find(({ name }) => name === image.name)?.used_in
  expect(uses?.map(({ type }) => type)).toEqual(['organisation', 'venue', 'workflow'])
  const { status, body } = await remove(ground.owner, image)
  expect([status, body.code]).toEqual([409, 'image_in_use'])
  expect(body.message).toContain('the brand of Harbour')
  expect(body.message).toContain('the workflow "Thanks"')
  expect((await open(image.url)).status).toBe(200)
})

test('an e-mail whose image was deleted is not published, and an image of another site is not looked for', async () => {
  const image = await upload('#445566')
  expect((await remove(ground.editor, image)).status).toBe(200)
  const withImage = (url: string) => ({
    trigger: { source: 'deleted-image' },
    start: 'mail',
    nodes: [
      {
        ...{ id: 'mail', type: 'send_email', subject: 'Hello', next: 'end' },
        blocks: [{ type: 'image', url, alt: 'The terrace' }],
      },
      { id: 'end', type: 'end', outcome: 'success' },
    ],
  })
  const { body } = await ground.editor.post<{ workflow: { id: string } }>('/workflows', {
    name: 'Deleted image',
  })
  const { id } = body.workflow
  const save = async (revision: number, url: string) => {
    const saved = await ground.editor.ask<{ draft: { revision: number } }>('PUT', `/workflows/${id}/draft`, {
      json: { revision, document: withImage(url) },
    })
    return saved.body.draft.revision
  }
  const publish = (revision: number) =>
    ground.editor.post<{ errors: Record<string, string[]> }>(`/workflows/${id}/publish`, {
      revision,
      inside: 'finish',
    })
  const { body: started } = await ground.editor.get<{ draft: { revision: number } }>(`/workflows/${id}`)
  const revision = await save(started.draft.revision, image.url)
  const refused = await publish(revision)
  expect(refused.status, refused.text).toBe(409)
  expect(refused.body.errors['nodes.0.blocks']?.[0]).toMatch(/^An image of this e-mail was deleted/)
  const elsewhere = await save(revision, `https://other.example.com/images/${image.name}`)
  expect((await publish(elsewhere)).status).toBe(200)
})

test('an image that is used nowhere can be deleted, by an editor of every venue', async () => {
  const image = await upload('#556677')
  const few = await ground.restricted('editor', ['A'])
  expect((await remove(few, image)).body.code).toBe('every_venue_needed')
  expect((await remove(ground.viewer, image)).body.code).toBe('role_needed')
  expect((await send(ground.viewer, await picture('#556677'))).body.code).toBe('role_needed')
  expect((await remove(ground.editor, image)).status).toBe(200)
  expect((await remove(ground.editor, image)).body.code).toBe('image_not_found')
  expect((await open(image.url)).status).toBe(404)
  const { body } = await ground.owner.get<{ data: { action: string; subject: string }[] }>('/audit')
  const about = body.data.filter(({ subject }) => subject === image.name).map(({ action }) => action)
  expect(about.toSorted()).toEqual(['image.deleted', 'image.uploaded'])
})

test('nobody of another organisation lists or deletes it, and their own copy has another address', async () => {
  const image = await upload('#778899')
  const stranger = await ground.stranger()
  expect(await list(stranger)).toEqual([])
  expect((await remove(stranger, image)).body.code).toBe('image_not_found')
  expect((await upload('#778899', stranger)).name).not.toBe(image.name)
  expect((await list(stranger)).length).toBe(1)
})

test('an organisation has 500 images at most', async () => {
  await ground.millrace.database.engine.query(
    `INSERT INTO images (organisation_id, hash, type, width, height, bytes, file_name, created_by)
     SELECT $1, sha256(n::text::bytea), 'image/png', 1, 1, '', 'x', 'x' FROM generate_series(1, 500) n`,
    [ground.organisation.id],
  )
  expect((await send(ground.editor, await picture('#99aabb'))).body.code).toBe('too_many_images')
})
