import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selfSigned } from '../channels/certificate.ts'
import { freePort } from '../support/free-port.ts'
import { eventually, request } from '../support/millrace.ts'
import type { Needed } from './proof.ts'

export interface Nginx {
  /** Unencrypted, so that the clients of the tests need not trust a certificate; the same server as the encrypted one. */
  readonly url: string
  stop(): Promise<void>
}

const SITE = join(import.meta.dirname, '../../deploy/nginx.conf')

const findProgram = () => ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/bin/nginx'].find(existsSync)

export const nginx: Needed = { name: 'nginx', isThere: () => findProgram() !== undefined }

/** nginx with deploy/nginx.conf, in which nothing but ports and the places of files is replaced. */
export async function startNginx(upstream: readonly [number, number]): Promise<Nginx> {
  const program = findProgram()
  if (program === undefined) throw new Error(`there is no nginx: apt-get install ${nginx.name}`)
  const folder = await mkdtemp(join(tmpdir(), 'millrace-nginx-'))
  const [plain, encrypted, redirecting] = [await freePort(), await freePort(), await freePort()]
  const { key, cert } = selfSigned('millrace.example.com')
  await writeFile(join(folder, 'fullchain.pem'), cert)
  await writeFile(join(folder, 'privkey.pem'), key)
  const site = (await readFile(SITE, 'utf8'))
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${redirecting};`)
    .replace(
      'listen 443 ssl http2;',
      `listen 127.0.0.1:${encrypted} ssl http2;\n    listen 127.0.0.1:${plain};`,
    )
    .replaceAll('/etc/ssl/millrace', folder)
    .replace('127.0.0.1:8081', `127.0.0.1:${upstream[0]}`)
    .replace('127.0.0.1:8082', `127.0.0.1:${upstream[1]}`)
  await writeFile(join(folder, 'site.conf'), site)
  await writeFile(join(folder, 'nginx.conf'), around(folder))
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  process.once('exit', () => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${plain}`
  await eventually(
    () => request(`${url}/livez`).catch(() => undefined),
    answer => answer?.status === 200 || child.exitCode !== null,
  )
  if (child.exitCode !== null) throw new Error(`nginx did not start: ${await readLog(folder)}`)
  return {
    url,
    async stop() {
      await ended(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const around = (folder: string) => `
daemon off;
worker_processes 2;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 1024; }
http {
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  include ${folder}/site.conf;
}
`

const readLog = (folder: string) => readFile(join(folder, 'error.log'), 'utf8').catch(() => 'no log')

function ended(child: ChildProcess): Promise<void> {
  return new Promise(resolve => {
    child.once('exit', () => resolve())
    child.kill('SIGQUIT')
  })
}
