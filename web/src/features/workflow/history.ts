/** The changes that can be undone. */
export interface History<T> {
  readonly past: readonly T[]
  readonly present: T
  readonly future: readonly T[]
  /** What the last change was about: several in a row about the same field are one undo step. */
  readonly about: string | undefined
}

const LONGEST = 200

export const begin = <T>(present: T): History<T> => ({ past: [], present, future: [], about: undefined })

export function change<T>(history: History<T>, present: T, about?: string): History<T> {
  if (present === history.present) return history
  const same = about !== undefined && about === history.about
  const past = same ? history.past : [...history.past, history.present].slice(-LONGEST)
  return { past, present, future: [], about }
}

export function undo<T>({ past, present, future, ...rest }: History<T>): History<T> {
  if (past.length === 0) return { past, present, future, ...rest }
  return {
    past: past.slice(0, -1),
    present: past.at(-1) as T,
    future: [present, ...future],
    about: undefined,
  }
}

export function redo<T>({ past, present, future, ...rest }: History<T>): History<T> {
  const [next, ...later] = future
  if (future.length === 0) return { past, present, future, ...rest }
  return { past: [...past, present], present: next as T, future: later, about: undefined }
}
