import { failed, ok, type Verdict } from './verdict.ts'

const NEEDED = 24

export function checkNodeVersion(version: string): Verdict {
  if (Number.parseInt(version, 10) >= NEEDED) return ok(version)
  return failed(
    `${version}, Millrace needs ${NEEDED}`,
    'Start it with `npm start` or `npx millrace`: both use the Node that comes with the project.',
  )
}
