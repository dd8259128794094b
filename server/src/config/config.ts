import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import ipaddr from 'ipaddr.js'
import { StartupError } from '#base/startup-error.ts'
import type { Env } from './env.ts'
import { decideSocket } from './handed-over.ts'

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

export interface Config {
  production: boolean
  host: string
  port: number
  /** The descriptor of a listening socket passed by a service manager; without one Millrace opens a socket. */
  socket: number | undefined
  /** The operator's PostgreSQL; without one the embedded server is used. */
  databaseUrl: string | undefined
  /** A pooler in transaction mode in front of it, for what needs no session. */
  databasePoolUrl: string | undefined
  /** A standby of it, for lists that may be some seconds old. */
  databaseReadUrl: string | undefined
  dataDir: string
  /** The master key as given; without one it is read from the data folder, see secrets.ts. */
  secret: string | undefined
  /** The published addresses. Behind a proxy, the listening address may differ. */
  authUrl: string
  baseUrl: string
  trustedProxies: string[]
  /** Private addresses that messages may still go to: a mail server or a receiver in the operator's own network. */
  allowedPrivateAddresses: string[]
  /** Ports that messages may go to in addition to the usual ones. */
  allowedPorts: number[]
  /** Name servers for checks of senders and domains, with or without a port; without any, those of the system. */
  dnsServers: string[]
  /** The domain of the addresses that mail servers send e-mails back to; without one, they go to the sender. */
  returnDomain: string | undefined
  /** Where this process takes them. */
  returnListen: { readonly host: string; readonly port: number } | undefined
  /** Previous master keys, which stored secrets may still be sealed with. */
  previousSecrets: string[]
  /** 'stdout', or the path of a file. */
  log: string
  logLevel: LogLevel
  /** Where the ends of audit logs are published besides the log: a file, or an http(s) address. */
  auditHeads: string | undefined
  /** Where every entry of the audit logs is sent, for a SIEM: a file, or an http(s) address. */
  auditStream: string | undefined
  /** The same for alerts alone. */
  alerts: string | undefined
  /** What every API key is limited to at the most, whatever its own limit; 0: no cap. */
  mostRequestsPerMinute: number
  demo: boolean
  /** How long a worker may be silent before another takes over its work. */
  leaseSeconds: number
  /** For fault tests: where the process kills itself. */
  faultPoint: string | undefined
}

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url))
export const SHORTEST_SECRET = 32

/** Reads the configuration from the environment, and reports everything that is wrong with it at once. */
export function decideConfig(env: Env, project: string = PROJECT, pid: number = process.pid): Config {
  const faults: string[] = []
  const production = env.NODE_ENV === 'production'
  const host = env.HOST || '127.0.0.1'
  const port = decidePort(env.PORT, faults)
  const dataDir = resolve(project, env.MILLRACE_DATA_DIR || '.millrace')
  const published = `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : bracketed(host)}:${port}`
  const config: Config = {
    production,
    host,
    port,
    socket: decideSocket(env, pid, faults),
    databaseUrl: decideDatabaseUrl('DATABASE_URL', env.DATABASE_URL, faults),
    databasePoolUrl: decideBesides('DATABASE_POOL_URL', env, 'in front of which it is', faults),
    databaseReadUrl: decideBesides('DATABASE_READ_URL', env, 'whose standby it names', faults),
    dataDir,
    secret: decideSecret(env, production, faults),
    authUrl: decideUrl('MILLRACE_AUTH_URL', env.MILLRACE_AUTH_URL, published, faults),
    baseUrl: decideUrl('MILLRACE_BASE_URL', env.MILLRACE_BASE_URL, published, faults),
    trustedProxies: decideAddresses('MILLRACE_TRUSTED_PROXIES', env.MILLRACE_TRUSTED_PROXIES, faults),
    allowedPrivateAddresses: decideAddresses(
      'MILLRACE_ALLOW_PRIVATE_ADDRESSES',
      env.MILLRACE_ALLOW_PRIVATE_ADDRESSES,
      faults,
    ),
    allowedPorts: decidePorts(env.MILLRACE_ALLOW_PORTS, faults),
    dnsServers: decideDnsServers(env.MILLRACE_DNS_SERVERS, faults),
    returnDomain: decideReturnDomain(env.MILLRACE_RETURN_DOMAIN, faults),
    returnListen: decideReturnListen(env, faults),
    previousSecrets: decidePreviousSecrets(env.MILLRACE_PREVIOUS_SECRETS),
    log: env.MILLRACE_LOG || (production ? 'stdout' : resolve(dataDir, 'millrace.log')),
    logLevel: decideLogLevel(env.MILLRACE_LOG_LEVEL, faults),
    auditHeads: decideTarget('MILLRACE_AUDIT_HEADS', env, project, faults),
    auditStream: decideTarget('MILLRACE_AUDIT_STREAM', env, project, faults),
    alerts: decideTarget('MILLRACE_ALERTS', env, project, faults),
    mostRequestsPerMinute: decideCap(env.MILLRACE_MOST_REQUESTS_PER_MINUTE, faults),
    demo: decideFlag('MILLRACE_DEMO', env.MILLRACE_DEMO, !production, faults),
    leaseSeconds: decideLease(env.MILLRACE_LEASE_SECONDS, faults),
    faultPoint: env.MILLRACE_FAULT_POINT || undefined,
  }
  if (production && isOpenWithoutTls(config)) {
    faults.push(
      `HOST is ${host}, so that others can connect, but MILLRACE_BASE_URL and MILLRACE_AUTH_URL are not https: secrets would ` +
        'travel unencrypted. Publish Millrace with https, or leave HOST at 127.0.0.1.',
    )
  }
  if (faults.length > 0) {
    throw new StartupError(
      `The environment has ${faults.length === 1 ? 'a fault' : 'faults'}:\n  ${faults.join('\n  ')}`,
    )
  }
  return config
}

