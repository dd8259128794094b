import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { request, startTestMillrace, type TestMillrace } from '../support/millrace.ts'
import { endsAtOnce } from '../support/workflows.ts'

let millrace: TestMillrace
let token: string
/** The first page of every list, with a cursor in its link. */
const lists = new Map<string, URL>()

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  const organisation = await millrace.organisation()
  await millrace.database.engine.query('UPDATE api_keys SET requests_per_minute = 0')
  token = await organisation.token()
  const guest = await organisation.guest()
  await organisation.guest()
  for (const serial of ['A', 'B']) await organisation.venue(serial)
  const workflow = await organisation.workflow(endsAtOnce({ source: 'a' }))
  await organisation.workflow(endsAtOnce({ source: 'b' }))
  const runs = `/v1/workflows/${workflow}/workflow-runs`
  for (let n = 0; n < 2; n++) await request(millrace.url + runs, { token, json: { org_reg_id: guest } })
  for (const path of ['/v1/guests', '/v1/venues', '/v1/workflows', runs]) {
    const { body } = await request<{ links: { next: string } }>(`${millrace.url}${path}?limit=1`, { token })
    lists.set(path, new URL(body.links.next))
  }
})
afterAll(() => millrace.stop())

const cursorOf = (link: URL) => link.searchParams.get('cursor') as string

async function statuses(path: string, cursors: string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  const waiting = cursors.values()
  const askOneByOne = async () => {
    for (const cursor of waiting) {
      const { status, body } = await request(
        `${millrace.url}${path}?${new URLSearchParams({ cursor, limit: '1' })}`,
        { token },
      )
      const kind = `${status} ${body.code ?? ''}`
      found.set(kind, (found.get(kind) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: 16 }, askOneByOne))
  return found
}

/** Each bit of the bytes, and each character of the text, turned into another. */
function forgeries(cursor: string): string[] {
  const bytes = Buffer.from(cursor, 'base64url')
  const flipped = Array.from({ length: bytes.length * 8 }, (_, bit) => {
    const forged = Buffer.from(bytes)
    forged[bit >> 3] = (forged[bit >> 3] as number) ^ (1 << (bit & 7))
    return forged.toString('base64url')
  })
  const retyped = [...cursor].map((_, at) => `${cursor.slice(0, at)}%${cursor.slice(at + 1)}`)
  const cut = [...cursor].map((_, at) => cursor.slice(0, at)).slice(1)
  const random = Array.from({ length: 300 }, (_, n) => randomBytes(1 + n).toString('base64url'))
  return [...flipped, ...retyped, ...cut, ...random, `${cursor}=`, `${cursor}A`, ` ${cursor}`, '\0', '🍺']
}

test('a list continues where its cursor says', async () => {
  for (const [path, link] of lists) {
    expect([path, await statuses(path, [cursorOf(link)])]).toEqual([path, new Map([['200 ', 1]])])
  }
})

test('a forged cursor is 400, and never a fault of ours', async () => {
  let asked = 0
  for (const [path, link] of lists) {
    const forged = forgeries(cursorOf(link)).filter(cursor => cursor.length <= 500)
    asked += forged.length
    expect([path, await statuses(path, forged)]).toEqual([
      path,
      new Map([['400 invalid_cursor', forged.length]]),
    ])
  }
  expect(asked).toBeGreaterThan(2_000)
})

test('a cursor that is too long is refused as one', async () => {
  expect(await statuses('/v1/guests', ['x'.repeat(501)])).toEqual(new Map([['400 validation_failed', 1]]))
})

test('the cursor of one list is worth nothing in another', async () => {
  for (const [path] of lists) {
    const others = [...lists].filter(([other]) => other !== path).map(([, link]) => cursorOf(link))
    expect(await statuses(path, others)).toEqual(new Map([['400 invalid_cursor', others.length]]))
  }
})
