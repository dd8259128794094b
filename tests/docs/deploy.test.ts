import { health } from '@millrace/contract/operations/health'
import { oauth } from '@millrace/contract/operations/oauth'
import type { Operation } from '@millrace/contract/operations/operation'
import { scim } from '@millrace/contract/operations/scim'
import { v1 } from '@millrace/contract/operations/v1'
import { parseYaml } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { expressions, read, rules } from './watching.ts'

const operations = [oauth, v1, health, scim].flatMap(catalogue => Object.values<Operation>(catalogue))

test('addresses in rules and panels are addresses of the server', () => {
  const named = expressions.flatMap(({ text }) =>
    [...text.matchAll(/route="([^"]+)"/g)].map(match => match[1] as string),
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter(url => !operations.some(({ path }) => path === url))).toEqual([])
})

test.each(rules.map(rule => [rule.alert, rule] as const))(
  '%s has its answer in the runbook',
  (_alert, rule) => {
    const [document, heading] = rule.annotations.runbook.split(': ')
    expect(read(document as string)).toContain(`\n### ${heading}\n`)
  },
)

test('compose, the unit and the example set no variable that Millrace does not read', () => {
  const known = read('server/src/config/env.ts')
  const texts = ['compose.yaml', 'millrace@.service', 'environment.example', 'Containerfile']
  const named = texts.flatMap(path =>
    [...read(`deploy/${path}`).matchAll(/\bMILLRACE_[A-Z_]+/g)].map(([name]) => name),
  )
  expect(named.length).toBeGreaterThan(0)
  expect([...new Set(named)].filter(name => !known.includes(`${name}?:`))).toEqual([])
})

test('nginx asks where the sockets of the units are, and each unit takes its own', () => {
  const [, place] = /^ListenStream=(.+):%i$/m.exec(read('deploy/millrace@.socket')) ?? []
  expect(read('deploy/millrace@.service')).toContain('\nSockets=millrace@%i.socket\n')
  const asked = [...read('deploy/nginx.conf').matchAll(/^ *server ([\d.]+):\d+ /gm)].map(match => match[1])
  expect(asked).toEqual([place, place])
})

test('nginx refuses unencrypted requests to every address that takes a secret', () => {
  const [, refused] = /location ~ (\S+) \{\s+return 403;/.exec(read('deploy/nginx.conf')) ?? []
  const secret = operations.filter(
    ({ access, path }) => access !== 'public' || /^\/(oauth|scim)\//.test(path),
  )
  const shape = new RegExp(refused as string)
  expect(secret.filter(({ path }) => !shape.test(path)).map(({ path }) => path)).toEqual([])
})

test('the unit reads its secrets from a file of root, and what it writes is for nobody else', () => {
  const unit = read('deploy/millrace@.service')
  for (const line of [
    'User=millrace',
    'EnvironmentFile=/etc/millrace/environment',
    'UMask=0077',
    'StateDirectoryMode=0700',
    'ProtectProc=invisible',
    'NoNewPrivileges=yes',
  ])
    expect(unit).toContain(`\n${line}\n`)
  expect(read('docs/operations.md')).toContain(
    'install -D -m 0600 deploy/environment.example /etc/millrace/environment',
  )
})

test('nginx speaks TLS 1.2 and newer, with forward secrecy', () => {
  const nginx = read('deploy/nginx.conf')
  expect(nginx).toContain(' ssl_protocols TLSv1.2 TLSv1.3;\n')
  const ciphers = /ssl_ciphers (\S+);/.exec(nginx)?.[1]?.split(':') ?? ['none']
  expect(ciphers.filter(cipher => !/^ECDHE-(ECDSA|RSA)-(AES\d+-GCM|CHACHA20)-/.test(cipher))).toEqual([])
})

test('compose has a database and Millrace, which waits for it', () => {
  const { services } = parseYaml(read('deploy/compose.yaml')) as {
    services: Record<string, { depends_on?: Record<string, { condition: string }> }>
  }
  expect(Object.keys(services)).toEqual(['database', 'millrace'])
  expect(services.millrace?.depends_on).toEqual({ database: { condition: 'service_healthy' } })
})
