/** Something that a list can be asked for. It stands in the address by its name. */
export type FilterField<Name extends string = string> =
  | {
      readonly kind: 'choice'
      readonly name: Name
      readonly label: string
      readonly choices: readonly { readonly value: string; readonly label: string }[]
    }
  | { readonly kind: 'text'; readonly name: Name; readonly label: string; readonly placeholder: string }
  /** Nobody types it: a link brings it along, and it can be taken away. */
  | {
      readonly kind: 'given'
      readonly name: Name
      readonly label: string
      /** The label says it all. */
      readonly bare?: true
    }

/** The choices, and what stands in the address although it is none of them. */
export const choicesWith = <Choice extends { readonly value: string; readonly label: string }>(
  choices: readonly Choice[],
  value: string,
) => (choices.some(choice => choice.value === value) ? choices : [...choices, { value, label: value }])
