import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands } from '../commands.ts'
import { createProgram } from '../program.ts'
import { bash, fish, zsh } from './shells.ts'
import { type Completions, completionWords } from './words.ts'

let completions: Completions
let folder: string
beforeAll(async () => {
  const screen = { out: () => {}, say: () => {}, columns: 100 }
  completions = completionWords(await createProgram('1', async () => {}, screen).describe())
  folder = mkdtempSync(join(tmpdir(), 'millrace-completion-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What bash would offer for the last of these words. */
function offered(...words: string[]): string[] {
  const script = `set -u; ${bash(completions)}
    COMP_WORDS=(millrace "$@"); COMP_CWORD=$#; _millrace; printf '%s\\n' "\${COMPREPLY[@]-}"`
  const out = execFileSync('bash', ['-c', script, 'bash', ...words], { encoding: 'utf8' })
  return out.split('\n').filter(Boolean)
}

test('bash completes commands, the words of a group, and the options of a command', () => {
  expect(offered('')).toEqual([...new Set(commands.map(({ name }) => name.split(' ')[0]))])
  expect(offered('ke')).toEqual(['keys'])
  expect(offered('keys', '')).toEqual(['create', 'list', 'change', 'rotate', 'revoke'])
  expect(offered('keys', 'create', '--na')).toEqual(['--name'])
  expect(offered('--json', 'keys', 'create', '--name', 'first', '--e')).toEqual(['--ends', '--env'])
  expect(offered('simulate', 'points.json', '--gu')).toEqual(['--guest'])
  expect(offered('serve', '--')).toEqual(['--json', '--roles', '--help'])
  expect(offered('frobnicate', '')).toEqual([])
})

const shells = { bash, zsh, fish }

for (const [shell, render] of Object.entries(shells)) {
  test(`the script for ${shell} has every command with every option`, async () => {
    const script = render(completions)
    for (const { name, load } of commands) {
      const { options } = (await load()).default
      for (const option of Object.keys(options))
        expect(script).toContain(option.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`))
      for (const word of name.split(' ')) expect(script).toContain(word)
    }
  })

  const missing = spawnSync(shell, ['--version']).error !== undefined
  test.skipIf(missing)(`${shell} takes its script${missing ? ` (no ${shell} here)` : ''}`, () => {
    const file = join(folder, shell)
    writeFileSync(file, render(completions))
    const { status, stderr } = spawnSync(shell, ['-n', file], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
  })
}
