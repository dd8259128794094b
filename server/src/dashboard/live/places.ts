/** Tabs that a person has open; more are a mistake or an attack. */
export const MOST_OF_A_MEMBER = 10
/** Half of what a process has: one organisation does not take the places of all others. */
export const MOST_OF_AN_ORGANISATION = 50

/** Who has how many live streams, in this process. */
export function createPlaces() {
  const taken = new Map<string, number>()
  const add = (key: string, change: number) => {
    const count = (taken.get(key) ?? 0) + change
    if (count === 0) taken.delete(key)
    else taken.set(key, count)
  }
  return {
    /** Returns how to give the place back, or undefined when the member or the organisation has as many as it may. */
    take(organisationId: string, memberId: string): (() => void) | undefined {
      const mine = `${organisationId} ${memberId}`
      if ((taken.get(mine) ?? 0) >= MOST_OF_A_MEMBER) return undefined
      if ((taken.get(organisationId) ?? 0) >= MOST_OF_AN_ORGANISATION) return undefined
      add(mine, 1)
      add(organisationId, 1)
      let left = false
      return () => {
        if (left) return
        left = true
        add(mine, -1)
        add(organisationId, -1)
      }
    },
  }
}