/** Whether other machines can connect although no address with https is published. */
export const isOpenWithoutTls = ({ host, baseUrl, authUrl }: Pick<Config, 'host' | 'baseUrl' | 'authUrl'>) =>
  !/^(127\.|::1$|localhost$)/.test(host) && [baseUrl, authUrl].some(url => !url.startsWith('https:'))

function decidePort(value: string | undefined, faults: string[]): number {
  if (!value) return 8080
  const port = Number(value)
  if (/^\d+$/.test(value) && port >= 1 && port <= 65_535) return port
  faults.push(`PORT is "${value}"; it must be a whole number from 1 to 65535.`)
  return 0
}

function decideDatabaseUrl(
  name: 'DATABASE_URL' | 'DATABASE_READ_URL' | 'DATABASE_POOL_URL',
  value: string | undefined,
  faults: string[],
): string | undefined {
  if (!value) return undefined
  // The value contains a password, so no message repeats it.
  if (URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol)) return value
  faults.push(`${name} must look like postgresql://user:password@host:5432/database.`)
  return undefined
}

/** Another way to the same database. */
function decideBesides(
  name: 'DATABASE_READ_URL' | 'DATABASE_POOL_URL',
  env: Env,
  what: string,
  faults: string[],
): string | undefined {
  if (env[name] && !env.DATABASE_URL) faults.push(`${name} needs DATABASE_URL, ${what}.`)
  return decideDatabaseUrl(name, env[name], faults)
}

function decideSecret(env: Env, production: boolean, faults: string[]): string | undefined {
  const value = env.MILLRACE_SECRET
  if (value) {
    if (value.length < SHORTEST_SECRET || new Set(value).size < 8) {
      faults.push(
        `MILLRACE_SECRET is too weak: give at least ${SHORTEST_SECRET} random characters, as from: openssl rand -base64 32.`,
      )
    }
    return value
  }
  if (production && env.DATABASE_URL) {
    faults.push(
      'MILLRACE_SECRET is required in production with DATABASE_URL: every process needs the same master key, ' +
        'as from: openssl rand -base64 32.',
    )
  }
  return undefined
}

function decideUrl(name: string, value: string | undefined, otherwise: string, faults: string[]): string {
  if (!value) return otherwise
  if (URL.canParse(value)) {
    const url = new URL(value)
    if (/^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username) {
      return value.replace(/\/+$/, '')
    }
  }
  faults.push(
    `${name} is "${value}"; it must be an http(s) address without query, as https://api.example.com.`,
  )
  return otherwise
}

const listed = (value: string | undefined) =>
  (value ?? '')
    .split(',')
    .map(part => part.trim())
    .filter(Boolean)

/** A key that a person chose may contain a comma, so the whole value is tried as one key, too. */
function decidePreviousSecrets(value: string | undefined): string[] {
  const whole = value?.trim()
  return [...new Set([...listed(value), ...(whole ? [whole] : [])])]
}

function decideAddresses(name: string, value: string | undefined, faults: string[]): string[] {
  const addresses = listed(value)
  for (const address of addresses) {
    if (isIP(address) || ipaddr.isValidCIDR(address)) continue
    faults.push(`${name} has "${address}"; list addresses or ranges, as 10.0.0.1, 10.1.0.0/16.`)
  }
  return addresses
}

