import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { curl } from './curl.ts'

/** What the shell hands to the program, with curl replaced by one that prints its arguments. */
const argumentsOf = (command: string) =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], { encoding: 'utf8' })
    .split('\0')
    .slice(0, -1)

test('a shell reads back exactly what was meant', () => {
  const body = `{"name":"O'Hara $HOME \`id\` \\"x\\"","note":two\nlines}`
  const command = curl({
    method: 'POST',
    url: 'http://127.0.0.1:8080/v1/guests?a=1&b=2',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(argumentsOf(command)).toEqual([
    '-X',
    'POST',
    'http://127.0.0.1:8080/v1/guests?a=1&b=2',
    '-H',
    'content-type: application/json',
    '-d',
    body,
  ])
})

test('JSON is set under its option and stays the same JSON', () => {
  const body = JSON.stringify({ a: ['x', 1], b: {} }, null, 2)
  const sent = argumentsOf(curl({ method: 'POST', url: 'http://x', headers: {}, body })).at(-1) as string
  expect(sent).toContain('\n    "a"')
  expect(JSON.parse(sent)).toEqual(JSON.parse(body))
})

test('a GET needs no method', () => {
  expect(curl({ method: 'GET', url: 'http://x/readyz', headers: {} })).toBe("curl 'http://x/readyz'")
})
