import { parseYaml } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { apiRoutes } from '../../server/src/http/routes.ts'
import { expressions, read, rules } from './watching.ts'

test('addresses in rules and panels are addresses of the server', () => {
  const named = expressions.flatMap(({ text }) =>
    [...text.matchAll(/route="([^"]+)"/g)].map(match => match[1] as string),
  )
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter(url => !apiRoutes.some(route => route.url === url))).toEqual([])
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

test('compose has a database and Millrace, which waits for it', () => {
  const { services } = parseYaml(read('deploy/compose.yaml')) as {
    services: Record<string, { depends_on?: Record<string, { condition: string }> }>
  }
  expect(Object.keys(services)).toEqual(['database', 'millrace'])
  expect(services.millrace?.depends_on).toEqual({ database: { condition: 'service_healthy' } })
})
