import { wrongUsage } from '../terminal/failure.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** Where nobody can be asked, `--yes` has to say it: a script must not wait for an answer. */
export function requireYes(
  terminal: Pick<Terminal, 'attended'>,
  yes: boolean | undefined,
  why: string,
): void {
  if (!yes && !terminal.attended) throw wrongUsage(`${why} Pass --yes to confirm.`)
}

/** Any other answer than yes is none. */
export const saysYes = async (terminal: Pick<Terminal, 'ask'>, question: string): Promise<boolean> =>
  (await terminal.ask(question)).trim().toLowerCase() === 'yes'
