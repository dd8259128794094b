import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { atTerminal } from './at-terminal.fixture.ts'
import { variables } from './command/environment.ts'
import { commands } from './commands.ts'

/** Only for fault tests. */
const HIDDEN = ['MILLRACE_FAULT_POINT']
const help = async (...words: string[]) => (await atTerminal([...words, '--help'], {})).out

test('the help names every variable that is read, and none that is not', () => {
  const source = readFileSync(new URL('../config/env.ts', import.meta.url), 'utf8')
  const read = [...source.matchAll(/^ {2}([A-Z_]+)\?:/gm)].map(match => match[1] as string)
  expect(read.length).toBeGreaterThan(10)
  expect(Object.keys(variables).sort()).toEqual(read.filter(name => !HIDDEN.includes(name)).sort())
})

test('the overview names every command', async () => {
  const overview = await help()
  for (const { name, summary } of commands) {
    const [first = '', second] = name.split(' ')
    // A long one is continued on the next lines, further to the right.
    const line = overview
      .replaceAll(/\n {3,}/g, ' ')
      .split('\n')
      .find(text => text.startsWith(`  ${first} `))
    expect(line).toMatch(second === undefined ? summary : new RegExp(`[:,] ${second}(,|$)`))
  }
})

test.each(commands.map(entry => [entry.name, entry] as const))(
  'the help of `%s` has an example of it, and names every option',
  async (name, entry) => {
    const { default: command } = await entry.load()
    const text = await help(...name.split(' '))
    expect(text).toContain(`Usage: npx millrace ${name}`)
    expect(text).toContain(`${entry.summary}.`)
    expect(command.examples.some(example => example.includes(`millrace ${name}`))).toBe(true)
    for (const example of command.examples) expect(text).toContain(`  ${example}`)
    for (const variable of command.environment) expect(text).toContain(`  ${variable} `)
    // A hyphen in the name would be in the help, and its value would never be read.
    expect(Object.keys(command.options).filter(option => !/^[a-z][A-Za-z]*$/.test(option))).toEqual([])
    for (const option of Object.keys(command.options))
      expect(text).toContain(`--${option.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}`)
    expect(text).toContain('--json')
    expect(text).not.toMatch(/^\w+:\n\n/m)
    expect(Math.max(...text.split('\n').map(line => line.length))).toBeLessThanOrEqual(120)
  },
)
