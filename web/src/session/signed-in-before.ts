/**
 * Whether somebody has signed in with this browser. The session's cookie is out of reach for scripts, as it should be;
 * this only decides whether the first address shows the start page or asks who is there.
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
    // Storage can be forbidden; the sign-in page is one more click away then.
  }
}
