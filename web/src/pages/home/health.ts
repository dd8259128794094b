import type { HomeHealth } from '@millrace/contract/dashboard/home'
import { number } from '../../language/format.ts'

/** The server counts no further. */
const MOST = 1_000
const BEHIND_MS = 60_000
/** Of a budget, from which someone may want to change it before it is used up. */
const NEARLY = 0.9

export const upTo = (count: number): string => (count >= MOST ? `${number(MOST)}+` : number(count))

/** Work is taken within a second; a minute means that no worker keeps up. */
export const isBehind = (oldest: string, now: number): boolean => now - Date.parse(oldest) > BEHIND_MS

export function budgetTone(budgets: HomeHealth['budgets']): 'good' | 'warn' | 'quiet' {
  if (budgets.length === 0) return 'quiet'
  return budgets.some(({ used, limit }) => used >= limit * NEARLY) ? 'warn' : 'good'
}

/** Every venue that one of the sources was heard from at, by name. */
export function venuesOf({ sources }: HomeHealth): readonly { serial: string; name: string }[] {
  const names = new Map(
    sources.flatMap(({ venues }) => venues).map(({ serial, name }) => [serial, name] as const),
  )
  return [...names]
    .map(([serial, name]) => ({ serial, name }))
    .toSorted((one, other) => one.name.localeCompare(other.name))
}
