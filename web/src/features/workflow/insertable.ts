import { createContext } from 'react'
import type { Option } from '../../components/form/option.ts'

/** What texts of this workflow can show beside what every workflow has. */
export interface Insertable {
  /** The parameters that its source sends, each with an example. Empty where no source is known. */
  readonly parameters: readonly Option[]
  /** The attributes that guests of the organisation have. */
  readonly attributes: readonly Option[]
}

export const InsertableContext = createContext<Insertable>({ parameters: [], attributes: [] })
