export interface Option {
  /** What is stored. */
  readonly value: string
  /** Its name; absent: the value says it. */
  readonly label?: string
  /** More about it, such as an example. */
  readonly about?: string
}

/** More than anyone reads; typing narrows them. */
const MOST = 50

/** Those that have every typed word in their value or their name. */
export function matching(options: readonly Option[], typed: string): readonly Option[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = options.filter(({ value, label = '' }) => {
    const text = `${value} ${label}`.toLowerCase()
    return words.every(word => text.includes(word))
  })
  return found.slice(0, MOST)
}
