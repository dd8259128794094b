import type { RunningServer } from '../server/find-server.ts'
import { failed, ok, type Verdict } from './verdict.ts'

export function checkServer(server: RunningServer | undefined, port: number): Verdict {
  if (server === undefined) {
    return failed(
      'not running',
      `Start it with: npm start\nWhere systemd runs it: systemctl start millrace@${port}`,
    )
  }
  if (server.ready) return ok('running and ready')
  return failed('running, but its database does not answer', 'See the database checks above.')
}
