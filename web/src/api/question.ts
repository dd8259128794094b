/** What only the person in front of the page can give, in the middle of a call. */
export type Question = 'sign-in' | 'password'

interface Open {
  readonly question: Question
  readonly answered: Promise<boolean>
  answer(isGiven: boolean): void
}

let open: Open | undefined
let given = 0
const listeners = new Set<() => void>()

/** Several calls that need the same share one dialog. Resolves to false when it is closed without an answer. */
export async function askPerson(question: Question): Promise<boolean> {
  while (open !== undefined && open.question !== question) await open.answered
  open ??= begin(question)
  return open.answered
}

function begin(question: Question): Open {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const answer = (isGiven: boolean) => {
    open = undefined
    if (isGiven) given += 1
    resolve(isGiven)
    announce()
  }
  // Afterwards: this may be running while React renders.
  queueMicrotask(announce)
  return { question, answered: promise, answer }
}

const announce = () => {
  for (const listener of listeners) listener()
}

export const answerQuestion = (isGiven: boolean): void => open?.answer(isGiven)
/** How often someone has given what they were asked for. */
export const timesGiven = (): number => given
export const openQuestion = (): Question | undefined => open?.question
export function onQuestion(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
