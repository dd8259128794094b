/** The words of a filter that takes several, as the contract's `severalOf` describes them. */
export const several = <Word extends string>(text: string | undefined): Word[] | undefined =>
  text === undefined ? undefined : (text.split(',') as Word[])
