/** Of what a click has its own meaning. */
const ACTIVE = 'a, button, input, select, textarea, label, summary'

/** Below this there is no room for a panel beside the list. */
const ROOM = '(min-width: 1000px)'

/** A quick look at one row, beside the list. */
export interface Peeking {
  /** Of the row that is open. */
  readonly key: string | undefined
  open(key: string): void
}

/**
 * A click anywhere in a row follows its first link, as in any list, or opens it beside the list. For the mouse: by
 * keyboard the link itself is reached, on which Space opens it beside the list. Returns how to stop.
 */
export function followRows(body: HTMLElement | null, peeking?: Peeking): (() => void) | undefined {
  if (body === null) return undefined
  const keyAt = ({ target }: Event) =>
    target instanceof Element ? target.closest<HTMLElement>('tr')?.dataset.key : undefined
  const peek = (event: Event): boolean => {
    const key = keyAt(event)
    if (peeking === undefined || key === undefined || !matchMedia(ROOM).matches) return false
    peeking.open(key)
    return true
  }
  const follow = (event: MouseEvent) => {
    const { target } = event
    if (!(target instanceof Element) || event.defaultPrevented || target.closest(ACTIVE)) return
    // Someone who selects text to copy it does not want to leave.
    if (getSelection()?.isCollapsed === false) return
    const link = target.closest('tr')?.querySelector<HTMLAnchorElement>('a[href]')
    if (!link) return
    if (event.ctrlKey || event.metaKey) window.open(link.href, '_blank', 'noopener')
    else if (!peek(event)) link.click()
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === ' ' && event.target instanceof HTMLAnchorElement && peek(event)) event.preventDefault()
  }
  // While one is open, the next and the previous row are looked at by going to them.
  const move = (event: FocusEvent) => {
    const isLink = event.target instanceof HTMLAnchorElement
    if (isLink && peeking?.key !== undefined && keyAt(event) !== peeking.key) peek(event)
  }
  body.addEventListener('click', follow)
  body.addEventListener('keydown', press)
  body.addEventListener('focusin', move)
  return () => {
    body.removeEventListener('click', follow)
    body.removeEventListener('keydown', press)
    body.removeEventListener('focusin', move)
  }
}
