export function linkPostgresLibraries(root: string): void
