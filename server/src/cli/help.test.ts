import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { variables } from './command/environment.ts'
import { commands } from './commands.ts'
import { commandHelp, overview } from './help.ts'

/** Only for fault tests. */
const HIDDEN = ['MILLRACE_FAULT_POINT']

test('the help names every variable that is read, and none that is not', () => {
  const source = readFileSync(new URL('../config/env.ts', import.meta.url), 'utf8')
  const read = [...source.matchAll(/^ {2}([A-Z_]+)\?:/gm)].map(match => match[1] as string)
  expect(read.length).toBeGreaterThan(10)
  expect(Object.keys(variables).sort()).toEqual(read.filter(name => !HIDDEN.includes(name)).sort())
})

test('the overview names every command', () => {
  for (const { name, summary } of commands) expect(overview()).toMatch(new RegExp(`${name} +${summary[0]}`))
})

test.each(commands.map(entry => [entry.name, entry] as const))(
  'the help of `%s` has an example of it, and tells every option',
  async (name, entry) => {
    const { default: command } = await entry.load()
    const help = commandHelp(entry, command)
    expect(command.examples.some(example => example.includes(`millrace ${name}`))).toBe(true)
    for (const option of Object.keys(command.options)) expect(help).toContain(`--${option}`)
    expect(help).not.toMatch(/^\w+:\n\n/m)
    expect(Math.max(...help.split('\n').map(line => line.length))).toBeLessThanOrEqual(120)
  },
)
