import { askWhereRowsAre, type Named, nameOrganisation, type Places } from './name-organisation.ts'
import { loadParser } from './parser.ts'

/** Statements as a distributed database takes them, each worked out once: they are constant, so there are some hundreds of them. */
export interface Naming {
  /** For one organisation. */
  ofOne(text: string): Named
  /** For all, or for one that it names itself. */
  ofAll(text: string): string
}

const MOST_KEPT = 5_000

export async function createNaming(places: Places): Promise<Naming> {
  const parser = await loadParser()
  return {
    ofOne: remembered(text => nameOrganisation(parser, places, text)),
    ofAll: remembered(text => askWhereRowsAre(parser, places, text)),
  }
}

/** What people compose, as the conditions of a segment, comes in as many forms as they think of, and is not kept beyond a limit. */
function remembered<T>(work: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>()
  return text => {
    const known = kept.get(text)
    if (known !== undefined) return known
    const made = work(text)
    if (kept.size < MOST_KEPT) kept.set(text, made)
    return made
  }
}
