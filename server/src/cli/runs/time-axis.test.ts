import { expect, test } from 'vitest'
import { drawSteps } from './draw-steps.ts'
import { axisScale, drawOnAxis } from './time-axis.ts'

const axis = { from: 0, to: 100_000, cells: 10 }

test.each([
  ['a moment', 50_000, 50_000, '     │'],
  ['a moment at the very end', 100_000, 100_000, '         │'],
  ['a length', 0, 45_000, '█████'],
  ['all of it', 0, 100_000, '██████████'],
  ['less than a cell', 20_000, 20_500, '  █'],
  ['what continues', 70_000, null, '       ░░░'],
  ['what began before by another clock', -5_000, 5_000, '█'],
])('%s is drawn where it was', (_what, start, end, drawn) => {
  expect(drawOnAxis(axis, start, end)).toBe(drawn)
})

test('the scale shows the whole length, and a run of no length has one cell', () => {
  expect(axisScale(axis)).toBe('01 min 40 s')
  expect(axisScale({ ...axis, cells: 20 })).toBe('0         1 min 40 s')
  expect(drawOnAxis({ ...axis, to: 0 }, 0, 0)).toBe('│')
})

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString()
const steps = [
  { node_id: 'pause', type: 'wait', status: 'completed', detail: {}, started_at: at(0), finished_at: at(60) },
  {
    node_id: 'give',
    type: 'award_points',
    status: 'completed',
    detail: { points: 5 },
    started_at: at(60),
    finished_at: at(60),
  },
] as const

test('steps are a tree with a bar for each, as far as there is room', () => {
  const timeline = { from: Date.parse(at(0)), to: Date.parse(at(60)), columns: 80 }
  expect(drawSteps(steps, (_, text) => text, timeline)).toEqual([
    '├─ ✓ pause  wait          2026-01-01 00:00:00Z, took 1 min  ████████████████████',
    '└─ ✓ give   award_points  2026-01-01 00:01:00Z                                 │',
    '      points: 5',
    '                                                            0              1 min',
  ])
  const narrow = drawSteps(steps, (_, text) => text, { ...timeline, columns: 60 })
  expect(narrow).toEqual(drawSteps(steps, (_, text) => text))
})

test('colours come from the painter alone', () => {
  const timeline = { from: Date.parse(at(0)), to: Date.parse(at(60)), columns: 80 }
  const painted = drawSteps(steps, (style, text) => `<${style}>${text}</>`, timeline)
  expect(painted[0]).toContain('<green>✓</>')
  expect(painted[0]).toContain('<green>████████████████████</>')
})
