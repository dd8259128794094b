import { expect, test } from 'vitest'
import { StartupError } from '#base/startup-error.ts'
import { decideConfig, isOpenWithoutTls } from './config.ts'
import type { Env } from './env.ts'

const decide = (env: Env) => decideConfig(env, '/srv/millrace')

test('nothing set is enough: loopback, the embedded database, the demo, a log beside the data', () => {
  expect(decide({})).toEqual({
    production: false,
    host: '127.0.0.1',
    port: 8080,
    socket: undefined,
    databaseUrl: undefined,
    dataDir: '/srv/millrace/.millrace',
    secret: undefined,
    authUrl: 'http://127.0.0.1:8080',
    baseUrl: 'http://127.0.0.1:8080',
    trustedProxies: [],
    allowedPrivateAddresses: [],
    allowedPorts: [],
    dnsServers: [],
    returnDomain: undefined,
    returnListen: undefined,
    previousSecrets: [],
    log: '/srv/millrace/.millrace/millrace.log',
    logLevel: 'info',
    auditHeads: undefined,
    auditStream: undefined,
    alerts: undefined,
    mostRequestsPerMinute: 0,
    demo: true,
    leaseSeconds: 10,
    faultPoint: undefined,
  })
})

test('an empty variable counts as none', () => {
  const empty = { PORT: '', HOST: '', DATABASE_URL: '', MILLRACE_SECRET: '', MILLRACE_BASE_URL: '' }
  expect(decide(empty)).toEqual(decide({}))
})

test.each([
  [{ HOST: '0.0.0.0', PORT: '80' }, 'http://localhost:80'],
  [{ HOST: '::1' }, 'http://[::1]:8080'],
  [{ MILLRACE_BASE_URL: 'https://api.example.com/' }, 'https://api.example.com'],
])('published is what was set, or else the listening address: %j', (env, baseUrl) => {
  expect(decide(env).baseUrl).toBe(baseUrl)
})

test('production has no demo, logs to stdout, and wants a master key with an external database', () => {
  const production = { NODE_ENV: 'production', DATABASE_URL: 'postgresql://u:p@db/millrace' }
  expect(() => decide(production)).toThrow('MILLRACE_SECRET is required')
  const secret = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4MTIz'
  expect(decide({ ...production, MILLRACE_SECRET: secret })).toMatchObject({
    demo: false,
    log: 'stdout',
    secret,
  })
})

test('production is not open to others without https', () => {
  const secret = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4MTIz'
  const open = { NODE_ENV: 'production', HOST: '0.0.0.0', MILLRACE_SECRET: secret }
  expect(() => decide(open)).toThrow('HOST is 0.0.0.0')
  const base = { ...open, MILLRACE_BASE_URL: 'https://api.example.com' }
  expect(() => decide(base)).toThrow('HOST is 0.0.0.0')
  const published = { ...base, MILLRACE_AUTH_URL: 'https://auth.example.com' }
  expect(isOpenWithoutTls(decide(published))).toBe(false)
  expect(isOpenWithoutTls(decide({ ...open, NODE_ENV: 'development' }))).toBe(true)
  expect(isOpenWithoutTls(decide({ ...open, HOST: '127.0.0.1' }))).toBe(false)
})

test('what the ends of audit logs go to is a file or an address, and the cap of keys a number', () => {
  expect(decide({ MILLRACE_AUDIT_HEADS: 'https://audit.example.com/heads' }).auditHeads).toContain('https:')
  expect(decide({ MILLRACE_AUDIT_HEADS: '/var/log/heads' }).auditHeads).toBe('/var/log/heads')
  expect(() => decide({ MILLRACE_AUDIT_HEADS: 'ftp://example.com' })).toThrow('MILLRACE_AUDIT_HEADS')
  expect(decide({ MILLRACE_AUDIT_STREAM: 'https://siem.example.com/in' }).auditStream).toContain('https:')
  expect(() => decide({ MILLRACE_ALERTS: 'mailto:ada@example.com' })).toThrow('MILLRACE_ALERTS')
  expect(decide({ MILLRACE_MOST_REQUESTS_PER_MINUTE: '600' }).mostRequestsPerMinute).toBe(600)
  expect(() => decide({ MILLRACE_MOST_REQUESTS_PER_MINUTE: 'many' })).toThrow('MILLRACE_MOST')
})

test('e-mails come back to a domain, where a process listens', () => {
  const domain = { MILLRACE_RETURN_DOMAIN: 'Bounces.Example.com' }
  expect(decide(domain)).toMatchObject({ returnDomain: 'bounces.example.com', returnListen: undefined })
  expect(decide({ ...domain, MILLRACE_RETURN_LISTEN: '[::]:2525' }).returnListen).toEqual({
    host: '::',
    port: 2525,
  })
  for (const wrong of ['localhost:2525', '0.0.0.0:0', '0.0.0.0:65536', '0.0.0.0'])
    expect(() => decide({ ...domain, MILLRACE_RETURN_LISTEN: wrong })).toThrow('an address and a port')
  expect(() => decide({ MILLRACE_RETURN_LISTEN: '0.0.0.0:2525' })).toThrow('needs MILLRACE_RETURN_DOMAIN')
})

