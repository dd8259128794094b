import { createContext } from 'react'

export interface Hint {
  readonly value: string
  readonly label: string
}

/** Suggested keys by field. Other keys can be typed. */
export type Hints = Readonly<Record<string, readonly Hint[]>>

export const HintsContext = createContext<Hints>({})
