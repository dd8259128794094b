/**
 * Whether this browser has signed in before. Scripts cannot read the session cookie; this only decides whether `/`
 * asks the server for a session, or shows the sign-in at once.
 */
const KEY = 'millrace.known'

export function hasSignedInBefore(): boolean {
  try {
    return localStorage.getItem(KEY) !== null
  } catch {
    return false
  }
}

export function setSignedInBefore(known: boolean): void {
  try {
    if (known) localStorage.setItem(KEY, 'yes')
    else localStorage.removeItem(KEY)
  } catch {
    // Storage can be disabled; the sign-in is then one more click away.
  }
}