function decideDnsServers(value: string | undefined, faults: string[]): string[] {
  const servers = listed(value)
  for (const server of servers) {
    const [, bracketed6, plain, port = '53'] =
      /^(?:\[(.+)\]|([^:]+|[^:]*(?::[^:]*){2,}))(?::(\d+))?$/.exec(server) ?? []
    if (isIP(bracketed6 ?? plain ?? '') && Number(port) <= 65_535) continue
    faults.push(`MILLRACE_DNS_SERVERS has "${server}"; list addresses, as 9.9.9.9, [2620:fe::fe]:53.`)
  }
  return servers
}

/** With the 63 characters and the @ before it, the address has to stay within 254. */
const LONGEST_RETURN_DOMAIN = 190
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

function decideReturnDomain(value: string | undefined, faults: string[]): string | undefined {
  if (!value) return undefined
  const domain = value.toLowerCase()
  if (domain.length <= LONGEST_RETURN_DOMAIN && DOMAIN.test(domain)) return domain
  faults.push(`MILLRACE_RETURN_DOMAIN is "${value}"; it must be a domain, as bounces.example.com.`)
  return undefined
}

function decideReturnListen(env: Env, faults: string[]): Config['returnListen'] {
  const value = env.MILLRACE_RETURN_LISTEN
  if (!value) return undefined
  const [, bracketed6, plain, port = ''] = /^(?:\[(.+)\]|([^:]+)):(\d{1,5})$/.exec(value) ?? []
  const host = bracketed6 ?? plain ?? ''
  if (!isIP(host) || Number(port) < 1 || Number(port) > 65_535) {
    faults.push(`MILLRACE_RETURN_LISTEN is "${value}"; it must be an address and a port, as 0.0.0.0:2525.`)
  }
  if (!env.MILLRACE_RETURN_DOMAIN) {
    faults.push('MILLRACE_RETURN_LISTEN needs MILLRACE_RETURN_DOMAIN, the domain whose e-mails come there.')
  }
  return { host, port: Number(port) }
}

function decidePorts(value: string | undefined, faults: string[]): number[] {
  return listed(value).map(text => {
    const port = Number(text)
    if (!/^\d+$/.test(text) || port < 1 || port > 65_535) {
      faults.push(`MILLRACE_ALLOW_PORTS has "${text}"; list whole numbers from 1 to 65535.`)
    }
    return port
  })
}

function decideLogLevel(value: string | undefined, faults: string[]): LogLevel {
  if (!value) return 'info'
  const level = logLevels.find(known => known === value)
  if (level) return level
  faults.push(`MILLRACE_LOG_LEVEL is "${value}"; it must be one of ${logLevels.join(', ')}.`)
  return 'info'
}

function decideCap(value: string | undefined, faults: string[]): number {
  if (!value) return 0
  if (/^\d{1,9}$/.test(value)) return Number(value)
  faults.push(`MILLRACE_MOST_REQUESTS_PER_MINUTE is "${value}"; it must be a whole number, 0 for no cap.`)
  return 0
}

function decideTarget(
  name: 'MILLRACE_AUDIT_HEADS' | 'MILLRACE_AUDIT_STREAM' | 'MILLRACE_ALERTS',
  env: Env,
  project: string,
  faults: string[],
): string | undefined {
  const value = env[name]
  if (!value) return undefined
  if (!/^[a-z][a-z0-9+.-]*:/i.test(value)) return resolve(project, value)
  if (/^https?:\/\//.test(value) && URL.canParse(value)) return value
  faults.push(`${name} is "${value}"; it must be the path of a file, or an http(s) address.`)
  return undefined
}

/** With ten seconds, two checks a second apart and a claim, the runs of a dead worker continue within fifteen. */
const USUAL_LEASE = 10

function decideLease(value: string | undefined, faults: string[]): number {
  if (!value) return USUAL_LEASE
  const seconds = Number(value)
  if (/^\d+$/.test(value) && seconds >= 1 && seconds <= 60) return seconds
  faults.push(`MILLRACE_LEASE_SECONDS is "${value}"; it must be a whole number from 1 to 60.`)
  return USUAL_LEASE
}

function decideFlag(name: string, value: string | undefined, otherwise: boolean, faults: string[]): boolean {
  if (!value) return otherwise
  if (['true', '1', 'yes', 'on'].includes(value)) return true
  if (['false', '0', 'no', 'off'].includes(value)) return false
  faults.push(`${name} is "${value}"; it must be true or false.`)
  return otherwise
}

const bracketed = (host: string) => (isIP(host) === 6 ? `[${host}]` : host)
