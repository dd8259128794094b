import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  newAddress,
  startTestMillrace,
  type TestMillrace,
  type TestOrganisation,
} from '../support/millrace.ts'
import { at, type Build, headed, json, type RawAnswer, sendRaw } from '../support/token-request.ts'
import { letSecondsPass } from '../support/token-time.ts'

let millrace: TestMillrace
/** Believes nobody about where a request comes from. */
let unproxied: TestMillrace

beforeAll(async () => {
  millrace = await startTestMillrace({ roles: ['api'] })
  unproxied = await startTestMillrace({ roles: ['api'], config: { trustedProxies: [] } })
})
afterAll(async () => {
  await millrace?.stop()
  await unproxied?.stop()
})

type Client = Pick<TestOrganisation, 'clientId' | 'clientSecret'>
const from = (address: string, build: Build = json()) => headed({ 'x-forwarded-for': address }, build)
const send = (client: Client, build: Build): Promise<RawAnswer> => sendRaw(millrace.url, build(client))
const wrong = json({ client_secret: 'wrong' })
/** Counts for its address and client, and proves nothing about who sent it. */
const misshapen = json({ grant_type: 'password' })
const timesOf = (answers: readonly RawAnswer[], status: number) =>
  answers.filter(answer => answer.status === status).length
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))

async function inTurn(count: number, make: () => Promise<RawAnswer>): Promise<RawAnswer[]> {
  const answers: RawAnswer[] = []
  for (let n = 0; n < count; n++) answers.push(await make())
  return answers
}

describe('a stranger who knows a client_id', () => {
  test.each<[string, Build]>([
    ['with wrong secrets', wrong],
    ['with misshapen requests', misshapen],
  ])('and floods %s cannot take a single request from its owner', async (_, build) => {
    const client = await millrace.organisation()
    const strangers = times(5, newAddress)
    const flood = strangers.flatMap(address => times(40, () => send(client, from(address, build))))
    const owner = newAddress()
    const mine = await inTurn(20, () => send(client, from(owner)))
    const theirs = await Promise.all(flood)
    // A limit by client_id alone would have been used up five times over.
    expect(timesOf(theirs, 400)).toBe(100)
    expect(timesOf(theirs, 429)).toBe(100)
    expect(timesOf(mine, 200)).toBe(20)
    expect((await send(client, from(owner))).status).toBe(429)
  })
})

