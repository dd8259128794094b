import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseYaml } from '@redocly/openapi-core'

const root = join(import.meta.dirname, '../..')
export const read = (path: string) => readFileSync(join(root, path), 'utf8')

interface Rule {
  readonly alert: string
  readonly expr: string
  readonly annotations: { readonly summary: string; readonly runbook: string }
}

interface Panel {
  readonly title: string
  readonly targets: readonly { readonly expr: string }[]
}

const file = parseYaml(read('deploy/prometheus-rules.yaml')) as { groups: { rules: Rule[] }[] }
export const rules: readonly Rule[] = file.groups.flatMap(group => group.rules)

const dashboard = JSON.parse(read('deploy/grafana-dashboard.json')) as { panels: Panel[] }

/** Everything that is asked of Prometheus, with what asks. */
export const expressions: readonly { readonly name: string; readonly text: string }[] = [
  ...rules.map(({ alert, expr }) => ({ name: alert, text: expr })),
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => ({ name: title, text: expr })),
  ),
]
