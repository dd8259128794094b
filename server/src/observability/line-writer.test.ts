import { execFileSync, spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createLineWriter, type LineWriter } from './line-writer.ts'

const folder = mkdtempSync(join(tmpdir(), 'millrace-lines-'))
afterAll(() => rmSync(folder, { recursive: true }))

const flush = (writer: LineWriter) => new Promise<void>(resolve => writer.flush(resolve))

test('lines come in order and whole, however they were flushed', async () => {
  const path = join(folder, 'in order')
  const file = openSync(path, 'a')
  const writer = createLineWriter(file, () => {})
  const lines = Array.from({ length: 2_000 }, (_, at) => `line ${at}, with ü\n`)
  for (const [at, line] of lines.entries()) {
    writer.write(line)
    if (at % 700 === 0) await flush(writer)
  }
  await flush(writer)
  expect(readFileSync(path, 'utf8')).toBe(lines.join(''))
  closeSync(file)
})

test('lines that nothing has flushed are written within moments, and when the process ends', () => {
  const path = join(folder, 'at the end')
  const module = new URL('line-writer.ts', import.meta.url)
  const program = `
    import { openSync } from 'node:fs'
    const { createLineWriter } = await import(${JSON.stringify(module.href)})
    createLineWriter(openSync(${JSON.stringify(path)}, 'a'), () => {}).write('last words\\n')
    process.exit(0)`
  execFileSync(process.execPath, ['--input-type=module', '-e', program])
  expect(readFileSync(path, 'utf8')).toBe('last words\n')
})

test.skipIf(!existsSync('/dev/full'))('a full disk is reported, and keeps nothing from ending', async () => {
  const troubles: (string | undefined)[] = []
  const file = openSync('/dev/full', 'a')
  const writer = createLineWriter(file, error => troubles.push(error?.code))
  writer.write('unheard\n')
  await flush(writer)
  await flush(writer)
  expect(troubles).toEqual(['ENOSPC', 'ENOSPC'])
  closeSync(file)
  const module = new URL('logger.ts', import.meta.url)
  const program = `
    const { createLogger } = await import(${JSON.stringify(module.href)})
    createLogger({ level: 'info', destination: '/dev/full' }).info('unheard')
    process.exit(7)`
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    timeout: 60_000,
    cwd: import.meta.dirname,
  })
  expect(ended.status, ended.stderr.toString()).toBe(7)
})