test.each([
  ['one', ['one']],
  ['one, two', ['one', 'two', 'one, two']],
  [' ', []],
])('%j is several keys, or one with a comma in it', (value, keys) => {
  expect(decide({ MILLRACE_PREVIOUS_SECRETS: value }).previousSecrets).toEqual(keys)
})

test.each([
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', '80a'],
  ['PORT', '-1'],
  ['DATABASE_URL', 'localhost'],
  ['DATABASE_URL', 'mysql://u@db/x'],
  ['DATABASE_POOL_URL', 'localhost'],
  ['DATABASE_POOL_URL', 'postgresql://u:p@pooler/millrace'],
  ['DATABASE_READ_URL', 'localhost'],
  ['DATABASE_READ_URL', 'postgresql://u:p@standby/millrace'],
  ['DATABASE_READ_URL', 'mysql://u@db/x'],
  ['MILLRACE_SECRET', 'short'],
  ['MILLRACE_SECRET', 'a'.repeat(64)],
  ['MILLRACE_AUTH_URL', 'ftp://x'],
  ['MILLRACE_BASE_URL', 'https://x/?a=b'],
  ['MILLRACE_BASE_URL', 'https://user:password@x'],
  ['MILLRACE_TRUSTED_PROXIES', '10.0.0.1, everyone'],
  ['MILLRACE_DNS_SERVERS', 'dns.example.com'],
  ['MILLRACE_DNS_SERVERS', '9.9.9.9:70000'],
  ['MILLRACE_RETURN_DOMAIN', 'localhost'],
  ['MILLRACE_RETURN_DOMAIN', 'bounces example.com'],
  ['MILLRACE_RETURN_LISTEN', '2525'],
  ['MILLRACE_LOG_LEVEL', 'loud'],
  ['MILLRACE_LEASE_SECONDS', '0'],
  ['MILLRACE_LEASE_SECONDS', '61'],
  ['MILLRACE_LEASE_SECONDS', '2.5'],
  ['MILLRACE_DEMO', 'maybe'],
])('a wrong %s is named: %s', (name, value) => {
  expect(() => decide({ [name]: value })).toThrow(StartupError)
  expect(() => decide({ [name]: value })).toThrow(name)
})

test('a pooler is one of a database that is named', () => {
  const [primary, pooler] = ['postgresql://u:p@db/millrace', 'postgresql://u:p@pooler:6432/millrace']
  const config = decide({ DATABASE_URL: primary, DATABASE_POOL_URL: pooler })
  expect([config.databaseUrl, config.databasePoolUrl]).toEqual([primary, pooler])
})

test('a standby is one of a database that is named', () => {
  const [primary, standby] = ['postgresql://u:p@db/millrace', 'postgresql://u:p@standby/millrace']
  const config = decide({ DATABASE_URL: primary, DATABASE_READ_URL: standby })
  expect([config.databaseUrl, config.databaseReadUrl]).toEqual([primary, standby])
  expect(decide({ DATABASE_URL: primary, DATABASE_READ_URL: '' }).databaseReadUrl).toBeUndefined()
})

test('everything that is wrong is reported at once, without any password', () => {
  const wrong = {
    PORT: 'x',
    DATABASE_URL: 'mysql://u:hunter2@db',
    MILLRACE_SECRET: 'hunter3',
    MILLRACE_DEMO: 'x',
  }
  let message = ''
  try {
    decide(wrong)
  } catch (error) {
    message = (error as Error).message
  }
  for (const name of Object.keys(wrong)) expect(message).toContain(name)
  expect(message).not.toContain('hunter')
})

test.each([
  [{ LISTEN_PID: '4711', LISTEN_FDS: '1' }, 3],
  [{ LISTEN_PID: '4712', LISTEN_FDS: '1' }, undefined],
  [{ LISTEN_PID: '4711' }, undefined],
  [{ LISTEN_FDS: '1' }, undefined],
  [{ LISTEN_PID: '4712', LISTEN_FDS: 'many' }, undefined],
])('process 4711 is handed a socket only where it is meant: %j', (env, socket) => {
  expect(decideConfig(env, '/srv/millrace', 4711).socket).toBe(socket)
})

test.each(['0', '2', 'many'])('handed over is one socket, not %s', count => {
  expect(() => decideConfig({ LISTEN_PID: '4711', LISTEN_FDS: count }, '/srv/millrace', 4711)).toThrow(
    `LISTEN_FDS is "${count}"; Millrace serves one socket`,
  )
})

test('name servers are listed with or without a port', () => {
  const servers = ['9.9.9.9', '127.0.0.1:5353', '2620:fe::fe', '[2620:fe::fe]:53']
  expect(decide({ MILLRACE_DNS_SERVERS: servers.join(', ') }).dnsServers).toEqual(servers)
})
