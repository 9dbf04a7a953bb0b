import type { Declare } from '../src/plugin'
import run from './run'

/** The bundled plugins, by folder. */
export const BUNDLED: Readonly<Record<string, Declare>> = { run }
