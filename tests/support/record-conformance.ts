import { afterAll, expect } from 'vitest'
import * as pages from '../../server/src/http/pages.ts'
import { createConformance, type Exchange, type OpenApiDocument } from './conformance.ts'

/**
 * Run before each file, for those of the API: every answer that any test gets by `fetch` from a server of ours is held
 * against that server's own OpenAPI document. A test file that got an answer which is not as documented fails.
 */
type Check = (exchange: Exchange) => string | undefined

interface Record {
  /** As it was before the first file. */
  readonly fetch: typeof fetch
  readonly violations: Set<string>
  /** How many answers were held against a document, so that a test can distinguish no faults from no answers. */
  answers: number
  /** By the document, which is the same for nearly all servers: each compiles what it needs once in a worker. */
  readonly compiled: Map<string, Check>
}

const KEPT = Symbol.for('millrace conformance')
const kept = globalThis as { [KEPT]?: Record }
kept[KEPT] ??= { fetch, violations: new Set(), answers: 0, compiled: new Map() }

/** This file is run again for each test file, and a worker runs many of those. */
export const record = kept[KEPT]
record.violations.clear()
record.answers = 0

const checks = new Map<string, Promise<Check | undefined>>()

const isOfApi = expect.getState().testPath?.includes('/tests/api/')

globalThis.fetch = isOfApi ? fetchAndCheck : record.fetch

async function fetchAndCheck(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await record.fetch(input, init)
  const { origin, pathname } = new URL(response.url)
  const check = await checkOf(origin)
  if (check !== undefined && !isPage(pathname)) {
    const violation = check({
      method: (init?.method ?? (input instanceof Request ? input.method : 'GET')).toUpperCase(),
      path: pathname,
      status: response.status,
      contentType: response.headers.get('content-type'),
      headers: [...response.headers.keys()],
      body: await response.clone().text(),
    })
    record.answers++
    if (violation !== undefined) record.violations.add(violation)
  }
  return response
}

afterAll(() => {
  expect([...record.violations], 'answers that are not as the OpenAPI document says').toEqual([])
})

/** undefined for servers of others, which have no document. */
function checkOf(origin: string): Promise<Check | undefined> {
  let check = checks.get(origin)
  if (check === undefined) {
    check = record
      .fetch(`${origin}/openapi.json`)
      .then(async response =>
        response.ok ? compile((await response.text()).replaceAll(origin, '')) : undefined,
      )
      .catch(() => undefined)
    checks.set(origin, check)
  }
  return check
}

function compile(document: string): Check {
  const known = record.compiled.get(document)
  if (known !== undefined) return known
  const check = createConformance(JSON.parse(document) as OpenApiDocument)
  record.compiled.set(document, check)
  return check
}

/** Pages for people are no part of the document. */
const { pageUrls = ['/openapi.json'] } = pages as { pageUrls?: readonly string[] }
const isPage = (path: string) =>
  pageUrls.some(url => (url.endsWith('*') ? path.startsWith(url.slice(0, -1)) : path === url))
