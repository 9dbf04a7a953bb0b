import { BUNDLED } from '../../plugins'
import { useOwnPictures } from '../figure/icons/own-pictures'
import type { EngineDeclaration } from '../forms/engines'
import type { FigureTools } from '../forms/figure-tools'
import { createKit } from '../host/kit'
import { loadPlugins } from '../host/load'
import { type LoadedEngines, loadEngines } from '../host/load-engines'
import type { Registry } from '../host/registry'
import type { ExecutorSettings } from './protocol'

/** What stays from job to job in one process. */
export interface Workshop {
  settings: ExecutorSettings
  registry: Registry
  /** Drop-ins that were left out, a sentence each. */
  skipped: readonly string[]
  /** Others who decide, by id. */
  dropIns: ReadonlyMap<string, EngineDeclaration>
  /** Loaded when the first job asks for them: whoever judges bodies does not. */
  tools: () => Promise<Tools>
}

export interface Tools {
  figure: FigureTools
  /** Begins to load the PDF writer, which takes a second. */
  expectPdf: () => void
}

/** @param loaded the engines of drop-ins, where they are loaded already */
export async function openWorkshop(
  settings: ExecutorSettings,
  loaded?: LoadedEngines,
): Promise<Workshop> {
  useOwnPictures(settings.ownPictures)
  const { registry, skipped } = await loadPlugins(
    BUNDLED,
    settings.pluginsDir,
    createKit(settings.limits, settings.providers),
  )
  const { engines, skipped: others } = loaded ?? (await loadEngines(settings.pluginsDir))
  let tools: Promise<Tools> | undefined
  return {
    settings,
    registry,
    skipped: [...skipped, ...others],
    dropIns: new Map(engines.map((engine) => [engine.id, engine])),
    tools: () => {
      tools ??= openTools(settings.version)
      return tools
    },
  }
}

async function openTools(version: string): Promise<Tools> {
  const { createFigureTools } = await import('../figure/tools')
  return {
    figure: createFigureTools(version),
    // What fails in loading fails again in writing, where it has a reason.
    expectPdf: () =>
      void import('../figure/render/pdf').then(({ loadPdf }) => loadPdf()).catch(() => {}),
  }
}
