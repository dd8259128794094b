import type { Point } from './layout.ts'

const RADIUS = 10

/** A line through the points, with round corners. */
export function pathOf([start, ...rest]: readonly Point[]): string {
  if (start === undefined) return ''
  const parts = [`M ${start.x} ${start.y}`]
  let before = start
  for (const [place, point] of rest.entries()) {
    const after = rest[place + 1]
    if (after === undefined) parts.push(`L ${point.x} ${point.y}`)
    else {
      const round = Math.min(RADIUS, distance(before, point) / 2, distance(point, after) / 2)
      const [into, out] = [towards(point, before, round), towards(point, after, round)]
      parts.push(`L ${into.x} ${into.y} Q ${point.x} ${point.y} ${out.x} ${out.y}`)
    }
    before = point
  }
  return parts.join(' ')
}

const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

function towards(from: Point, to: Point, by: number): Point {
  const whole = distance(from, to)
  if (whole === 0) return from
  return { x: from.x + ((to.x - from.x) * by) / whole, y: from.y + ((to.y - from.y) * by) / whole }
}
