export interface RecentPage {
  readonly path: string
  readonly name: string
  /** What it is: a guest, a run. */
  readonly about: string
}

const KEPT = 6

/** The newest first, each once. */
export const withRecent = (before: readonly RecentPage[], page: RecentPage): RecentPage[] =>
  [page, ...before.filter(({ path }) => path !== page.path)].slice(0, KEPT)

const START = 'millrace.recent.'
/** Of one member in one organisation. Until the sign-out or the end of the tab: names of guests must not stay in a browser that others use. */
const keyOf = (organisationId: string, memberId: string) => `${START}${organisationId}.${memberId}`

export function recentFor(organisationId: string, memberId: string): RecentPage[] {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(organisationId, memberId)) ?? '[]')
  } catch {
    return []
  }
}

export function remember(organisationId: string, memberId: string, page: RecentPage): void {
  try {
    const next = withRecent(recentFor(organisationId, memberId), page)
    sessionStorage.setItem(keyOf(organisationId, memberId), JSON.stringify(next))
  } catch {
    // Storage can be disabled or full; then there is nothing recent.
  }
}

export function forgetRecent(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(START)) sessionStorage.removeItem(key)
  } catch {
    // Without storage nothing was kept.
  }
}
