import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { decideConfig } from '#config/config.ts'
import { atTerminal } from '../at-terminal.fixture.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-init-'))
  file = join(folder, '.env')
})
afterEach(() => rmSync(folder, { recursive: true }))

const init = (...words: string[]) =>
  atTerminal(['init', '--file', file, ...words], { MILLRACE_DATA_DIR: join(folder, 'data') })

test('it writes settings that only their owner can read, and that a shell and Node read alike', async () => {
  const url = 'postgresql://user:pass word$HOME@db.example.com:5432/millrace?sslmode=require'
  const made = await init(
    '--set',
    'PORT=9000',
    '--set',
    `DATABASE_URL=${url}`,
    '--set',
    'NODE_ENV=production',
  )
  expect(made).toMatchObject({ exitCode: 0, said: expect.stringContaining(`Wrote ${file}`) })
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const settings = parseEnv(readFileSync(file, 'utf8'))
  expect(settings).toMatchObject({ PORT: '9000', DATABASE_URL: url })
  expect(decideConfig(settings)).toMatchObject({
    port: 9000,
    production: true,
    secret: settings.MILLRACE_SECRET,
  })
  const script = `set -a && . '${file}' && set +a && printf '%s\\n' "$PORT" "$DATABASE_URL" "$MILLRACE_SECRET"`
  const read = execFileSync('sh', ['-c', script], { encoding: 'utf8' })
  expect(read).toBe(`9000\n${url}\n${settings.MILLRACE_SECRET}\n`)
})

test('a file that is there is kept, unless asked otherwise', async () => {
  await init()
  const before = readFileSync(file, 'utf8')
  expect(await init()).toMatchObject({ exitCode: 1, said: expect.stringContaining('--force') })
  expect(readFileSync(file, 'utf8')).toBe(before)
  expect(await init('--force')).toMatchObject({ exitCode: 0 })
  expect(readFileSync(file, 'utf8')).not.toBe(before)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a master key that the data folder has stays the master key', async () => {
  mkdirSync(join(folder, 'data'))
  writeFileSync(join(folder, 'data', 'secret'), 'the key that everything is sealed with\n')
  expect(JSON.parse((await init('--json')).out)).toEqual({ file, master_key: 'kept' })
  expect(parseEnv(readFileSync(file, 'utf8')).MILLRACE_SECRET).toBe('the key that everything is sealed with')
})

test.each([
  ['no value', ['--set', 'PORT'], 'give it as NAME=VALUE'],
  ['a name that nothing reads', ['--set', 'PROT=1'], 'There is no variable PROT'],
  ['a value that no server could start with', ['--set', 'PORT=many'], 'PORT is "many"'],
  ['a value with a quote in it', ['--set', "DATABASE_URL=postgresql://a'b"], 'a quote'],
])('%s is refused, and nothing is written', async (_what, words, sentence) => {
  const refused = await init(...words)
  expect(refused.said).toContain(sentence)
  expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined()
})
