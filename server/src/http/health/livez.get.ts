import { health } from '@millrace/contract/operations/health'
import { bind } from '../bind.ts'
import type { HealthParts } from '../parts.ts'

export default bind(health.isAlive, (_parts: HealthParts) => async () => ({ status: 'alive' }) as const)
