import type { Config } from '#config/config.ts'
import type { Env } from '#config/env.ts'
import type { ExitCode } from '../terminal/failure.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { VariableName } from './environment.ts'

export interface Option {
  readonly type: 'string' | 'boolean'
  readonly multiple?: true
  /** What stands for the value in the help, as NAME. */
  readonly value?: string
  readonly about: string
}
export type Options = Readonly<Record<string, Option>>

type Value<O extends Option> = O['type'] extends 'boolean'
  ? boolean
  : O['multiple'] extends true
    ? string[]
    : string

export type Values<O extends Options> = { readonly [Name in keyof O]?: Value<O[Name]> }

export interface Invocation<O extends Options> {
  readonly values: Values<O>
  /** The command's argument; empty where it takes none. */
  readonly argument: string
  readonly json: boolean
}

export interface Context {
  readonly config: Config
  readonly env: Env
  readonly terminal: Terminal
}

/** One thing that `millrace` can do. Its file exports it; the name and the one-line summary are in commands.ts. */
export interface Command<O extends Options = Options> {
  readonly about: string
  readonly examples: readonly string[]
  readonly argument?: { readonly name: string; readonly about: string }
  readonly options: O
  readonly environment: readonly VariableName[]
  run(invocation: Invocation<O>, context: Context): Promise<ExitCode>
}

export const command = <const O extends Options>(definition: Command<O>) => definition as unknown as Command
