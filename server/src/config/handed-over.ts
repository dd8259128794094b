/** What a service manager passes with a listening socket: see sd_listen_fds(3). */
export interface HandedOver {
  LISTEN_PID?: string | undefined
  LISTEN_FDS?: string | undefined
  LISTEN_FDNAMES?: string | undefined
}

/** The first descriptor after stdin, stdout and stderr. */
const FIRST = 3

/** The descriptor of the socket to serve; undefined where none was meant for this process. */
export function decideSocket(
  { LISTEN_PID, LISTEN_FDS }: HandedOver,
  pid: number,
  faults: string[],
): number | undefined {
  // Meant for another process, which passed on its environment.
  if (!LISTEN_PID || !LISTEN_FDS || LISTEN_PID !== String(pid)) return undefined
  if (LISTEN_FDS === '1') return FIRST
  faults.push(
    `LISTEN_FDS is "${LISTEN_FDS}"; Millrace serves one socket, so hand over one (one ListenStream=).`,
  )
  return undefined
}
