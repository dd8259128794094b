import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createLasting, makeLastingFolder, replaceLasting } from './lasting-file.ts'

const outer = mkdtempSync(join(tmpdir(), 'millrace-lasting-'))
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(outer, 'folder-'))
})
afterAll(() => rmSync(outer, { recursive: true }))

test('a created file has its content and its mode, and nothing is left beside it', () => {
  expect(createLasting(join(folder, 'key'), 'first\n', 0o600)).toBe(true)
  expect(readFileSync(join(folder, 'key'), 'utf8')).toBe('first\n')
  expect(statSync(join(folder, 'key')).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['key'])
})

test('a file that exists is kept, even an empty one', () => {
  writeFileSync(join(folder, 'key'), '')
  expect(createLasting(join(folder, 'key'), 'second\n', 0o600)).toBe(false)
  expect(readFileSync(join(folder, 'key'), 'utf8')).toBe('')
  expect(readdirSync(folder)).toEqual(['key'])
})

test('a replaced file has the new content, and where it cannot be replaced nothing is left', () => {
  writeFileSync(join(folder, 'key'), 'first\n')
  replaceLasting(join(folder, 'key'), 'second\n', 0o600)
  expect(readFileSync(join(folder, 'key'), 'utf8')).toBe('second\n')
  makeLastingFolder(join(folder, 'taken', 'inside'), 0o700)
  expect(() => replaceLasting(join(folder, 'taken'), 'third\n', 0o600)).toThrow('EISDIR')
  expect(readdirSync(folder).sort()).toEqual(['key', 'taken'])
})

test('a folder is made with those above it, and one that exists is left alone', () => {
  const path = join(folder, 'one', 'two')
  makeLastingFolder(path, 0o711)
  makeLastingFolder(path, 0o700)
  expect(statSync(path).mode & 0o777).toBe(0o711)
})
