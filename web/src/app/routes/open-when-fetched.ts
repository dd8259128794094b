import type { AroundNavHandler } from 'wouter'

interface Fetching {
  fetch(): Promise<unknown> | undefined
}

/**
 * Stays at the page that is shown until the files of the next one are there, as browsers do. The last address that was
 * asked for wins. Where the files cannot be had, it goes there all the same: that page says so.
 */
export function openWhenFetched(
  routeOf: (address: string) => Fetching | undefined,
  onOpening: (isOpening: boolean) => void,
) {
  let turn = 0
  const cancel = () => {
    turn++
    onOpening(false)
  }
  const aroundNav: AroundNavHandler = (navigate, to, options) => {
    cancel()
    const fetching = routeOf(to)?.fetch()
    if (fetching === undefined) {
      navigate(to, options)
      return
    }
    const mine = turn
    onOpening(true)
    const open = () => {
      if (mine !== turn) return
      onOpening(false)
      navigate(to, options)
    }
    fetching.then(open, open)
  }
  return { aroundNav, cancel }
}
