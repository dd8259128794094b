/** Of what a click has its own meaning. */
const ACTIVE = 'a, button, input, select, textarea, label, summary'

/**
 * A click anywhere in a row follows its first link, as in any list. For the mouse only: by keyboard the link itself is
 * reached. Returns how to stop.
 */
export function followRows(body: HTMLElement | null): (() => void) | undefined {
  if (body === null) return undefined
  const follow = (event: MouseEvent) => {
    const { target } = event
    if (!(target instanceof Element) || event.defaultPrevented || target.closest(ACTIVE)) return
    // Someone who selects text to copy it does not want to leave.
    if (getSelection()?.isCollapsed === false) return
    const link = target.closest('tr')?.querySelector<HTMLAnchorElement>('a[href]')
    if (!link) return
    if (event.ctrlKey || event.metaKey) window.open(link.href, '_blank', 'noopener')
    else link.click()
  }
  body.addEventListener('click', follow)
  return () => body.removeEventListener('click', follow)
}
