import { expect, test } from 'vitest'
import { keyOf, keysInWords, shortcutOf } from './keys.ts'
import { shortcutEntries } from './shortcuts.ts'

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test('a key is the same with ⌘ and Ctrl, and shift belongs to a sign', () => {
  expect(keyOf({ ...none, key: 'k', metaKey: true })).toBe('Mod+k')
  expect(keyOf({ ...none, key: 'K', ctrlKey: true })).toBe('Mod+k')
  expect(keyOf({ ...none, key: 'Z', ctrlKey: true, shiftKey: true })).toBe('Mod+Shift+z')
  expect(keyOf({ ...none, key: '?', shiftKey: true })).toBe('?')
  expect(keyOf({ ...none, key: 'j', altKey: true })).toBe('Alt+j')
  expect(keyOf({ ...none, key: 'ArrowDown' })).toBe('ArrowDown')
})

test('a key alone, and one after another', () => {
  expect(shortcutOf('j', undefined)).toBe('nextRow')
  expect(shortcutOf('ArrowDown', 'j')).toBe('nextRow')
  expect(shortcutOf('h', 'g')).toBe('goHome')
  expect(shortcutOf('g', 'g')).toBe('goGuests')
  for (const [key, before] of [
    ['g', undefined],
    ['h', undefined],
    ['h', 'x'],
    ['Mod+j', undefined],
  ] as const) {
    expect(shortcutOf(key, before)).toBeUndefined()
  }
})

test('no two shortcuts have the same keys, and none is the beginning of another', () => {
  const all = shortcutEntries.flatMap(([, { keys }]) => keys)
  expect(new Set(all).size).toBe(all.length)
  expect(all.filter(keys => all.some(other => other.startsWith(`${keys} `)))).toEqual([])
})

test('keys are named as on the keyboard', () => {
  expect(keysInWords('Mod+Shift+z', true)).toEqual(['⌘⇧Z'])
  expect(keysInWords('Mod+Shift+z', false)).toEqual(['Ctrl Shift Z'])
  expect(keysInWords('g h', false)).toEqual(['G', 'H'])
  expect(keysInWords('ArrowDown', false)).toEqual(['↓'])
})
