import type { Catalogue } from './words.ts'

/** What the server says, in the current language. Empty in English: that is what it says. */
const whole = new Map<string, string>()
const withValues: { readonly english: string; readonly pattern: RegExp; readonly text: string }[] = []

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

export function addSaid(catalogue: Catalogue): void {
  for (const [english, text] of Object.entries(catalogue)) {
    const pieces = english.split(/\{\d+\}/)
    if (pieces.length === 1) whole.set(english, text)
    else
      withValues.push({ english, pattern: new RegExp(`^${pieces.map(escaped).join('(.+?)')}$`, 's'), text })
  }
  // Of two that fit, the one that says more: "{0} is {1} now." fits much.
  withValues.sort((one, other) => other.english.length - one.english.length)
}

/** A sentence of the server in the current language; one that no catalogue has as it is. */
export function said(english: string): string {
  const known = whole.get(english)
  if (known !== undefined) return known
  for (const { pattern, text } of withValues) {
    const found = pattern.exec(english)
    if (found) return text.replaceAll(/\{(\d+)\}/g, (_all, place) => found[Number(place) + 1] as string)
  }
  return english
}
