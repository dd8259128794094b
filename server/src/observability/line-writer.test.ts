import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
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
  const { stderr } = runModule(
    'line-writer.ts',
    `import { openSync } from 'node:fs'
    module.createLineWriter(openSync(${JSON.stringify(path)}, 'a'), () => {}).write('last words\\n')
    process.exit(0)`,
  )
  expect(readFileSync(path, 'utf8'), stderr).toBe('last words\n')
})

test('lines that are being written when the process ends are written once', () => {
  const path = join(folder, 'once')
  const { stderr } = runModule(
    'line-writer.ts',
    `import { openSync } from 'node:fs'
    const writer = module.createLineWriter(openSync(${JSON.stringify(path)}, 'a'), () => {})
    writer.write('on its way\\n')
    writer.flush()
    writer.write('behind it\\n')
    process.exit(0)`,
  )
  expect(readFileSync(path, 'utf8').trim().split('\n').sort(), stderr).toEqual(['behind it', 'on its way'])
})

/** In another process: a writer keeps trying, and a descriptor that a test closes belongs to someone else soon after. */
function runModule(name: string, body: string) {
  const module = new URL(name, import.meta.url)
  const program = `const module = await import(${JSON.stringify(module.href)})\n${body}`
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    timeout: 60_000,
    cwd: import.meta.dirname,
  })
}

describe.skipIf(!existsSync('/dev/full'))('a full disk', () => {
  test('is reported at each attempt', () => {
    const { stdout, stderr } = runModule(
      'line-writer.ts',
      `import { openSync } from 'node:fs'
      const troubles = []
      const writer = module.createLineWriter(openSync('/dev/full', 'a'), error => troubles.push(error?.code))
      writer.write('unheard\\n')
      for (let attempt = 0; attempt < 2; attempt += 1) await new Promise(resolve => writer.flush(resolve))
      console.log(troubles.join(' '))`,
    )
    expect(stdout, stderr).toBe('ENOSPC ENOSPC\n')
  })

  test('keeps nothing from ending', () => {
    const { status, stderr } = runModule(
      'logger.ts',
      `module.createLogger({ level: 'info', destination: '/dev/full' }).info('unheard')
      process.exit(7)`,
    )
    expect(status, stderr).toBe(7)
  })
})
