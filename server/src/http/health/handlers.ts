export { default as isAlive } from './livez.get.ts'
export { default as readMetrics } from './metrics.get.ts'
export { default as isReady } from './readyz.get.ts'