describe('where a request comes from', () => {
  // Before the others, because all names together count as one address, and they use it up.
  test('is no place for a name that is longer than the database can index', async () => {
    const answer = await send(await millrace.organisation(), from('x'.repeat(8_000)))
    expect(answer.status).toBe(200)
  })

  test.each<[string, string, 'one' | 'two']>([
    ['203.0.113.7', '203.0.113.8', 'two'],
    ['203.0.113.7', '::ffff:203.0.113.7', 'one'],
    ['203.0.113.7', '::ffff:cb00:7107', 'one'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.8', 'two'],
    ['203.0.113.7', '203.0.113.7:50123', 'one'],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', 'one'],
    ['2001:db8:1:2::1', '2001:DB8:0001:0002::9', 'one'],
    ['2001:db8:1:2::1', '[2001:db8:1:2::7]:443', 'one'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', 'two'],
    ['198.51.100.1, 203.0.113.7', '198.51.100.2, 203.0.113.7', 'one'],
    ['203.0.113.7', 'unknown, 203.0.113.7, 127.0.0.1', 'one'],
    ['203.0.113.7, 198.51.100.1', '203.0.113.7, 198.51.100.2', 'two'],
    ['any name', 'any other name', 'one'],
  ])('%s and %s count as %s', async (first, second, count) => {
    const client = await millrace.organisation()
    await Promise.all(times(20, () => send(client, from(first, misshapen))))
    expect((await send(client, from(first, misshapen))).status).toBe(429)
    expect((await send(client, from(second, misshapen))).status).toBe(count === 'one' ? 429 : 400)
  })

  test('is, for IPv6, also the /56 that a provider delegates, with 60 places', async () => {
    const client = await millrace.organisation()
    const networks = (prefix: string) =>
      times(16, n => `2001:db8:${prefix}${n.toString(16).padStart(2, '0')}::1`)
    const tryEach = (addresses: string[]) =>
      Promise.all(addresses.flatMap(address => times(5, () => send(client, from(address, misshapen)))))
    const delegated = await tryEach(networks('77:1'))
    expect([timesOf(delegated, 400), timesOf(delegated, 429)]).toStrictEqual([60, 20])
    // The next /56 is another customer.
    expect(timesOf(await tryEach(networks('77:2').slice(0, 2)), 400)).toBe(10)
  })

  // Addresses that none of the tests above has used up.
  const claims = (n: number) => ({
    'x-forwarded-for': `198.18.0.${n}`,
    forwarded: `for=198.18.0.${n}`,
    'x-real-ip': `198.18.0.${n}`,
    'x-client-ip': `198.18.0.${n}`,
    'cf-connecting-ip': `198.18.0.${n}`,
  })
  const tellingTales = async (server: TestMillrace) => {
    const client = await server.organisation()
    return Promise.all(times(25, n => sendRaw(server.url, headed(claims(n), misshapen)(client))))
  }

  test('is not what the headers say, unless a trusted proxy says so', async () => {
    const answers = await tellingTales(unproxied)
    expect([timesOf(answers, 400), timesOf(answers, 429)]).toStrictEqual([20, 5])
  })

  test('is what the headers say, if a trusted proxy says so', async () => {
    expect(timesOf(await tellingTales(millrace), 400)).toBe(25)
  })
})

describe('a client that tries out secrets', () => {
  test('gets 20 answers a minute, over all clients and endpoints, and learns nothing from the rest', async () => {
    const clients = await Promise.all(times(10, () => millrace.organisation()))
    const address = newAddress()
    const endpoints = ['/oauth/token', '/oauth/introspect', '/oauth/revoke']
    const guesses = times(120, n =>
      send(
        clients[n % clients.length] as Client,
        from(address, at(endpoints[n % 3] as string, json({ client_secret: `guess ${n}`, token: 'x' }))),
      ),
    )
    const answers = await Promise.all(guesses)
    expect([timesOf(answers, 400), timesOf(answers, 429)]).toStrictEqual([20, 100])

    const owner = clients[0] as Client
    const right = await send(owner, from(address))
    const stillWrong = await send(owner, from(address, wrong))
    expect([right.status, stillWrong.status]).toStrictEqual([429, 429])
    expect(right.text).toBe(stillWrong.text)
    expect((await send(owner, from(newAddress()))).status).toBe(200)
  })

  test('at many addresses gets 20 answers a minute for each', async () => {
    const client = await millrace.organisation()
    const addresses = times(8, newAddress)
    const answers = await Promise.all(
      addresses.flatMap(address => times(30, () => send(client, from(address, wrong)))),
    )
    expect([timesOf(answers, 400), timesOf(answers, 429)]).toStrictEqual([8 * 20, 8 * 10])
  })
})

describe('Retry-After', () => {
  const waitOf = (answer: RawAnswer) => {
    expect(answer.status).toBe(429)
    const seconds = Number(answer.headers['retry-after'])
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(seconds).toBeLessThanOrEqual(60)
    return seconds
  }
  const pass = (seconds: number) => letSecondsPass(millrace.database.engine, seconds)

  test.each<[string, (client: Client, address: string) => Promise<unknown>]>([
    ['that another address used up', client => inTurn(20, () => send(client, from(newAddress())))],
    [
      'that others at the address used up by failing',
      (_, address) => inTurn(20, async () => send(await millrace.organisation(), from(address, wrong))),
    ],
  ])('is true for requests %s, however often someone asks', async (_, useUp) => {
    const client = await millrace.organisation()
    const address = newAddress()
    await useUp(client, address)
    await pass(30)
    const [first, ...others] = (await inTurn(30, () => send(client, from(address)))).map(waitOf)
    expect(Math.max(...others)).toBeLessThanOrEqual(first as number)
    await pass(first as number)
    expect(timesOf(await inTurn(20, () => send(client, from(address))), 200)).toBe(20)
  })

  test('names the longer of two waits', async () => {
    const client = await millrace.organisation()
    const address = newAddress()
    await inTurn(20, async () => send(await millrace.organisation(), from(address, wrong)))
    await pass(30)
    await inTurn(20, () => send(client, from(address, misshapen)))
    await pass(waitOf(await send(client, from(address))))
    expect((await send(client, from(address))).status).toBe(200)
  })

  test.each<[string, Build, number]>([
    ['tokens', json(), 200],
    ['wrong secrets', wrong, 400],
    ['misshapen requests', misshapen, 400],
  ])('is no more than a minute after 20 %s and a clock set back by an hour', async (_, build, status) => {
    const client = await millrace.organisation()
    const address = newAddress()
    expect(timesOf(await inTurn(20, () => send(client, from(address, build))), status)).toBe(20)
    await pass(-3_600)
    await pass(waitOf(await send(client, from(address, build))))
    expect((await send(client, from(address, build))).status).toBe(status)
  })
})
