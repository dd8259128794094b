import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { digestAt, imageFaults, imagesIn, pinned } from './images.ts'

const DIGEST = `sha256:${'5a'.repeat(32)}`
const node = { name: 'docker.io/library/node', tag: '24-bookworm-slim' }
const read = (file: string) => readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8')

/** A registry that wants a token first, as Docker Hub does. */
const registry = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://registry')
  const origin = `http://${request.headers.host}`
  if (pathname === '/token') {
    const isRight = searchParams.get('scope') === 'repository:library/node:pull'
    return response.end(JSON.stringify({ token: isRight ? 'pull' : 'nothing' }))
  }
  if (request.headers.authorization !== 'Bearer pull') {
    const challenge = `Bearer realm="${origin}/token",service="registry",scope="repository:library/node:pull"`
    return response.writeHead(401, { 'www-authenticate': challenge }).end()
  }
  const isKnown = request.method === 'HEAD' && pathname === '/v2/library/node/manifests/24-bookworm-slim'
  response.writeHead(isKnown ? 200 : 404, isKnown ? { 'docker-content-digest': DIGEST } : {}).end()
})
let origin: string
beforeAll(async () => {
  registry.listen(0, '127.0.0.1')
  await once(registry, 'listening')
  origin = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`
})
afterAll(() => registry.close())

test('every image of other people in the files is found, and none that is built here', () => {
  expect(imagesIn(read('Containerfile')).map(({ name, tag }) => ({ name, tag }))).toEqual([node, node, node])
  expect(imagesIn(read('compose.yaml')).map(({ name }) => name)).toEqual(['docker.io/library/postgres'])
})

test('images get their digest beside the tag, and a new one in place of the old', () => {
  const text =
    'FROM docker.io/library/node:24-bookworm-slim AS pages\n    image: docker.io/library/postgres:18\n'
  const once = pinned(text, () => DIGEST)
  expect(once).toBe(
    `FROM docker.io/library/node:24-bookworm-slim@${DIGEST} AS pages\n    image: docker.io/library/postgres:18@${DIGEST}\n`,
  )
  const other = `sha256:${'0b'.repeat(32)}`
  expect(pinned(once, () => other)).toBe(once.replaceAll(DIGEST, other))
  expect(imageFaults('Containerfile', once)).toEqual([])
  expect(imageFaults('Containerfile', text)[0]).toContain('node:24-bookworm-slim without a digest')
})

test('the registry is asked what a tag names', async () => {
  expect(await digestAt(node, () => origin)).toBe(DIGEST)
  await expect(digestAt({ ...node, tag: 'none' }, () => origin)).rejects.toThrow(
    'docker.io did not say what docker.io/library/node:none is (404).',
  )
})
