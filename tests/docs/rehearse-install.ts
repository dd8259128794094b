import { existsSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { selfSigned } from '../channels/certificate.ts'
import { openOperatorsMachine, PROJECT } from './operators-machine.ts'

/** What the block of installation needs beside a shell; a sentence where it is missing. */
export function missingForInstall(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root may run useradd'
  const programs = ['/usr/bin/systemctl', '/usr/bin/systemd-analyze', '/usr/sbin/useradd', '/usr/sbin/nginx']
  const missing = programs.filter(program => !existsSync(program))
  return missing.length === 0
    ? undefined
    : `no ${missing.join(', ')}: apt-get install systemd passwd nginx-light`
}

/** systemd, useradd and nginx are real, but work on the folder; no process is started by them. */
const STAND_INS = {
  useradd: 'exec /usr/sbin/useradd --prefix "$ROOT" "$@"',
  // A clone has what is committed; what is to be tried is what is here.
  git: '[ "$1" = clone ]; mkdir -p "${@: -1}/node_modules/.bin"; cp -r "$PROJECT/deploy" "$PROJECT/package.json" "${@: -1}"',
  npm: '[ "$1" = run ]; grep -q "\\"$2\\":" package.json; cp /bin/true node_modules/.bin/node',
  systemctl: `
    case $1 in
      daemon-reload) exec systemd-analyze verify --root="$ROOT" millrace@8081.service millrace@8081.socket ;;
      enable) [ "$2" = --now ]; shift 2; exec /usr/bin/systemctl --root="$ROOT" --quiet enable "$@" ;;
      is-enabled) exec /usr/bin/systemctl --root="$ROOT" "$@" ;;
      # There is no systemd to ask: that it knows the verb, and the unit is there.
      status) /usr/bin/systemctl --help | grep -q "^  $1 "; exec /usr/bin/systemctl --root="$ROOT" is-enabled "$2" ;;
      reload) [ "$2" = nginx ] ;;
      *) exit 1 ;;
    esac`,
  nginx: 'exec /usr/sbin/nginx -p "$ROOT" -c "$ROOT/etc/nginx/nginx.conf" "$@"',
  journalctl: 'exec /usr/bin/journalctl --quiet --directory="$ROOT" "$@"',
}

/** Runs the block of installation and what is asked of a unit later; lists what systemd has then, and what the files are. */
export async function rehearseInstall(block: string, asked: readonly string[]) {
  const machine = openOperatorsMachine(STAND_INS, { PATH: '/usr/sbin:/usr/bin:/sbin:/bin' })
  try {
    for (const folder of [
      'etc/systemd/system',
      'etc/nginx/conf.d',
      'etc/ssl/millrace',
      'lib/systemd/system',
      'usr/bin',
    ])
      await mkdir(machine.at(folder), { recursive: true })
    // Of this system's: what useradd looks up, the targets that units name, and curl, which the unit asks for.
    for (const file of ['etc/passwd', 'etc/group', 'etc/login.defs', 'usr/bin/curl'])
      await cp(`/${file}`, machine.at(file))
    await machine.run('cp /lib/systemd/system/*.target "$ROOT/lib/systemd/system"')
    const { key, cert } = selfSigned('millrace.example.com')
    await writeFile(machine.at('etc/ssl/millrace/fullchain.pem'), cert)
    await writeFile(machine.at('etc/ssl/millrace/privkey.pem'), key)
    await writeFile(
      machine.at('etc/nginx/nginx.conf'),
      `pid ${machine.at('nginx.pid')};\nerror_log stderr warn;\nevents {}\nhttp { include ${machine.at('etc/nginx/conf.d')}/*.conf; }\n`,
    )
    await machine.run(block, {
      '<this repository>': PROJECT,
      '# then replace the name and the certificate': `; sed -i "s# /[e]tc/ssl# $ROOT/etc/ssl#" /etc/nginx/conf.d/millrace.conf`,
    })
    for (const command of asked) await machine.run(command)
    return {
      user: await machine.run('grep ^millrace: /etc/passwd'),
      group: await machine.run('grep -c ^millrace: /etc/group'),
      environment: await machine.run('stat -c %a /etc/millrace/environment'),
      enabled: await machine.run('cd /etc/systemd/system; ls *.wants'),
    }
  } finally {
    await machine.close()
  }
}
