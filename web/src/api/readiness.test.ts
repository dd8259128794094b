import { afterEach, expect, test, vi } from 'vitest'
import { askReadiness, nextReadiness } from './readiness.ts'

afterEach(() => vi.unstubAllGlobals())

const answering = (answer: () => Response | Promise<Response>) => {
  vi.stubGlobal('fetch', async () => answer())
  return askReadiness(new AbortController().signal)
}

test('reads the three findings from the answer', async () => {
  expect(await answering(() => Response.json({ status: 'ready' }))).toBe('ready')
  expect(await answering(() => Response.json({ status: 'not_ready' }, { status: 503 }))).toBe('database-away')
  expect(await answering(() => Promise.reject(new TypeError('Failed to fetch')))).toBe('gone')
})

test('takes the 503 of a proxy for a server that is gone', async () => {
  expect(await answering(() => new Response('<h1>Bad gateway</h1>', { status: 503 }))).toBe('gone')
  expect(await answering(() => Response.json({ error: 'upstream' }, { status: 503 }))).toBe('gone')
})

test('distinguishes a return from a first arrival', () => {
  expect(nextReadiness('loading', 'ready')).toBe('ready')
  expect(nextReadiness('ready', 'ready')).toBe('ready')
  expect(nextReadiness('gone', 'ready')).toBe('back')
  expect(nextReadiness('database-away', 'ready')).toBe('back')
  expect(nextReadiness('back', 'ready')).toBe('back')
  expect(nextReadiness('back', 'gone')).toBe('gone')
})
