const CONTROL = 'a[href], button:not([disabled])'

/**
 * Moves the focus to the first link or button of the next row, or of the one before; after the last comes the button for older
 * ones. Enter then does what it does with a link. With `within`, only from a row to another: arrows scroll otherwise.
 */
export function moveToRow(step: 1 | -1, within: boolean): boolean {
  const places = [...document.querySelectorAll<HTMLElement>('main tbody > tr, main [data-older]')].filter(
    place => place.checkVisibility() && place.querySelector(CONTROL) !== null,
  )
  const at = places.findIndex(place => place.contains(document.activeElement))
  if (at < 0 && (within || step < 0)) return false
  const next = places[at + step]
  next?.querySelector<HTMLElement>(CONTROL)?.focus()
  return next !== undefined
}
