import { openThread } from '#base/thread.ts'

interface Question {
  readonly password: string
  readonly person: { readonly email: string; readonly name: string }
}

/** It starts with the first password that someone chooses, and does not keep the process from ending. */
const thread = openThread<Question, string[]>(new URL('./password-thread.ts', import.meta.url), {
  longestMs: 10_000,
  longestQueue: 50,
})

/**
 * `passwordFaults`, without holding up the process: loading its lists alone takes more than 50 ms. Callers count the
 * attempt first.
 */
export const judgeAside = (password: string, { email, name }: Question['person']): Promise<string[]> =>
  thread.ask({ password, person: { email, name } })
