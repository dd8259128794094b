import { createContext } from 'react'
import type { Option } from '../../components/form/option.ts'

/** Suggested keys by field. Other keys can be typed. */
export type Hints = Readonly<Record<string, readonly Option[]>>

export const HintsContext = createContext<Hints>({})
