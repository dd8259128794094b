import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { read } from './watching.ts'

/** What the sheets about security list, held against the sources. */

const sources = execFileSync('git', ['ls-files', 'server/src/*.ts'], { encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter(path => !/\.(test|fixture)\.ts$/.test(path))
  .map(path => [path, read(path)] as const)
const security = read('docs/security.md')

test('every algorithm that is used is in the list of keys, and cryptography is Node’s own', () => {
  const call =
    /\b(?:create(?:Hash|Hmac|Cipheriv|Decipheriv|Sign|Verify)|hkdf(?:Sync)?|pbkdf2(?:Sync)?|scrypt(?:Sync)?)\(\s*([^,)]+)/g
  const used = new Set(
    sources.flatMap(([, text]) => [...text.matchAll(call)].map(match => (match[1] as string).trim())),
  )
  // The one that is named by a connection is that of the system which signs: see its proof.
  expect([...used].toSorted()).toEqual(["'aes-256-gcm'", "'sha1'", "'sha256'", 'algorithm'])
  const [, inventory = ''] = security.split('\n## How keys are made and used\n')
  for (const word of ['AES-256-GCM', 'HMAC-SHA-256', 'HMAC-SHA-1', 'Argon2id', 'HKDF-SHA-256'])
    expect(inventory).toContain(word)
  const { dependencies } = JSON.parse(read('server/package.json')) as { dependencies: Record<string, string> }
  const foreign = /crypt|argon|sodium|forge|jsonwebtoken|^jose$|^uuid$|nanoid/
  // Which reads tokens, and has Node's Web Crypto check their signatures.
  expect(Object.keys(dependencies).filter(name => foreign.test(name))).toEqual(['jose'])
  for (const word of ['RS256', 'ES256', 'EdDSA', 'jose']) expect(inventory).toContain(word)
  // Only pauses are of chance.
  const chance = sources.filter(([, text]) => text.includes('Math.random()')).map(([path]) => path)
  expect(chance).toEqual([
    'server/src/deliveries/dispatcher.ts',
    'server/src/merging/give-way.ts',
    'server/src/subscriptions/sender.ts',
  ])
})

test('every key that is derived has 256 bits', () => {
  expect(read('server/src/config/secrets.ts')).toMatch(
    /hkdfSync\('sha256', master, '', `millrace \$\{purpose\}`, 32\)/,
  )
  expect(read('server/src/secrets/sealer.ts')).toContain("bytes: derive('sealed settings', 32)")
  expect(sources.filter(([, text]) => text.includes('hkdfSync(')).map(([path]) => path)).toEqual([
    'server/src/config/secrets.ts',
    'server/src/secrets/sealer.ts',
  ])
})

test('nothing but this opens connections to others', () => {
  const opens =
    /^import (?!type)[^\n]*\b(?:connect|request|createTransport|Resolver)\b[^\n]* from '|\bimport\('openid-client'\)|\bfetch\(/m
  const opening = sources.filter(([path, text]) => !path.startsWith('server/src/cli/') && opens.test(text))
  expect(opening.map(([path]) => path)).toEqual([
    // Mail servers, and behind the guard the SMS provider, webhooks, systems that are fetched from, and identity providers.
    'server/src/channels/email/pools.ts',
    'server/src/channels/guard/open-connection.ts',
    'server/src/channels/guard/resolve.ts',
    'server/src/channels/http/exchange.ts',
    'server/src/members/single-sign-on/issuer.ts',
    // The operator's own address, for the audit log and alerts.
    'server/src/notices/write-lines.ts',
    'server/src/sender/dns-texts.ts',
  ])
})

test('no operation takes a hint or a secret question', () => {
  const operations = execFileSync('git', ['ls-files', 'contract/src'], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const asking = operations.filter(path => /password_hint|secret_question|security_question/.test(read(path)))
  expect(asking).toEqual([])
})
