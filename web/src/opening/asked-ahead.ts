import { currentLanguage } from '../language/current.ts'

const answers = new Map<string, Promise<Response | undefined>>()

/** How every call of the dashboard's API is made. */
export const manner = (): RequestInit & { headers: Record<string, string> } => ({
  cache: 'no-store',
  credentials: 'same-origin',
  // In which language its sentences are composed.
  headers: { 'accept-language': currentLanguage() },
})

/** Asks for what the first page shows while its scripts are still on their way. */
export function askAhead(address: string): void {
  answers.set(
    address,
    fetch(address, manner()).catch(() => undefined),
  )
}

/** Once: a second question is about what is so by then. What was refused is asked for again, by the page that knows what to do then. */
export async function takeAskedAhead(address: string): Promise<Response | undefined> {
  const answer = answers.get(address)
  answers.delete(address)
  const response = await answer
  return response?.ok ? response : undefined
}

/** What one member was to see is not for the next. */
export const forgetAskedAhead = (): void => answers.clear()
