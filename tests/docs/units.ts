import { readFileSync } from 'node:fs'
import type { OperatorsMachine } from './operators-machine.ts'

/**
 * Stands in for systemd, which does not run where tests do. It starts what the unit says, with the variables of its
 * environment file, and counts it as started when `/readyz` answers, as the unit does. Sockets are not held: processes
 * open their ports by themselves.
 */
export const systemctl = `
verb=$1; shift
millrace() {
  for unit; do case $unit in millrace@*.socket) ;; millrace@*) echo "\${unit#millrace@}" ;; esac; done
}
start() {
  for port in $(millrace "$@"); do
    set -a; . "$ROOT/etc/millrace/environment"; set +a
    export NODE_ENV=production PORT=$port MILLRACE_DATA_DIR="$ROOT/data-$port"
    command=$(sed -n 's#^ExecStart=/opt/millrace/#./#p' "$PROJECT/deploy/millrace@.service")
    command=\${command/ server\\/dist\\/millrace.mjs / $PROGRAM }
    (cd "$PROJECT"; exec $command >>"$ROOT/$port.log" 2>&1) &
    echo $! >"$ROOT/$port.pid"
  done
  for port in $(millrace "$@"); do
    until curl --silent --fail --output /dev/null "http://127.0.0.1:$port/readyz"; do
      kill -0 "$(cat "$ROOT/$port.pid")" || { cat "$ROOT/$port.log" >&2; exit 1; }
      sleep 0.2
    done
  done
}
stop() {
  # What does not run is stopped already.
  for port in $(millrace "$@"); do kill "$(cat "$ROOT/$port.pid")" || true; done 2>/dev/null
  for port in $(millrace "$@"); do
    [ ! -e "$ROOT/$port.pid" ] || tail --pid="$(cat "$ROOT/$port.pid")" -f /dev/null
    rm -f "$ROOT/$port.pid"
  done
}
case $verb:$1 in
  start:postgresql*) $AS_POSTGRES pg_ctl -D "$ROOT/var/lib/postgresql/15/main" -w -t 120 -l "$ROOT/clusters/main.log" start ;;
  stop:postgresql*) $AS_POSTGRES pg_ctl -D "$ROOT/var/lib/postgresql/15/main" -w -m fast stop ;;
  start:*) start "$@" ;;
  stop:*) stop "$@" ;;
  restart:*) stop "$@"; start "$@" ;;
esac >/dev/null`

/** For the end of a test, whatever went wrong in it. */
export function killUnits(machine: Pick<OperatorsMachine, 'at'>, ports: readonly number[]): void {
  for (const port of ports) {
    try {
      process.kill(Number(readFileSync(machine.at(`${port}.pid`), 'utf8')), 'SIGKILL')
    } catch {
      // It was not started, or ended by itself.
    }
  }
}
