import { t } from '../../language/words.ts'
import type { Option } from '../form/option.ts'

/** One filter of a list. Its value is in the address, by its name. */
export type FilterField<Name extends string = string> =
  | {
      readonly kind: 'choice'
      readonly name: Name
      readonly label: string
      readonly choices: readonly { readonly value: string; readonly label: string }[]
    }
  | {
      readonly kind: 'text'
      readonly name: Name
      readonly label: string
      readonly placeholder: string
      /** Offered while it is typed; anything else may be typed, too. */
      readonly suggestions?: readonly Option[] | undefined
    }
  /** One of many, by its name. */
  | {
      readonly kind: 'pick'
      readonly name: Name
      readonly label: string
      readonly placeholder: string
      readonly options: readonly Option[]
      /** Where the server narrows them: it gets what is typed. */
      readonly onSearch?: (typed: string) => void
    }
  /** A moment: the day begins it, or ends with it. */
  | { readonly kind: 'day'; readonly name: Name; readonly label: string; readonly edge: 'start' | 'end' }
  /** Set by a link only; the member can remove it. */
  | {
      readonly kind: 'given'
      readonly name: Name
      readonly label: string
      /** The label says it all. */
      readonly bare?: true
    }

/** The first of the choices of a filter: it leaves nothing out. */
export const any = { value: '', label: t`Any` } as const

/** The field of a list whose rows have a state. */
export const stateField = (
  states: Readonly<Record<string, { readonly label: string }>>,
): FilterField<'state'> => ({
  kind: 'choice',
  name: 'state',
  label: t`Status`,
  choices: [any, ...Object.entries(states).map(([value, { label }]) => ({ value, label }))],
})

/** The choices, and the value in the address when it is not among them. */
export const choicesWith = <Choice extends { readonly value: string; readonly label: string }>(
  choices: readonly Choice[],
  value: string,
) => (choices.some(choice => choice.value === value) ? choices : [...choices, { value, label: value }])
