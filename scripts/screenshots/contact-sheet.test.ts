import { expect, test } from 'vitest'
import { contactSheet } from './contact-sheet.ts'

test('a page has one row, with each way it looks in its column', () => {
  const sheet = contactSheet([
    'dashboard-guests-light-1280.jpeg',
    'dashboard-guests-dark-390.jpeg',
    'dashboard-empty-guests.jpeg',
    'dashboard-canvas-problem.jpeg',
    'index.html',
  ])
  expect(sheet).toContain('<h1>2 pages, 4 pictures</h1>')
  const columns = [...sheet.matchAll(/<th>([^<]+)<\/th>/g)].map(([, column]) => column)
  expect(columns).toEqual(['light, desktop', 'dark, phone', 'empty', 'in use'])
  const rows = sheet.split('\n').filter(line => line.startsWith('<tr><th scope'))
  expect(rows.map(row => [...row.matchAll(/alt="([^"]+)"/g)].map(([, alt]) => alt))).toEqual([
    ['canvas-problem, in use'],
    ['guests, light, desktop', 'guests, dark, phone', 'guests, empty'],
  ])
})
