import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLineKeys } from './line-keys.ts'
import { openInput } from './open-input.ts'
import { prepareLine } from './prepare-line.ts'
import { progressLine } from './progress-line.ts'
import { type Line, readLines } from './read-lines.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-lines-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function* inPieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, n = 0; at < bytes.length; n++) {
    const size = sizes[n % sizes.length] as number
    yield bytes.subarray(at, at + size)
    at += size
  }
}

const linesOf = (text: string | Uint8Array, sizes = [64]): Promise<Line[]> =>
  Array.fromAsync(readLines(inPieces(Buffer.from(text as string), sizes)))

test('lines are the same however the input is cut, with their numbers and where they end', async () => {
  const word = fc.string({ unit: 'grapheme', maxLength: 12 }).map(text => text.replaceAll(/[\n\r]/g, ' '))
  await fc.assert(
    fc.asyncProperty(
      fc.array(word),
      fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
      fc.constantFrom('\n', '\r\n'),
      async (words, sizes, ending) => {
        const text = words.join(ending)
        const expected = words
          .map((line, index) => ({ number: index + 1, text: line.trim() }))
          .filter(line => line.text !== '')
        const lines = await linesOf(text, sizes)
        expect(lines.map(({ number, text: line }) => ({ number, text: line }))).toEqual(expected)
        for (const line of lines) {
          const before = Buffer.from(text).subarray(0, line.end).toString().trimEnd()
          expect(before.endsWith(line.text as string)).toBe(true)
        }
      },
    ),
  )
})

test('a line that is no text, or as long as a film, is reported, and the next one is read', async () => {
  const bytes = Buffer.concat([
    Buffer.from([0xff, 0x0a]),
    Buffer.alloc(3_000_000, 'x'),
    Buffer.from('\nlast'),
  ])
  expect(await linesOf(bytes, [65_536])).toMatchObject([
    { number: 1, text: undefined, fault: 'is not text in UTF-8' },
    { number: 2, text: undefined, fault: 'is longer than any event may be' },
    { number: 3, text: 'last', fault: undefined },
  ])
})

test.each([
  ['one line', '{"a":1}\n', 'one'],
  ['one event over several lines', '{\n  "a": 1\n}\n', 'one'],
  ['a list, which is refused as no event', '[\n{"a":1},\n{"a":2}\n]', 'one'],
  ['nothing', '', 'one'],
  ['two lines', '{"a":1}\n{"a":2}', 'many'],
  ['two lines of which one is faulty', '{"a":1}\n{', 'many'],
])('a file with %s is known as one event, or as many', async (_what, text, kind) => {
  const path = join(folder, 'input')
  writeFileSync(path, text)
  expect(await openInput(path)).toMatchObject({ kind })
})

test('a writer of line after line need not come to an end', async () => {
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  const opened = openInput(path)
  const writer = await open(path, 'w')
  await writer.write('{"a":1}\n{"a"')
  const input = await opened
  if (input.kind !== 'many') throw new Error('it was taken for one event')
  const lines = readLines(input.chunks)
  expect((await lines.next()).value).toMatchObject({ number: 1, text: '{"a":1}' })
  await writer.write(':2}')
  await writer.close()
  expect((await lines.next()).value).toMatchObject({ number: 2, text: '{"a":2}' })
})

test('a long file comes in whole', async () => {
  const path = join(folder, 'long')
  const lines = Array.from({ length: 30_000 }, (_, n) => `{"organisation_registration_id":"${n}"}`)
  writeFileSync(path, lines.join('\n'))
  const input = await openInput(path)
  if (input.kind !== 'many') throw new Error('it was taken for one event')
  const read = await Array.fromAsync(readLines(input.chunks))
  expect(read.map(({ text }) => text)).toEqual(lines)
  expect(read.at(-1)?.end).toBe(input.size)
  await expect(openInput(join(folder, 'nowhere'))).rejects.toThrow('cannot be read (ENOENT)')
})

test('a line has the same key wherever it stands, and one for each time that it occurs', () => {
  const keys = (batch: string, lines: string[]) => lines.map(createLineKeys(batch))
  const [a1, b1, a2] = keys('july', ['a', 'b', 'a'])
  expect(new Set([a1, b1, a2]).size).toBe(3)
  expect(keys('july', ['new', 'a', 'a', 'b']).slice(1)).toEqual([a1, a2, b1])
  expect(keys('august', ['a'])).not.toEqual([a1])
  for (const key of [a1, b1]) expect(key).toMatch(/^[\w-]{43}$/)
})

test('a line is sent as it is, and has its key from its letters, unless an option overrides every event', () => {
  const text = '{"parameters": {"spend": 1.50, "__proto__": 1}, "serials": ["A"]}'
  expect(prepareLine({ text, fault: undefined }, {})).toEqual({ event: JSON.parse(text), text })
  const laid = prepareLine({ text, fault: undefined }, { source: 'till', serial: ['B'] })
  const event = JSON.parse(
    '{"parameters": {"spend": 1.5, "__proto__": 1, "source": "till"}, "serials": ["B"]}',
  )
  expect(laid).toEqual({ event, text: expect.any(String) })
  expect(JSON.parse((laid as { text: string }).text)).toEqual(event)
  for (const broken of ['{', '[]', '7', 'null', '"text"'])
    expect(prepareLine({ text: broken, fault: undefined }, {})).toHaveProperty('fault')
})

test('progress shows what is known, and is never wider than the terminal', () => {
  const progress = { lines: 1_500, refused: 2, bytes: 25, size: 100, elapsedMs: 10_000, waitingMs: 0 }
  expect(progressLine(progress, 100)).toBe(
    `▕${'█'.repeat(6)}${'░'.repeat(18)}▏  25 %  1,500 lines  150/s  30 s left  2 rejected`,
  )
  expect(progressLine({ ...progress, size: undefined, refused: 0 }, 100)).toBe('1,500 lines  150/s')
  expect(progressLine({ ...progress, size: undefined, waitingMs: 12_100 }, 100)).toBe(
    '1,500 lines  150/s  rate limited, resumes in 13 s  2 rejected',
  )
  expect(progressLine(progress, 20)).toHaveLength(19)
})
