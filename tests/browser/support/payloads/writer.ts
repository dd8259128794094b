import { setTimeout as sleep } from 'node:timers/promises'
import { exchange, type PageAnswer } from '../../../support/dashboard.ts'
import { getToken, newAddress, type TestMillrace } from '../../../support/millrace.ts'
import { createStore, type Store } from './payloads.ts'

/** Writes into an organisation, as its owner and by its key, and keeps account of what it wrote. */
export interface Writer {
  readonly kept: Store
  /** Stores a body with a payload in every place, and returns the answer's. */
  store<Body = never>(...given: Parameters<Store['store']>): Promise<Body>
  refuse: Store['refuse']
  /** What is at an address of the dashboard. */
  get<Body = Record<string, unknown>>(path: string): Promise<Body>
  send(method: string, path: string, json?: unknown): Promise<PageAnswer>
  /** Of who is signed in, as name=value. */
  cookie(): string
  /** Does something as another member, or as someone who is not signed in. */
  as<T>(session: string | undefined, work: () => Promise<T>): Promise<T>
  /** A member may ask for so much a minute: from here on others, whose sessions these are, ask for what is beyond that. */
  relieveBy(another: () => Promise<string>): void
  /** From here on /v1 is called with a token of this key. */
  useKey(key: { client_id: string; client_secret: string }): Promise<void>
}

export function createWriter({ url }: Pick<TestMillrace, 'url'>): Writer {
  const address = newAddress()
  let cookie: string | undefined
  let token: string | undefined
  let another: (() => Promise<string>) | undefined
  let reliever: string | undefined

  async function send(method: string, path: string, json?: unknown): Promise<PageAnswer> {
    const own = await sendAs(cookie, method, path, json)
    const [set] = own.headers['set-cookie'] ?? []
    if (set !== undefined && !set.startsWith(`${set.split('=', 1)}=;`)) cookie = set.split(';', 1)[0]
    if (own.status !== 429) return own
    if (cookie !== undefined && another !== undefined) {
      for (const isNew of [false, true]) {
        if (isNew || reliever === undefined) reliever = await another()
        const relieved = await sendAs(reliever, method, path, json)
        if (relieved.status !== 429) return relieved
      }
    }
    await sleep(Number(own.headers['retry-after']) * 1_000)
    return send(method, path, json)
  }

  function sendAs(session: string | undefined, method: string, path: string, json: unknown) {
    const body = json === undefined ? undefined : JSON.stringify(json)
    return exchange(url + path, method, body, {
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': path.startsWith('/oauth') ? newAddress() : address,
      ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      ...(session === undefined ? {} : { cookie: session }),
      ...(token === undefined || !path.startsWith('/v1') ? {} : { authorization: `Bearer ${token}` }),
    })
  }

  const kept = createStore(send)
  return {
    kept,
    store: async <Body>(...given: Parameters<Store['store']>) => (await kept.store(...given)).body as Body,
    refuse: kept.refuse,
    send,
    relieveBy(others) {
      another = others
    },
    async get<Body>(path: string) {
      const { status, text, body } = await send('GET', `/dashboard/api${path}`)
      if (status !== 200) throw new Error(`${path}: ${text}`)
      return body as Body
    },
    cookie: () => cookie as string,
    async as(session, work) {
      const own = cookie
      cookie = session
      const done = await work()
      cookie = own
      return done
    },
    async useKey({ client_id, client_secret }) {
      token = await getToken(url, { clientId: client_id, clientSecret: client_secret })
    },
  }
}
