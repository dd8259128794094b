/** Whether letters alone are shortcuts. Who speaks to the computer, or presses keys by accident, turns them off. */
const KEY = 'millrace.single-keys'

export function singleKeysAreOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // Storage can be disabled; the choice then lasts until the page is left.
  }
}
