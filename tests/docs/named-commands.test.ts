import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { GROUPS } from '../../scripts/test/groups.ts'
import { variables } from '../../server/src/cli/command/environment.ts'
import { commands } from '../../server/src/cli/commands.ts'
import { createProgram } from '../../server/src/cli/program.ts'
import { PROJECT } from './operators-machine.ts'
import { read } from './watching.ts'

const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: PROJECT })]
const text = documents.map(read).join('\n')
const named = (pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(match => match[1] as string))]

test('every script of npm that a document names is one of package.json', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const scriptsNamed = named(/npm (?:run )?((?<=run )[\w:-]+|start|test)/g)
  expect(scriptsNamed.length).toBeGreaterThanOrEqual(6)
  expect(scriptsNamed.filter(name => scripts[name] === undefined)).toEqual([])
})

/** The names of proofs, by what they are exported as. To load them all takes longer than the rest of these tests. */
const proofs = new Map(
  globSync('tests/prove/*.ts', { cwd: PROJECT }).flatMap(file =>
    [...read(file).matchAll(/^export const (\w+)(?:: Proof)? = (?:\w+\(|\{)\s*(?:name: )?'([a-z-]+)'/gm)].map(
      ([, exported, name]) => [exported as string, name as string] as const,
    ),
  ),
)

test('every proof that a document names is one that `npm run prove` has', () => {
  const listed = /^const all: readonly Proof\[\] = \[([^\]]*)\]/m.exec(read('scripts/prove.ts'))?.[1] ?? ''
  const exported = listed.match(/\w+/g) ?? []
  expect(exported.filter(name => !proofs.has(name))).toEqual([])
  // Beside those of `everything`, what --minutes is for.
  const known = [...exported.map(name => proofs.get(name)), proofs.get('soak'), 'everything']
  expect(known.length).toBeGreaterThan(10)
  const asked = named(/npm run prove -- ([a-z][a-z -]*)/g).flatMap(names => names.trim().split(/ +/))
  expect(asked.length).toBeGreaterThan(5)
  expect(asked.filter(name => !name.startsWith('--') && !known.includes(name))).toEqual([])
})

test('every group of tests that CONTRIBUTING.md names is one of `npm test`, and none is left out', () => {
  const said = /one group \(([^)]*)\)/.exec(read('CONTRIBUTING.md'))?.[1]?.split(', ')
  expect(said).toEqual(GROUPS)
})

test('README.md names every command and every setting of the server', () => {
  const readme = read('README.md')
  const tables = [...readme.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(
      match => (match[1] as string).replace('millrace ', '').split(' ')[0],
    ),
  )
  const topics = [...new Set(commands.map(({ name }) => name.split(' ')[0] as string))]
  expect(topics.filter(topic => !tables.includes(topic))).toEqual([])
  // What a shell has anyway, or `login` sets, is no setting of the server.
  const ofTheShell = [
    'NODE_ENV',
    'NO_COLOR',
    'XDG_CONFIG_HOME',
    'MILLRACE_CLIENT_ID',
    'MILLRACE_CLIENT_SECRET',
  ]
  const settings = Object.keys(variables).filter(name => !ofTheShell.includes(name))
  expect(settings.filter(name => !tables.includes(name))).toEqual([])
})

/** As words of a shell; a variable or a placeholder is one. */
const wordsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, one, two, three]) => one ?? two ?? three ?? '')

test('every command of millrace that a document names is one, with options that it has', async () => {
  const lines = named(/npx millrace ((?:'[^']*'|"[^"]*"|(?! \d?[<>])[^`\n|>&;)#])*)/g)
  expect(lines.length).toBeGreaterThan(40)
  const faults: string[] = []
  for (const line of lines) {
    const words = wordsOf(line)
    if (line.startsWith('COMMAND ') || words.includes('--help')) continue
    const entry = commands.find(({ name }) => words.join(' ').startsWith(name))
    const rest = words.slice(entry?.name.split(' ').length)
    // In a sentence a command may be named without what it is about.
    const definition = (await entry?.load())?.default
    const isWhole = definition?.argument === undefined || rest.some(word => !word.startsWith('-'))
    const needed = Object.entries(definition?.options ?? {}).flatMap(([name, { required }]) =>
      required && !rest.includes(`--${name}`) ? [`--${name}`, 'x@example.com'] : [],
    )
    let said = ''
    const say = (text: string) => {
      said += text
    }
    const program = createProgram('1', async () => {}, { out: () => {}, say, columns: 100 })
    await program.parse([...words, ...(isWhole ? [] : ['x']), ...needed]).catch(() => {})
    if (said !== '') faults.push(`npx millrace ${line}: ${said}`)
  }
  expect(faults, 'fix these in the documents').toEqual([])
})
